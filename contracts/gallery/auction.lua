mylib = require "mylib"
-- Coins of any kind that go to whoever offers most WICC until a height.
-- @methods
--   begin       01 <finish: u32> <least: u64>    offers the coins of the call, for at least so many sawi
--   bid         02 <id: u32>    the WICC of the call, more than the best bid until then
--   settle      03 <id: u32>    after its last height: the coins to the best bidder, the bid to the seller
--   withdraw    04    pays the caller the bids that were outbid

local BY_REGID = 1

local arguments = string.char(table.unpack(contract))
local caller = string.char(mylib.GetCurTxAccount())
local paid = mylib.GetCurTxInputAsset()
local COIN = "WICC"
local NOBODY = ("\0"):rep(6)
-- Seller, best bidder, last height, the least bid or the best one, what is sold and its coin.
local RECORD = "<c6c6I4i8i8s1"

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

-- A regid as a part of a key, which has no zero bytes.
local function name(regid)
  return string.format(("%02x"):rep(6), regid:byte(1, -1))
end

local function read(id)
  local record = load("auction" .. id)
  assert(record, "No such auction")
  local seller, bidder, finish, bid, amount, coin = string.unpack(RECORD, record)
  return { seller = seller, bidder = bidder, finish = finish, bid = bid, amount = amount, coin = coin }
end

local function write(id, it)
  save("auction" .. id, string.pack(RECORD, it.seller, it.bidder, it.finish, it.bid, it.amount, it.coin))
end

local function credit(regid)
  local text = load("credit" .. name(regid))
  return text and string.unpack("<i8", text) or 0
end

local function begin(finish, least)
  assert(paid.amount > 0 and least > 0, "Something is sold, and for something")
  assert(finish > mylib.GetCurRunEnvHeight(), "That height is over")
  local id = newId()
  write(id, {
    seller = caller, bidder = NOBODY, finish = finish, bid = least, amount = paid.amount, coin = paid.symbol,
  })
  print("auction " .. id)
end

-- Whoever is outbid fetches his coins himself, so that no payment to him can stop the next bid.
local function bid(id)
  local it = read(id)
  assert(mylib.GetCurRunEnvHeight() <= it.finish, "It is over")
  assert(paid.symbol == COIN, "Bids are of WICC")
  if it.bidder == NOBODY then
    assert(paid.amount >= it.bid, "That is not enough")
  else
    assert(paid.amount > it.bid, "That is not enough")
    save("credit" .. name(it.bidder), string.pack("<i8", credit(it.bidder) + it.bid))
  end
  it.bidder, it.bid = caller, paid.amount
  write(id, it)
end

local function settle(id)
  local it = read(id)
  assert(mylib.GetCurRunEnvHeight() > it.finish, "It is not over")
  mylib.DeleteData("auction" .. id)
  if it.bidder == NOBODY then
    pay(it.seller, it.coin, it.amount)
  else
    pay(it.bidder, it.coin, it.amount)
    pay(it.seller, COIN, it.bid)
  end
end

local function withdraw()
  local amount = credit(caller)
  assert(amount > 0, "Nothing is yours")
  mylib.DeleteData("credit" .. name(caller))
  pay(caller, COIN, amount)
end

local method = arguments:byte(1)
assert(method == 1 or method == 2 or paid.amount == 0, "It takes no coins")
if method == 1 and #arguments == 13 then
  begin(string.unpack("<I4i8", arguments, 2))
elseif #arguments == 5 and (method == 2 or method == 3) then
  local act = method == 2 and bid or settle
  act((string.unpack("<I4", arguments, 2)))
elseif method == 4 and #arguments == 1 then
  withdraw()
else
  error("No such method")
end
