mylib = require "mylib"
-- Base coins that somebody gets at a later height.
--
--   lock       f0 11 <34 bytes> <4 bytes>    the coins of the call, for an address, until a height
--   release    f0 12                         pays the caller everything that is due
--
-- What is locked is a frozen fund of the beneficiary's app account, which the chain itself thaws.

-- The node then refuses every call with base coins after which accounts and coins do not match. It does not look at
-- calls with other coins, and GetCurTxPayAmount counts those too: they are refused below.
gCheckAccount = true

local MAGIC = 0xf0
local LOCK = 0x11
local RELEASE = 0x12
local ADDRESS_SIZE = 34
local LOCK_SIZE = 2 + ADDRESS_SIZE + 4
local TAG = { string.byte("vesting", 1, -1) }

local ADD_FREE = 1
local SUB_FREE = 2
local ADD_TAG = 3
local BY_REGID = 1
local BY_ADDRESS = 2

local function account(operator, address, money, height, tag)
  assert(mylib.WriteOutAppOperate({
    operatorType = operator,
    outHeight = height,
    moneyTbl = money,
    userIdLen = #address,
    userIdTbl = address,
    fundTagLen = #tag,
    fundTagTbl = tag,
  }), "WriteOutAppOperate error")
end

local function coins(operator, addressType, id, money)
  assert(mylib.WriteOutput({
    addrType = addressType,
    accountIdTbl = id,
    operatorType = operator,
    outHeight = 0,
    moneyTbl = money,
  }), "WriteOutput error")
end

local function lock()
  local money = { mylib.GetCurTxPayAmount() }
  assert(mylib.ByteToInteger(table.unpack(money)) > 0, "Nothing to lock")
  local beneficiary = { table.unpack(contract, 3, 2 + ADDRESS_SIZE) }
  local height = mylib.ByteToInteger(table.unpack(contract, 3 + ADDRESS_SIZE, LOCK_SIZE))
  assert(height > mylib.GetCurRunEnvHeight(), "Height " .. height .. " is not in the future")
  account(ADD_TAG, beneficiary, money, height, TAG)
end

local function release()
  local caller = { mylib.GetBase58Addr(mylib.GetCurTxAccount()) }
  local money = { mylib.GetUserAppAccValue({ idLen = #caller, idValueTbl = caller }) }
  assert(mylib.ByteToInteger(table.unpack(money)) > 0, "Nothing is due")
  account(SUB_FREE, caller, money, 0, {})
  coins(SUB_FREE, BY_REGID, { mylib.GetContractRegId() }, money)
  coins(ADD_FREE, BY_ADDRESS, caller, money)
end

assert(#contract >= 2 and contract[1] == MAGIC, "Arguments begin with f0 and a method")
assert(mylib.GetCurTxInputAsset().symbol == "WICC", "Only WICC is taken")
if contract[2] == LOCK and #contract == LOCK_SIZE then
  lock()
elseif contract[2] == RELEASE and #contract == 2 then
  release()
else
  error(string.format("Method %02x not found or parameter error", contract[2]))
end
