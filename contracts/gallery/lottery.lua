mylib = require "mylib"
-- A lottery whose winner nobody can choose, neither the players nor who makes the blocks: everybody first stakes on the
-- hash of a secret, then shows the secret, and all secrets together decide.
-- @methods
--   buy       01 <hash: bytes[32]>    a ticket of the round, for its price; SHA-256 of the hex of a secret
--   reveal    02 <round: u32> <secret: bytes[32]>    shows the secret of a ticket, in the second half of the round
--   draw      03 <round: u32>    pays all of a round that is over to the winner
--
-- Who does not show a secret has lost the stake. That is the price of a look at the others' secrets: the last player who
-- shows one knows already who wins either way, so a pot should not be worth many stakes to one player. Where nobody has
-- shown one, everything goes to the next round that is drawn.

local HALF = 20 -- blocks in which tickets are bought, and as many to show secrets
local PRICE = 100000000
local COIN = "WICC"

local BY_REGID = 1

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

local function pay(regid, coin, amount)
  assert(mylib.TransferAccountAsset({
    isContractAccount = true,
    toAddressType = BY_REGID,
    toAddress = { regid:byte(1, -1) },
    tokenType = coin,
    tokenAmount = { mylib.IntegerToByte8(amount) },
  }), "The payment failed")
end

local function hex(text)
  return string.format(("%02x"):rep(#text), text:byte(1, -1))
end

-- The hash of bytes as hex: of bytes themselves only those before the first zero would count.
local function hash(bytes)
  return string.char(mylib.Sha256Once(hex(bytes)))
end

-- A number that is stored as text, 0 where there is none.
local function number(key)
  local text = load(key)
  return text and string.unpack("<i8", text) or 0
end

local function store(key, value)
  save(key, string.pack("<i8", value))
end

local height = mylib.GetCurRunEnvHeight()
local round = height // (2 * HALF)
local isSecondHalf = height - round * 2 * HALF >= HALF

local function buy(hidden)
  assert(not isSecondHalf, "Tickets are sold in the first half of a round")
  assert(paid.symbol == COIN and paid.amount == PRICE, "That is not the price")
  local key = "ticket" .. round .. "." .. hex(hidden)
  -- Nobody can show another's secret as his own.
  assert(not load(key), "There is a ticket with this hash")
  save(key, caller)
  store("pot" .. round, number("pot" .. round) + PRICE)
end

-- The seed of a round is the hash of the one before and the secret; secrets count in the order in which they are shown.
local function reveal(of, secret)
  assert(of == round and isSecondHalf, "Secrets are shown in the second half of their round")
  local key = "ticket" .. round .. "." .. hex(hash(secret))
  assert(load(key) == caller, "You have no such ticket")
  mylib.DeleteData(key)
  local shown = number("shown" .. round) + 1
  store("shown" .. round, shown)
  save("player" .. round .. "." .. shown, caller)
  save("seed" .. round, hash((load("seed" .. round) or "") .. secret))
end

local function draw(of)
  assert(of < round, "The round is not over")
  local pot, shown = number("pot" .. of), number("shown" .. of)
  assert(pot > 0, "There is nothing to win")
  mylib.DeleteData("pot" .. of)
  if shown == 0 then
    store("rest", number("rest") + pot)
    return
  end
  local rest = number("rest")
  if rest > 0 then
    mylib.DeleteData("rest")
  end
  local winner = string.unpack("<I8", load("seed" .. of)) >> 1
  pay(load("player" .. of .. "." .. winner % shown + 1), COIN, pot + rest)
end

local method = arguments:byte(1)
assert(method == 1 or paid.amount == 0, "It takes no coins")
if method == 1 and #arguments == 33 then
  buy(arguments:sub(2))
elseif method == 2 and #arguments == 37 then
  reveal(string.unpack("<I4c32", arguments, 2))
elseif method == 3 and #arguments == 5 then
  draw((string.unpack("<I4", arguments, 2)))
else
  error("No such method")
end
