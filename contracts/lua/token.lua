mylib = require "mylib"
-- A token that the contract manages by itself: balances are its app accounts, not coins of the chain.
--
--   configure   f0 11 00 00                                  issues the whole supply to the owner, once
--   send        f0 16 00 00 <34 bytes> <8 bytes>             to an address, an amount with 8 decimals
--
-- Change OWNER, NAME and SYMBOL before you deploy it. Anybody may configure it: the tokens go to OWNER.

local STANDARD = "WRC20"
local OWNER = "wUy43e9wSoHHWX5C35YAyLygoe3w5xcjDi"
local NAME = "Sample Token"
local SYMBOL = "SMPL"
local DECIMALS = 8
local SUPPLY = 90000000000 * 100000000

local MAGIC = 0xf0
local CONFIGURE = 0x11
local SEND = 0x16
local HEADER_SIZE = 4
local ADDRESS_SIZE = 34
local SEND_SIZE = HEADER_SIZE + ADDRESS_SIZE + 8

-- Numbers of the operations of WriteOutAppOperate.
local ADD_FREE = 1
local SUB_FREE = 2

local function bytesOf(text)
  return { string.byte(text, 1, -1) }
end

local function store(key, bytes)
  assert(mylib.WriteData({ key = key, length = #bytes, value = bytes }), "WriteData error: " .. key)
end

local function slice(first, size)
  return { table.unpack(contract, first, first + size - 1) }
end

-- Queues a change of what an address has. It takes effect when the call has ended.
local function change(operator, address, money)
  assert(mylib.WriteOutAppOperate({
    operatorType = operator,
    outHeight = 0,
    moneyTbl = money,
    userIdLen = #address,
    userIdTbl = address,
    fundTagLen = 0,
    fundTagTbl = {},
  }), "WriteOutAppOperate error")
end

local function freeOf(address)
  return mylib.ByteToInteger(mylib.GetUserAppAccValue({ idLen = #address, idValueTbl = address }))
end

local function configure()
  assert(not mylib.ReadData("symbol"), "Already configured")
  store("standard", bytesOf(STANDARD))
  store("owner", bytesOf(OWNER))
  store("name", bytesOf(NAME))
  store("symbol", bytesOf(SYMBOL))
  store("decimals", { mylib.IntegerToByte8(DECIMALS) })
  local supply = { mylib.IntegerToByte8(SUPPLY) }
  store("totalSupply", supply)
  change(ADD_FREE, bytesOf(OWNER), supply)
end

local function send()
  local receiver = slice(HEADER_SIZE + 1, ADDRESS_SIZE)
  local money = slice(HEADER_SIZE + ADDRESS_SIZE + 1, 8)
  local amount = mylib.ByteToInteger(table.unpack(money))
  assert(amount > 0, amount .. " <=0 error")
  local sender = { mylib.GetBase58Addr(mylib.GetCurTxAccount()) }
  assert(freeOf(sender) >= amount, "Insufficient money to transfer in the account.")
  change(SUB_FREE, sender, money)
  change(ADD_FREE, receiver, money)
end

assert(#contract >= HEADER_SIZE, "Parameter length error (<4): " .. #contract)
assert(contract[1] == MAGIC, "Parameter MagicNo error (~=0xf0): " .. contract[1])

if contract[2] == CONFIGURE then
  configure()
elseif contract[2] == SEND and #contract == SEND_SIZE then
  send()
else
  error(string.format("Method %02x not found or parameter error", contract[2]))
end
