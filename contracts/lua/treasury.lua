mylib = require "mylib"
-- Keeps coins for its owner: pays, trades on the exchange, borrows against them, locks them. An example
-- of mylib.CallContract. The arguments are words of text; amounts are in sawi.
--
--   own                                     the first caller becomes the owner
--   pay <regid> <WICC>
--   sell <WICC> <price>                     offers WICC for WUSD, at a price times 10^8 or above
--   cancel <order>
--   borrow <WICC> <WUSD>                    opens a debt position
--   repay <position> <WUSD> <WICC>          pays WUSD back and takes WICC out
--   lock <WICC> <height>                    until above a height
--   draw <output>
--
-- What a command has made is stored under its name: the id of the order, the position or the output.

local TRANSFERS, EXCHANGE, DEBT_POSITIONS, OUTPUTS = "0-200", "0-300", "0-400", "0-500"
local OWNER = "owner"

local function wicc(amount)
  return { symbol = "WICC", amount = tonumber(amount) }
end

local function wusd(amount)
  return { symbol = "WUSD", amount = tonumber(amount) }
end

local function call(module, action, args)
  return mylib.CallContract({ contract = module, action = action, args = args })
end

local COMMANDS = {
  pay = function(to, amount)
    return call(TRANSFERS, "transfer", { to = to, quantity = wicc(amount), memo = "" })
  end,
  sell = function(amount, price)
    local terms = { asset = wicc(amount), coin = "WUSD", price = tonumber(price), dex_id = 0, memo = "" }
    return call(EXCHANGE, "selllimit", terms)
  end,
  cancel = function(order)
    return call(EXCHANGE, "cancel", { order_id = order })
  end,
  borrow = function(pledged, minted)
    return call(DEBT_POSITIONS, "stake", { pledged = wicc(pledged), minted = wusd(minted) })
  end,
  repay = function(position, repaid, redeemed)
    local terms = { cdp_id = position, repaid = tonumber(repaid), redeemed = wicc(redeemed) }
    return call(DEBT_POSITIONS, "redeem", terms)
  end,
  lock = function(amount, height)
    local output = {
      amount = tonumber(amount),
      owner = { mylib.GetContractRegId() },
      claim_height = tonumber(height),
    }
    return call(OUTPUTS, "charge", { coin = "WICC", outputs = { output }, memo = "" })
  end,
  draw = function(output)
    return call(OUTPUTS, "draw", { coin = "WICC", inputs = { { txid = output, index = 0 } }, memo = "" })
  end,
}

local function store(key, bytes)
  assert(mylib.WriteData({ key = key, length = #bytes, value = bytes }), "WriteData error")
end

local function Main()
  local words = {}
  for word in string.gmatch(string.char(table.unpack(contract)), "%S+") do
    words[#words + 1] = word
  end
  local caller = { mylib.GetCurTxAccount() }
  local owner = { mylib.ReadData(OWNER) }
  if words[1] == "own" then
    assert(#owner == 0, "It has an owner")
    store(OWNER, caller)
    return
  end
  assert(#owner > 0 and table.concat(owner, ",") == table.concat(caller, ","), "Only the owner may")
  local command = assert(COMMANDS[words[1]], "There is no such command")
  local made = command(table.unpack(words, 2))
  if type(made) == "string" then
    store(words[1], { string.byte(made, 1, -1) })
  end
end

Main()
