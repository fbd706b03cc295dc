mylib = require "mylib"
-- A box in which everybody keeps base coins of their own.
-- @methods
--   deposit    f0 11                  keeps the coins of the call for the caller
--   withdraw   f0 12 <amount: u64>    pays as many sawi back

local MAGIC = 0xf0
local DEPOSIT = 0x11
local WITHDRAW = 0x12
local WITHDRAW_SIZE = 2 + 8
local COIN = "WICC"
local BY_REGID = 1

local caller = { mylib.GetCurTxAccount() }
local key = "saved" .. string.format(("%02x"):rep(#caller), table.unpack(caller))

-- What the caller has in the box, in sawi.
local function saved()
  local value = { mylib.ReadData(key) }
  if #value == 0 then
    return 0
  end
  return mylib.ByteToInteger(table.unpack(value))
end

local function save(amount)
  local value = { mylib.IntegerToByte8(amount) }
  assert(mylib.WriteData({ key = key, length = #value, value = value }), "Saving failed")
end

local function deposit(paid)
  assert(paid.symbol == COIN and paid.amount > 0, "Nothing was paid in")
  save(saved() + paid.amount)
end

local function withdraw(amount)
  local rest = saved() - amount
  assert(amount > 0 and rest >= 0, "Not that much was paid in")
  save(rest)
  assert(mylib.TransferAccountAsset({
    isContractAccount = true,
    toAddressType = BY_REGID,
    toAddress = caller,
    tokenType = COIN,
    tokenAmount = { mylib.IntegerToByte8(amount) },
  }), "Paying out failed")
end

assert(#contract >= 2 and contract[1] == MAGIC, "Arguments begin with f0 and a method")
if contract[2] == DEPOSIT and #contract == 2 then
  deposit(mylib.GetCurTxInputAsset())
elseif contract[2] == WITHDRAW and #contract == WITHDRAW_SIZE then
  withdraw(mylib.ByteToInteger(table.unpack(contract, 3, WITHDRAW_SIZE)))
else
  error(string.format("Method %02x not found or parameter error", contract[2]))
end
