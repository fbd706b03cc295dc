mylib = require "mylib"
-- evaluates the code of the arguments and stores the result: [len][id][code]
function Main()
  local n = contract[1]
  local id = ""
  for i = 2, n + 1 do id = id .. string.char(contract[i]) end
  local code = ""
  for i = n + 2, #contract do code = code .. string.char(contract[i]) end
  local f, e = load(code, "=v")
  local r
  if f == nil then
    r = "LOAD " .. tostring(e)
  else
    r = tostring(f())
  end
  local len = string.len(r)
  if len > 490 then r = string.sub(r, 1, 490) .. "#" .. len end
  if len == 0 then r = "(empty)" end
  local v = {}
  for i = 1, string.len(r) do v[i] = string.byte(r, i) end
  assert(mylib.WriteData({key = id, length = #v, value = v}), "WriteData failed")
end
Main()
