mylib = require "mylib"
-- Swaps coins of any two kinds without trust: whoever offers pays the contract first, whoever takes the
-- offer pays the other side in the same call that gives both what they want.
--
--   offer     f0 11 <8 bytes> <symbol>    the coins of the call, for an amount of another coin
--   take      f0 12 <32 bytes>            an offer by the txid that made it; the call brings its price
--   cancel    f0 13 <32 bytes>            gives the coins back to whoever offered them

local MAGIC = 0xf0
local OFFER = 0x11
local TAKE = 0x12
local CANCEL = 0x13
local ID_SIZE = 32
local BY_REGID = 1

local function text(bytes)
  return string.char(table.unpack(bytes))
end

-- A record is the maker's regid (6 bytes), what is given and what is wanted (amount and symbol each).
local function store(key, maker, given, wanted)
  local record = string.pack("<c6i8s1i8s1", maker, given.amount, given.symbol, wanted.amount, wanted.symbol)
  local value = { string.byte(record, 1, -1) }
  assert(mylib.WriteData({ key = key, length = #value, value = value }), "WriteData error")
end

local function load(key)
  local value = { mylib.ReadData(key) }
  assert(#value > 0, "No such offer")
  local maker, givenAmount, givenSymbol, wantedAmount, wantedSymbol = string.unpack("<c6i8s1i8s1", text(value))
  return maker, { amount = givenAmount, symbol = givenSymbol }, { amount = wantedAmount, symbol = wantedSymbol }
end

local function pay(regid, asset)
  assert(mylib.TransferAccountAsset({
    isContractAccount = true,
    toAddressType = BY_REGID,
    toAddress = { string.byte(regid, 1, -1) },
    tokenType = asset.symbol,
    tokenAmount = { mylib.IntegerToByte8(asset.amount) },
  }), "Paying " .. asset.amount .. " " .. asset.symbol .. " failed")
end

-- Keys of the storage have no zero bytes, so ids are kept in hex.
local function hex(bytes)
  local digits = {}
  for i, byte in ipairs(bytes) do
    digits[i] = string.format("%02x", byte)
  end
  return table.concat(digits)
end

local function offer(caller, paid)
  assert(paid.amount > 0, "An offer needs coins")
  local amount = mylib.ByteToInteger(table.unpack(contract, 3, 10))
  assert(amount > 0, amount .. " <=0 error")
  local symbol = text({ table.unpack(contract, 11) })
  store(hex({ mylib.GetCurTxHash() }), caller, paid, { amount = amount, symbol = symbol })
end

local function take(caller, paid, key)
  local maker, given, wanted = load(key)
  assert(paid.symbol == wanted.symbol and paid.amount == wanted.amount,
    "The price is " .. wanted.amount .. " " .. wanted.symbol)
  mylib.DeleteData(key)
  pay(maker, wanted)
  pay(caller, given)
end

local function cancel(caller, paid, key)
  local maker, given = load(key)
  assert(caller == maker, "Only who made an offer can cancel it")
  assert(paid.amount == 0, "Cancelling costs nothing")
  mylib.DeleteData(key)
  pay(maker, given)
end

assert(#contract >= 2 and contract[1] == MAGIC, "Arguments begin with f0 and a method")
local caller = text({ mylib.GetCurTxAccount() })
local paid = mylib.GetCurTxInputAsset()
local method = contract[2]

if method == OFFER and #contract > 10 then
  offer(caller, paid)
elseif (method == TAKE or method == CANCEL) and #contract == 2 + ID_SIZE then
  local key = hex({ table.unpack(contract, 3) })
  local act = method == TAKE and take or cancel
  act(caller, paid, key)
else
  error(string.format("Method %02x not found or parameter error", method))
end
