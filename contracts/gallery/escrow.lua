mylib = require "mylib"
-- Coins that wait until the buyer says that the seller has delivered. An arbiter decides where they do not agree.
-- @methods
--   open       01 <seller: regid> <arbiter: regid> <deadline: u32>    keeps the coins of the call, of the caller, who buys
--   release    02 <id: u32>    pays the seller: by the buyer, or by the arbiter
--   refund     03 <id: u32>    pays the buyer: by the seller, by the arbiter, or by the buyer after the deadline

local BY_REGID = 1
-- Buyer, seller and arbiter, each the six bytes of a regid, deadline, amount and coin.
local RECORD = "<c6c6c6I4i8s1"

local arguments = string.char(table.unpack(contract))
local caller = string.char(mylib.GetCurTxAccount())
local paid = mylib.GetCurTxInputAsset()

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

local function open(seller, arbiter, deadline)
  assert(paid.amount > 0, "Coins are to be kept")
  assert(deadline > mylib.GetCurRunEnvHeight(), "The deadline is over")
  assert(seller ~= caller and arbiter ~= caller and arbiter ~= seller, "Three accounts are needed")
  local id = newId()
  save("escrow" .. id, string.pack(RECORD, caller, seller, arbiter, deadline, paid.amount, paid.symbol))
  print("escrow " .. id)
end

-- What is kept under an id, which is not there any more then: it is paid once.
local function take(id)
  local record = load("escrow" .. id)
  assert(record, "No such escrow")
  mylib.DeleteData("escrow" .. id)
  local buyer, seller, arbiter, deadline, amount, coin = string.unpack(RECORD, record)
  return { buyer = buyer, seller = seller, arbiter = arbiter, deadline = deadline, amount = amount, coin = coin }
end

local function pay(regid, kept)
  assert(mylib.TransferAccountAsset({
    isContractAccount = true,
    toAddressType = BY_REGID,
    toAddress = { regid:byte(1, -1) },
    tokenType = kept.coin,
    tokenAmount = { mylib.IntegerToByte8(kept.amount) },
  }), "The payment failed")
end

local function release(id)
  local kept = take(id)
  assert(caller == kept.buyer or caller == kept.arbiter, "Only the buyer and the arbiter release")
  pay(kept.seller, kept)
end

local function refund(id)
  local kept = take(id)
  local isLate = mylib.GetCurRunEnvHeight() > kept.deadline
  assert(caller == kept.seller or caller == kept.arbiter or caller == kept.buyer and isLate, "Not yet, or not you")
  pay(kept.buyer, kept)
end

local method = arguments:byte(1)
if method == 1 and #arguments == 17 then
  open(string.unpack("<c6c6I4", arguments, 2))
elseif #arguments == 5 and (method == 2 or method == 3) then
  assert(paid.amount == 0, "It takes no coins")
  local act = method == 2 and release or refund
  act((string.unpack("<I4", arguments, 2)))
else
  error("No such method")
end
