mylib = require "mylib"
-- Coins that several owners have together: a payment is made when as many of them as are needed have approved it.
-- @methods
--   deposit    01    keeps the coins of the call, whoever pays
--   propose    02 <to: regid> <amount: u64> <coin: text>    a payment, which the owner who proposes it approves
--   approve    03 <id: u32>    by another owner; the last one that is needed pays
--   cancel     04 <id: u32>    a payment that is not made yet, by who has proposed it

-- Change these before you deploy it: the regids of the owners, and how many of them have to approve.
local OWNERS = { "0-13", "0-14", "0-15" }
local NEEDED = 2

local BY_REGID = 1

local arguments = string.char(table.unpack(contract))
local caller = string.char(mylib.GetCurTxAccount())
local paid = mylib.GetCurTxInputAsset()
-- Who has proposed it, who gets it, who has approved it as a bit each, amount and coin.
local RECORD = "<c6c6I4i8s1"

local function load(key)
  local value = { mylib.ReadData(key) }
  if #value > 0 then
    return string.char(table.unpack(value))
  end
end

local function save(key, text)
  assert(mylib.WriteData({ key = key, length = #text, value = { text:byte(1, -1) } }), "Saving failed")
end

-- Ids count from 1 and are not used again.
local function newId()
  local last = load("last")
  local id = (last and string.unpack("<I4", last) or 0) + 1
  save("last", string.pack("<I4", id))
  return id
end

local function pay(regid, coin, amount)
  assert(mylib.TransferAccountAsset({
    isContractAccount = true,
    toAddressType = BY_REGID,
    toAddress = { regid:byte(1, -1) },
    tokenType = coin,
    tokenAmount = { mylib.IntegerToByte8(amount) },
  }), "The payment failed")
end

-- The place of the caller among the owners.
local function owner()
  local height, index = string.unpack("<I4I2", caller)
  for place, regid in ipairs(OWNERS) do
    if regid == height .. "-" .. index then
      return place
    end
  end
  error("Only owners do this")
end

local function count(approvals)
  local approved = 0
  for place = 1, #OWNERS do
    approved = approved + (approvals >> place & 1)
  end
  return approved
end

local function propose()
  local place = owner()
  local to, amount = string.unpack("<c6i8", arguments, 2)
  assert(amount > 0, "An amount is needed")
  local id = newId()
  save("payment" .. id, string.pack(RECORD, caller, to, 1 << place, amount, arguments:sub(16)))
  print("payment " .. id)
end

local function proposal(id)
  local record = load("payment" .. id)
  assert(record, "No such payment")
  return string.unpack(RECORD, record)
end

local function approve(id)
  local place = owner()
  local proposer, to, approvals, amount, coin = proposal(id)
  assert(approvals >> place & 1 == 0, "You have approved it")
  approvals = approvals | 1 << place
  if count(approvals) < NEEDED then
    save("payment" .. id, string.pack(RECORD, proposer, to, approvals, amount, coin))
  else
    mylib.DeleteData("payment" .. id)
    pay(to, coin, amount)
  end
end

local function cancel(id)
  assert(caller == proposal(id), "Only who has proposed it cancels it")
  mylib.DeleteData("payment" .. id)
end

local method = arguments:byte(1)
assert(method == 1 or paid.amount == 0, "Only a deposit takes coins")
if method == 1 and #arguments == 1 then
  assert(paid.amount > 0, "Nothing is deposited")
elseif method == 2 and #arguments > 15 then
  propose()
elseif #arguments == 5 and (method == 3 or method == 4) then
  local act = method == 3 and approve or cancel
  act((string.unpack("<I4", arguments, 2)))
else
  error("No such method")
end
