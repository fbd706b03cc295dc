mylib = require "mylib"
-- Things that there is one of each: who makes them, owns them, and may pass them on.
-- @methods
--   mint        01 <to: regid> <content: text>    a new one, by the issuer; the content is such as a URL
--   transfer    02 <id: u32> <to: regid>    by its owner, or by whom the owner has approved
--   approve     03 <id: u32> <spender: regid>    who may transfer it once; the owner itself: nobody else
--   burn        04 <id: u32>    by its owner
--
-- Under "token" and its id is who owns it (a regid, 6 bytes), who else may transfer it, then the content.

-- Change this before you deploy it: the regid of who makes them.
local ISSUER = string.pack("<I4I2", 0, 13)
local MAX_CONTENT = 256

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

-- Ids count from 1 and are not used again.
local function newId()
  local last = load("last")
  local id = (last and string.unpack("<I4", last) or 0) + 1
  save("last", string.pack("<I4", id))
  return id
end

local function read(id)
  local record = load("token" .. id)
  assert(record, "No such token")
  return record:sub(1, 6), record:sub(7, 12), record:sub(13)
end

local function write(id, owner, spender, content)
  save("token" .. id, owner .. spender .. content)
end

local function mint(to, content)
  assert(caller == ISSUER, "Only the issuer makes tokens")
  assert(#content > 0 and #content <= MAX_CONTENT, "The content has no or too many bytes")
  local id = newId()
  write(id, to, to, content)
  print("token " .. id)
end

local function transfer(id, to)
  local owner, spender, content = read(id)
  assert(caller == owner or caller == spender, "It is not yours")
  write(id, to, to, content)
end

local function approve(id, spender)
  local owner, _, content = read(id)
  assert(caller == owner, "It is not yours")
  write(id, owner, spender, content)
end

local function burn(id)
  assert(caller == read(id), "It is not yours")
  mylib.DeleteData("token" .. id)
end

local method = arguments:byte(1)
assert(paid.amount == 0, "It takes no coins")
if method == 1 and #arguments > 6 then
  mint(arguments:sub(2, 7), arguments:sub(8))
elseif method == 2 and #arguments == 11 then
  transfer(string.unpack("<I4c6", arguments, 2))
elseif method == 3 and #arguments == 11 then
  approve(string.unpack("<I4c6", arguments, 2))
elseif method == 4 and #arguments == 5 then
  burn((string.unpack("<I4", arguments, 2)))
else
  error("No such method")
end
