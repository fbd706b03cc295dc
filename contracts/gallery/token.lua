mylib = require "mylib"
-- A token with allowances: who has tokens can let others spend some of them.
-- @methods
--   begin      01    gives all tokens to the owner, once
--   send       02 <to: regid> <amount: u64>    the tokens of the caller
--   approve    03 <spender: regid> <amount: u64>    how many of the caller's tokens another may spend, in place of before
--   spend      04 <owner: regid> <to: regid> <amount: u64>    another's tokens, as many as were approved
--
-- What an account has is stored under "balance" and its regid in hex, what it may spend of another's under "allowance"
-- and both.

-- Change these before you deploy it. The owner is a regid.
local OWNER = string.pack("<I4I2", 0, 13)
local SUPPLY = 1000000 * 100000000

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

-- A regid as a part of a key, which has no zero bytes.
local function name(regid)
  return string.format(("%02x"):rep(6), regid:byte(1, -1))
end

local function number(key)
  local text = load(key)
  return text and string.unpack("<i8", text) or 0
end

local function store(key, amount)
  if amount == 0 then
    mylib.DeleteData(key)
  else
    save(key, string.pack("<i8", amount))
  end
end

local function move(from, to, amount)
  local left = number("balance" .. name(from)) - amount
  assert(amount > 0 and left >= 0, "Not that many tokens")
  store("balance" .. name(from), left)
  -- Read after that: the two can be the same account.
  store("balance" .. name(to), number("balance" .. name(to)) + amount)
end

local function begin()
  assert(caller == OWNER, "Only the owner begins")
  assert(not load("begun"), "It has begun")
  save("begun", "1")
  store("balance" .. name(OWNER), SUPPLY)
end

local function approve(spender, amount)
  assert(amount >= 0, "The amount is negative")
  store("allowance" .. name(caller) .. name(spender), amount)
end

local function spend(owner, to, amount)
  local key = "allowance" .. name(owner) .. name(caller)
  local left = number(key) - amount
  assert(left >= 0, "That much was not approved")
  store(key, left)
  move(owner, to, amount)
end

local method = arguments:byte(1)
assert(paid.amount == 0, "It takes no coins")
if method == 1 and #arguments == 1 then
  begin()
elseif method == 2 and #arguments == 15 then
  move(caller, string.unpack("<c6i8", arguments, 2))
elseif method == 3 and #arguments == 15 then
  approve(string.unpack("<c6i8", arguments, 2))
elseif method == 4 and #arguments == 21 then
  spend(string.unpack("<c6c6i8", arguments, 2))
else
  error("No such method")
end
