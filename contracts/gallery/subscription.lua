mylib = require "mylib"
-- Payments that become due period by period, out of coins that were paid in before.
-- @methods
--   subscribe    01 <provider: regid> <price: u64> <period: u32>    the coins of the call, so much a period of blocks
--   refill       02 <id: u32>    adds the coins of the call, of the same kind, whoever pays
--   collect      03 <id: u32>    pays the provider the periods that have begun, as long as coins are there
--   cancel       04 <id: u32>    pays the provider what is due and the subscriber the rest, by the subscriber

local BY_REGID = 1

local arguments = string.char(table.unpack(contract))
local caller = string.char(mylib.GetCurTxAccount())
local paid = mylib.GetCurTxInputAsset()
-- Subscriber, provider, price, period, the height at which the next period begins, what is left, and the coin.
local RECORD = "<c6c6i8I4I4i8s1"

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
  local record = load("subscription" .. id)
  assert(record, "No such subscription")
  local from, provider, price, period, nextHeight, left, coin = string.unpack(RECORD, record)
  return {
    from = from, provider = provider, price = price, period = period, nextHeight = nextHeight, left = left, coin = coin,
  }
end

local function write(id, it)
  local fields = { it.from, it.provider, it.price, it.period, it.nextHeight, it.left, it.coin }
  save("subscription" .. id, string.pack(RECORD, table.unpack(fields)))
end

local function subscribe(provider, price, period)
  assert(price > 0 and paid.amount >= price, "The coins are not enough for a period")
  assert(period > 0, "A period has blocks")
  local id = newId()
  local nextHeight = mylib.GetCurRunEnvHeight()
  write(id, {
    from = caller, provider = provider, price = price, period = period, nextHeight = nextHeight,
    left = paid.amount, coin = paid.symbol,
  })
  print("subscription " .. id)
end

local function refill(id)
  local it = read(id)
  assert(paid.amount > 0 and paid.symbol == it.coin, "Coins of its kind are needed")
  it.left = it.left + paid.amount
  write(id, it)
end

-- Pays the periods that have begun. A period for which no coins are left does not begin: it is not owed later.
local function settle(it)
  local height = mylib.GetCurRunEnvHeight()
  if height < it.nextHeight then
    return 0
  end
  local begun = (height - it.nextHeight) // it.period + 1
  local payable = math.min(begun, it.left // it.price)
  local amount = payable * it.price
  it.nextHeight = it.nextHeight + begun * it.period
  it.left = it.left - amount
  if amount > 0 then
    pay(it.provider, it.coin, amount)
  end
  return amount
end

local function collect(id)
  local it = read(id)
  assert(settle(it) > 0, "Nothing is due")
  write(id, it)
end

local function cancel(id)
  local it = read(id)
  assert(caller == it.from, "It is not yours")
  mylib.DeleteData("subscription" .. id)
  settle(it)
  if it.left > 0 then
    pay(it.from, it.coin, it.left)
  end
end

local method = arguments:byte(1)
assert(method == 1 or method == 2 or paid.amount == 0, "It takes no coins")
if method == 1 and #arguments == 19 then
  subscribe(string.unpack("<c6i8I4", arguments, 2))
elseif #arguments == 5 and (method == 2 or method == 3 or method == 4) then
  local act = method == 2 and refill or method == 3 and collect or cancel
  act((string.unpack("<I4", arguments, 2)))
else
  error("No such method")
end
