/**
 * Programs that make one thing happen as often as the fuel allows, with the worst inputs that are known: every
 * class of instructions and every function of the library. `%` in a program is where the loop is: what stands
 * before it is made once.
 */

const LONG = 'local s = ("x"):rep(100000) ';
const LIST = 'local t = {} for i = 1, 1000 do t[i] = i * 7 % 1000 end ';
const LOCALS = `local ${Array.from({ length: 190 }, (_, i) => `a${i}`).join(', ')} = 1 `;
const chain = (event: string): string =>
  `local t = {} for i = 1, 1900 do t = setmetatable({}, { ${event} = t }) end `;

/** Set-up and the body of an endless loop. */
export type Program = readonly [setUp: string, body: string];

export const INSTRUCTIONS: Readonly<Record<string, Program>> = {
  'integer arithmetic': ['local x = 0 ', 'x = (x + 3) * 5 - x // 2 % 7'],
  'wide integers, add': ['local x = math.maxinteger ', 'x = x + x'],
  'wide integers, multiply': ['local x = math.maxinteger ', 'x = x * 3 + 1'],
  'wide integers, divide': ['local x, y = math.maxinteger, 3 ', 'y = x // 7 y = x % 11'],
  'wide integers, shift': ['local x = 0x9e3779b97f4a7c15 ', 'x = x ~ (x << 13) x = x ~ (x >> 7)'],
  floats: ['local x = 1.5 ', 'x = x * 1.0001 - x / 3'],
  'float modulo': ['local x, y = 1e308, 0 ', 'y = x % 3.7'],
  powers: ['local x, y = 1.5, 0 ', 'y = x ^ 0.3'],
  'integral powers': ['local x, y = 1.0000001, 0 ', 'y = x ^ 1e9'],
  'strings as numbers': [
    'local s, y = "1234567890123456789012345678901234567890.12345678901234", 0 ',
    'y = s + 1',
  ],
  'short strings as numbers': ['local y = 0 ', 'y = "1" + 1'],
  'hexadecimal strings as numbers': ['local s, y = "0x" .. ("f"):rep(60) .. "p-5", 0 ', 'y = s + 1'],
  'equal strings': [`local a, b = ("x"):rep(100000) .. "a", ("x"):rep(100000) .. "a" local y `, 'y = a == b'],
  'ordered strings': [
    `local a, b = ("x"):rep(100000) .. "a", ("x"):rep(100000) .. "b" local y `,
    'y = a < b',
  ],
  'new keys that are floats': ['local t, i = {}, 0 ', 'i = i + 1 t[i + 0.5] = i'],
  'new keys that are tables': ['local t = {} ', 't[{}] = 1'],
  'wide integers, divide by wide ones': [
    'local x, y, z = math.maxinteger, 12345678901234, 0 ',
    'z = x // y z = x % y',
  ],
  'new keys': ['local t, i = {}, 0 ', 'i = i + 1 t["k" .. i] = i'],
  'float keys': ['local t, y = {}, 0 ', 'y = t[1e308]'],
  'long keys': ['local t, a, b = {}, ("x"):rep(3000), ("x"):rep(2999) t[a] = 1 ', 'local y = t[b .. "x"]'],
  'length of a full array': [LIST, 'local y = #t'],
  'length of a hash part': ['local t = {} for i = 1000, 1, -1 do t[i] = i end t[600] = nil ', 'local y = #t'],
  'length made to fail': [
    'local t = {} for i = 1, 4096 do t[i] = i end local k = 4097 while k < 4e9 do t[k] = 1 k = k * 2 end ',
    'local y = #t',
  ],
  'new tables': ['', 'local t = {}'],
  'new lists': ['', 'local t = {1, 2, 3, 4, 5, 6, 7, 8}'],
  'tables that grow': ['local t, i = {}, 0 ', 'i = i + 1 t[i] = i'],
  'hash parts that grow': ['local t, i = {}, 0 ', 'i = i + 1 t[i * 65537] = i'],
  'rehashes of a large array': [
    'local t = {} for i = 1, 20000 do t[i] = i end local i = 0 ',
    'i = i + 1 t[-i] = 1 t[-i] = nil t["a" .. i] = 1 t["a" .. i] = nil',
  ],
  'long __index chains': [chain('__index'), 'local y = t.a'],
  'long __newindex chains': [chain('__newindex'), 't.a = nil'],
  '__index functions': [
    'local t = setmetatable({}, { __index = function() return 1 end }) ',
    'local y = t.a',
  ],
  __add: ['local t = setmetatable({}, { __add = function() return 1 end }) ', 'local y = t + t'],
  __eq: [
    'local m = { __eq = function() return true end } local a, b = setmetatable({}, m), setmetatable({}, m) ',
    'local y = a == b',
  ],
  __call: ['local t = setmetatable({}, { __call = function() end }) ', 't()'],
  __len: ['local t = setmetatable({}, { __len = function() return 1 end }) ', 'local y = #t'],
  __concat: ['local t = setmetatable({}, { __concat = function() return 1 end }) ', 'local y = t .. t'],
  concatenation: ['local s = "x" ', 'local y = s .. s .. s'],
  'concatenation that grows': ['local s = "" ', 's = s .. "x"'],
  'concatenation of numbers': ['local i = 1 ', 'i = i + 1 local y = i .. ""'],
  'concatenation of floats': ['local i = 1.1 ', 'i = i + 1 local y = i .. ""'],
  'a long function': ['local t = { 1, 2 } ', 't[1] = t[2] '.repeat(60)],
  'a function too long for the JIT': ['local t = { 1, 2 } ', 't[1] = t[2] '.repeat(200)],
  calls: ['local function f() end ', 'f()'],
  'calls with many arguments': [
    'local function f(...) end ',
    `f(${Array.from({ length: 60 }, () => '1').join()})`,
  ],
  'variable arguments': ['local function f(...) return ... end ', 'f(1, 2, 3)'],
  'many variable arguments': [
    'local function f(...) return ... end local t = {} ',
    'f(table.unpack(t, 1, 60))',
  ],
  'deep recursion': ['local function f(n) if n > 0 then f(n - 1) end end ', 'f(150)'],
  closures: ['', 'local f = function() end'],
  'closures with variables': ['', 'local a, b = 1, 2 local f = function() return a + b end'],
  'closures with many variables': [
    LOCALS,
    `local f = function() return ${Array.from({ length: 190 }, (_, i) => `a${i}`).join(' + ')} end`,
  ],
  'nil to many registers': ['', `local ${Array.from({ length: 190 }, (_, i) => `b${i}`).join(', ')} = nil`],
  'many locals': ['', `local ${Array.from({ length: 190 }, (_, i) => `b${i}`).join(', ')}`],
  'numeric loops': ['', 'for i = 1, 10 do end'],
  'numeric loops with strings': ['', 'for i = "1", "2" do end'],
  pairs: [LIST, 'for k in pairs(t) do end'],
  'pairs of few entries': ['local t = {1} ', 'for k in pairs(t) do end'],
  ipairs: [LIST, 'for i in ipairs(t) do end'],
  'pairs of an emptied table': [
    'local t = {} for i = 1, 20000 do t[i] = i end for i = 1, 19999 do t[i] = nil end ',
    'for k in pairs(t) do end',
  ],
  'errors with names': ['', 'pcall(function() local t t.x = 1 end)'],
  'errors in a long function': [
    `local f = load("local t " .. ("t = 1 "):rep(5000) .. "t.x.y = 1") `,
    'pcall(f)',
  ],
  'errors among many variables': [
    'local f = load(("do local a end "):rep(4000) .. "local t t.x = 1") ',
    'pcall(f)',
  ],
  'errors in an index of indexes': [
    `local f = load("local t = setmetatable({}, { __index = function() end }) " .. ("t = t "):rep(2000) ..
      "return " .. ("t["):rep(150) .. "1" .. ("]"):rep(150) .. ".x") `,
    'pcall(f)',
  ],
  'errors in a chunk with a long name': [
    'local f = load("local t t.x = 1", "@" .. ("x"):rep(1000000)) ',
    'pcall(f)',
  ],
  'errors that name a function far up': [
    'local function f(n) if n > 0 then return (f(n - 1)) end while true do pcall(error, "x", 40000) end end ',
    'f(50000)',
  ],
  'errors that are caught deep down': [
    'local function f(n) if n > 0 then return (f(n - 1)) end while true do pcall(error) end end ',
    'f(50000)',
  ],
  'keys behind others': [
    'local t = {} for i = 1, 9 do t[i << 20] = i end local k, y = 9 << 20 ',
    'y = t[k] '.repeat(10),
  ],
  'floats that are keys': ['local t, y = {} for i = 1, 64 do t[i + 0.5] = i end ', 'y = t[63.5] '.repeat(10)],
  'concatenation of many': [
    'local a, y = "x" ',
    `y = ${Array.from({ length: 150 }, () => 'a').join(' .. ')}`,
  ],
  'variable arguments through tail calls': [
    'local t = {} local function f(n, ...) if n > 0 then return f(n - 1, ...) end end ',
    'f(100, table.unpack(t, 1, 60))',
  ],
  'comparisons of 60 bytes': [
    'local s = ("x"):rep(60) local a, b, y = s .. "a", s .. "a" ',
    'y = a == b '.repeat(10),
  ],
};

/** A text of nested functions that have as many variables as there may be, and of names that are none of them. */
const NAMES_AND_VARIABLES =
  'local v, h = {}, {} for i = 1, 190 do v[i] = "b" .. i end local list = table.concat(v, ",") ' +
  'for i = 1, 7 do h[#h + 1] = "local " .. list .. " return function() " end ' +
  'h[#h + 1] = ("q=q "):rep(7000) .. ("end "):rep(7) local s = table.concat(h) ';
const hot = (functionText: string): string =>
  `local s = "local a, f, n = nil, type, 1 return function() ${functionText} end" `;
const RUN_HOT = 'local f = load(s)() for i = 1, 60 do f() end';

export const FUNCTIONS: Readonly<Record<string, Program>> = {
  type: ['local type = type ', 'type(1)'],
  'tostring(integer)': ['local i = 0 ', 'i = i + 1 tostring(i)'],
  'tostring(float)': ['local i = 0.5 ', 'i = i + 1 tostring(i)'],
  'tostring(table)': ['', 'tostring({})'],
  tonumber: ['', 'tonumber("12")'],
  'tonumber of a bad text': ['local s = ("1"):rep(40000) .. "!" ', 'tonumber(s)'],
  'tonumber with a base': ['local s = ("z"):rep(10000) ', 'tonumber(s, 36)'],
  pcall: ['local f = function() end ', 'pcall(f)'],
  'pcall(error)': ['', 'pcall(error, "x")'],
  'pcall(error) of a table': ['local t = {} ', 'pcall(error, t)'],
  'xpcall(error)': ['local f = function(m) return m end ', 'xpcall(error, f, "x")'],
  'assert that fails': ['', 'pcall(assert, false)'],
  'bad argument': ['', 'pcall(string.rep)'],
  'load of nothing': ['', 'load("")'],
  'load of a small text': ['', 'load("return 1")'],
  'load of a bad text': ['', 'load("x =")'],
  'load of calls': ['local s = ("f()"):rep(5000) ', 'load(s)'],
  'load of and': ['local s = "return a" .. (" and a"):rep(2000) ', 'load(s)'],
  'load of elseif': ['local s = "if a then " .. ("elseif a then "):rep(1000) .. "end" ', 'load(s)'],
  'load of functions': ['local s = ("x=function() end "):rep(800) ', 'load(s)'],
  'load of names and variables': [NAMES_AND_VARIABLES, 'load(s)'],
  'load of gotos': [
    'local s = ("do "):rep(190) .. ("goto z "):rep(1900) .. ("end "):rep(190) .. "::z::" ',
    'load(s)',
  ],
  'load of nested functions with names': [
    'local h = {("return function() "):rep(150)} for i = 1, 5000 do h[#h + 1] = "a" .. i .. "()" end ' +
      'h[#h + 1] = (" end"):rep(150) local s = table.concat(h) ',
    'load(s)',
  ],
  'load of many functions and names': [
    'local h = {("f=function()end "):rep(2000)} for i = 1, 3000 do h[#h + 1] = "a" .. i .. "()" end local s = table.concat(h) ',
    'load(s)',
  ],
  'load of a function of conditions that becomes hot': [
    hot('" .. ("if a then f() end "):rep(350) .. "'),
    RUN_HOT,
  ],
  'load of a function of loops that becomes hot': [
    hot('" .. ("for i = 1, 0 do end "):rep(280) .. "'),
    RUN_HOT,
  ],
  'load of a function of loops in loops that becomes hot': [
    hot('n = 0 " .. ("while n < 9 do "):rep(31) .. "n = n + 1 " .. ("end "):rep(31) .. "'),
    RUN_HOT,
  ],
  'load of a function of lists that becomes hot': [hot('" .. ("f(f(1)) "):rep(180) .. "'), RUN_HOT],
  'load of a long string': ['local s = "x = \\"" .. ("y"):rep(60000) .. "\\"" ', 'load(s)'],
  'load with a long name': ['local s = ("x"):rep(1000000) ', 'load("", s)'],
  'load by a reader': [
    'local function f() local n = 0 return function() n = n + 1 return n < 200 and " " or nil end end ',
    'load(f())',
  ],
  select: ['', 'select(2, 1, 2, 3)'],
  'select of many': [
    'local t = {} local function f(...) return select(2, ...) end ',
    'f(table.unpack(t, 1, 60))',
  ],
  setmetatable: ['local t, m = {}, {} ', 'setmetatable(t, m)'],
  getmetatable: ['', 'getmetatable("")'],
  rawget: ['local t = {1} ', 'rawget(t, 1)'],
  rawset: ['local t = {1} ', 'rawset(t, 1, 2)'],
  rawequal: [`local a, b = ("x"):rep(100000) .. "a", ("x"):rep(100000) .. "a" `, 'rawequal(a, b)'],
  rawlen: [LIST, 'rawlen(t)'],
  next: ['local t = {1} ', 'next(t)'],
  print: ['', 'print(1)'],
  'print of a long text': [LONG, 'print(s)'],
  'string.byte': ['local s = ("x"):rep(200) ', 's:byte(1, 200)'],
  'string.char': ['', `string.char(${Array.from({ length: 40 }, () => '65').join()})`],
  'string.find of a plain text': [
    'local s = ("a"):rep(20000) local p = ("a"):rep(5000) .. "b" .. ("a"):rep(5000) ',
    's:find(p, 1, true)',
  ],
  'string.find of a short text': ['local s = ("a"):rep(20000) ', 's:find("aab", 1, true)'],
  'string.find with patterns': ['local s = ("a"):rep(200) ', 's:find(".-.-b")'],
  'string.find of sets': ['local s = ("a"):rep(2000) ', 's:find("[^a-z%d]")'],
  'string.find of frontiers': ['local s = ("a"):rep(2000) ', 's:find("%f[%z]x")'],
  'string.find of balances': ['local s = ("("):rep(2000) ', 's:find("%b()")'],
  'string.find of a back reference': ['local s = ("a"):rep(2000) ', 's:find("(a*)%1b")'],
  'string.format of integers': ['local i = 0 ', 'i = i + 1 string.format("%d", i)'],
  'string.format of wide hexadecimals': ['', 'string.format("%x", -1)'],
  'string.format of floats': ['local i = 0.1 ', 'i = i + 1 string.format("%.14g", i)'],
  'string.format of long floats': ['', 'string.format("%.99f", 1e308)'],
  'string.format of exponents': ['', 'string.format("%.99e", 5e-324)'],
  'string.format of hexadecimal floats': ['', 'string.format("%.99a", 1.1)'],
  'string.format in quotes': ['local s = ("\\1"):rep(10000) ', 'string.format("%q", s)'],
  'string.format of long strings': ['local s = ("x"):rep(1000000) ', 'string.format("%.1s", s)'],
  'string.format of padding': ['', 'string.format("%99d", 1)'],
  'string.format of nothing': ['local s = ("%%"):rep(10000) ', 'string.format(s)'],
  'string.gmatch': ['local s = ("ab "):rep(100) ', 'for w in s:gmatch("%a+") do end'],
  'string.gmatch of captures': ['local s = ("ab "):rep(100) ', 'for a, b in s:gmatch("()(%a)") do end'],
  'string.gsub': ['local s = ("ab "):rep(1000) ', 's:gsub("a", "%0%0")'],
  'string.gsub of nothing': ['local s = ("ab "):rep(1000) ', 's:gsub("x", "")'],
  'string.gsub with a function': [
    'local s = ("ab "):rep(100) local f = function(x) return x end ',
    's:gsub("%a", f)',
  ],
  'string.gsub with a table': ['local s = ("ab "):rep(100) local t = {a = "b"} ', 's:gsub("%a", t)'],
  'string.len': [LONG, 's:len()'],
  'string.lower': ['local s = ("aB"):rep(5000) ', 's:lower()'],
  'string.upper': ['local s = ("aB"):rep(5000) ', 's:upper()'],
  'string.reverse': ['local s = ("aB"):rep(5000) ', 's:reverse()'],
  'string.rep': ['', '("ab"):rep(5000)'],
  'string.rep with a separator': ['', '("ab"):rep(5000, ",")'],
  'string.rep of little': ['', '("ab"):rep(2)'],
  'string.sub': [LONG, 's:sub(2, -2)'],
  'string.sub of little': [LONG, 's:sub(2, 3)'],
  'string.pack': ['', 'string.pack("i2i4i8z", 1, 2, 3, "abc")'],
  'string.pack of wide integers': ['', 'string.pack(">i16I16", -1, 1)'],
  'string.pack of floats': ['', 'string.pack("dfn", 1.5, 2.5, 3.5)'],
  'string.packsize': ['local f = ("i4"):rep(1000) ', 'string.packsize(f)'],
  'string.unpack': ['local f, s = ("i2"):rep(200), ("x"):rep(400) ', 'string.unpack(f, s)'],
  'string.unpack of wide integers': [
    'local f, s = (">i16"):rep(100), ("\\0"):rep(1600) ',
    'string.unpack(f, s)',
  ],
  'table.concat': ['local t = {} for i = 1, 1000 do t[i] = "x" end ', 'table.concat(t)'],
  'table.concat of numbers': [LIST, 'table.concat(t, ",")'],
  'table.insert at the end': ['local t = {} ', 'table.insert(t, 1)'],
  'table.insert at the start': [LIST, 'table.insert(t, 1, 1) t[#t] = nil'],
  'table.remove': [LIST, 'table.insert(t, 1) table.remove(t, 1)'],
  'table.move': [LIST, 'table.move(t, 1, 1000, 2)'],
  'table.move with metamethods': [
    'local t = setmetatable({}, { __index = function() return 1 end, __newindex = function() end }) ',
    'table.move(t, 1, 100, 2)',
  ],
  'table.pack': ['', 'table.pack(1, 2, 3)'],
  'table.sort': ['local t = {} ', 'for i = 1, 200 do t[i] = i * 7919 % 200 end table.sort(t)'],
  'table.sort of strings': [
    'local t = {} ',
    'for i = 1, 100 do t[i] = "k" .. i * 7919 % 100 end table.sort(t)',
  ],
  'table.sort with a function': [
    'local t = {} local f = function(a, b) return a > b end ',
    'for i = 1, 200 do t[i] = i * 7919 % 200 end table.sort(t, f)',
  ],
  'table.unpack': [LIST, 'table.unpack(t)'],
  'math.max': ['', 'math.max(1, 2, 3)'],
  'math.floor': ['', 'math.floor(1.5)'],
  'math.fmod': ['', 'math.fmod(1e308, 3)'],
  'math.fmod of wide integers': ['', 'math.fmod(math.maxinteger, 3)'],
  'math.sin': ['', 'math.sin(1e300)'],
  'math.exp': ['', 'math.exp(1.5)'],
  'math.log': ['', 'math.log(3.5)'],
  'math.log of a base': ['', 'math.log(3.5, 7)'],
  'math.atan': ['', 'math.atan(0.3)'],
  'math.acos': ['', 'math.acos(0.3)'],
  'math.sqrt': ['', 'math.sqrt(2)'],
  'math.tointeger': ['', 'math.tointeger("8")'],
  'math.ult': ['', 'math.ult(1, -1)'],
};
