mylib = require "mylib"
-- Coins that become somebody's little by little, from one height to another; nothing before a cliff.
-- @methods
--   grant     01 <to: regid> <begin: u32> <cliff: u32> <finish: u32>    the coins of the call, by heights
--   claim     02 <id: u32>    pays what is due and was not paid, by who gets it
--   revoke    03 <id: u32>    takes back what is not due yet, by who has granted it

local BY_REGID = 1

local arguments = string.char(table.unpack(contract))
local caller = string.char(mylib.GetCurTxAccount())
local paid = mylib.GetCurTxInputAsset()
-- Who has granted it, who gets it, begin, cliff, finish, amount, what was paid of it, and the coin.
local RECORD = "<c6c6I4I4I4i8i8s1"

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

local function read(id)
  local record = load("grant" .. id)
  assert(record, "No such grant")
  local from, to, begin, cliff, finish, amount, claimed, coin = string.unpack(RECORD, record)
  return {
    from = from, to = to, begin = begin, cliff = cliff, finish = finish, amount = amount, claimed = claimed, coin = coin,
  }
end

local function write(id, grant)
  local fields = { grant.from, grant.to, grant.begin, grant.cliff, grant.finish, grant.amount, grant.claimed }
  table.insert(fields, grant.coin)
  save("grant" .. id, string.pack(RECORD, table.unpack(fields)))
end

-- What is due of a grant at this height, paid or not. Amounts are divided first: their product with a number of
-- blocks can be too large; the rest of the division, times a number below 2^32, is not.
local function due(grant)
  local height = mylib.GetCurRunEnvHeight()
  if height < grant.cliff then
    return 0
  end
  if height >= grant.finish then
    return grant.amount
  end
  local all, passed = grant.finish - grant.begin, height - grant.begin
  return grant.amount // all * passed + grant.amount % all * passed // all
end

local function grant(to, begin, cliff, finish)
  assert(paid.amount > 0, "Coins are needed")
  assert(begin <= cliff and cliff <= finish and begin < finish, "The heights are in no order")
  assert(finish - begin < 1 << 31, "That takes too long")
  local id = newId()
  write(id, {
    from = caller, to = to, begin = begin, cliff = cliff, finish = finish,
    amount = paid.amount, claimed = 0, coin = paid.symbol,
  })
  print("grant " .. id)
end

local function claim(id)
  local found = read(id)
  assert(caller == found.to, "It is not yours")
  local amount = due(found) - found.claimed
  assert(amount > 0, "Nothing is due")
  found.claimed = found.claimed + amount
  write(id, found)
  pay(caller, found.coin, amount)
end

-- What is due stays, and can be claimed at any time.
local function revoke(id)
  local found = read(id)
  assert(caller == found.from, "You have not granted it")
  local kept = due(found)
  local rest = found.amount - kept
  assert(rest > 0, "All of it is due")
  found.amount, found.cliff, found.finish = kept, 0, 0
  write(id, found)
  pay(caller, found.coin, rest)
end

local method = arguments:byte(1)
if method == 1 and #arguments == 19 then
  grant(string.unpack("<c6I4I4I4", arguments, 2))
elseif #arguments == 5 and (method == 2 or method == 3) then
  assert(paid.amount == 0, "It takes no coins")
  local act = method == 2 and claim or revoke
  act((string.unpack("<I4", arguments, 2)))
else
  error("No such method")
end
