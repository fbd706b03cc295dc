mylib = require "mylib"
-- The smallest contract that does something. Called with the bytes f0 17 it writes a greeting to the
-- log of the node, with f0 18 it stores "World" under the key "Hello".

local MAGIC = 0xf0
local GREET = 0x17
local STORE = 0x18

assert(#contract >= 2, "Parameter length error (<2): " .. #contract)
assert(contract[1] == MAGIC, "Parameter MagicNo error (~=0xf0): " .. contract[1])

if contract[2] == GREET then
  local text = "Hello, World"
  mylib.LogPrint({ key = 0, length = #text, value = text })
elseif contract[2] == STORE then
  local text = "World"
  assert(mylib.WriteData({ key = "Hello", length = #text, value = { string.byte(text, 1, -1) } }))
else
  error(string.format("Method %02x not found", contract[2]))
end
