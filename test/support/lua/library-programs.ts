/**
 * Some thousand small programs that walk the whole library and the operators: every function with every
 * kind of argument in every position, every conversion, every error text with every kind of name. They
 * are made from lists, so that a recording on a real Lua (`record-library.ts`) and the test use the
 * same ones. None of them shows an address, an order of string keys or a random number.
 */
import { Random } from './lua-generator.js';

/** One value of every kind that a function could treat in its own way, as expressions. */
const VALUES = [
  'nil',
  'true',
  'false',
  '0',
  '1',
  '-1',
  '2',
  '3',
  '17',
  '255',
  '256',
  '1.0',
  '1.5',
  '-0.0',
  '1e15',
  '2^53',
  '-(2^63)',
  '1e308',
  '(1/0)',
  '(-1/0)',
  '(0/0)',
  'math.maxinteger',
  'math.mininteger',
  '""',
  '"abc"',
  '"10"',
  '"0x1p4"',
  '" -7 "',
  '"1e1"',
  '"5\\0"',
  '"a\\0b"',
  '{}',
  '{1,2,3}',
  '{"x","y",n=2}',
  'function(...) return ... end',
  'type',
  'setmetatable({}, {__index = function(_, k) return k end, __len = function() return 3 end})',
  'setmetatable({}, {__tostring = function() return "object" end, __lt = function() return true end})',
  'setmetatable({}, {__call = function(_, ...) return select("#", ...), ... end, __metatable = "locked"})',
] as const;

const STRING_FUNCTIONS =
  'byte char dump find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper';
const TABLE_FUNCTIONS = 'concat insert move pack remove sort unpack';
const MATH_FUNCTIONS =
  'abs acos asin atan ceil cos deg exp floor fmod log max min modf rad sin sqrt tan tointeger type ult';
const BASE_FUNCTIONS =
  'assert error getmetatable ipairs load next pairs pcall rawequal rawget rawlen rawset select setmetatable tonumber tostring type xpcall';

/** The result of these is a table or function; what it holds or gives is shown instead. */
const SHOWN: Readonly<Record<string, string>> = {
  'table.pack': 'local t = %; return t.n, table.unpack(t, 1, t.n)',
  'string.gmatch':
    'local r = {} for a, b in % do r[#r + 1] = tostring(a) .. "|" .. tostring(b) end return table.concat(r, ",")',
  ipairs: 'local f, t, i = % return type(f), type(t), i, f(t, i)',
  load: 'local f, m = % return type(f), m, f and f(7)',
  setmetatable: 'local t = % return getmetatable(t) ~= nil',
};

const FUNCTIONS = [
  ...STRING_FUNCTIONS.split(' ').map(name => `string.${name}`),
  ...TABLE_FUNCTIONS.split(' ').map(name => `table.${name}`),
  ...MATH_FUNCTIONS.split(' ').map(name => `math.${name}`),
  ...BASE_FUNCTIONS.split(' '),
];

/** Good arguments for each function, in which one is replaced at a time. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  'string.byte': ['"hello"', '2', '4'],
  'string.char': ['72', '101', '108'],
  'string.dump': ['function() end'],
  'string.find': ['"hello world"', '"o"', '6', 'true'],
  'string.format': ['"%d %s"', '5', '"x"'],
  'string.gmatch': ['"one two"', '"(%a)(%a+)"'],
  'string.gsub': ['"hello world"', '"o"', '"0"', '1'],
  'string.len': ['"hello"'],
  'string.lower': ['"HeLLo"'],
  'string.match': ['"key = value"', '"(%w+) = (%w+)"', '1'],
  'string.pack': ['"<i4z"', '7', '"text"'],
  'string.packsize': ['"<i4i8"'],
  'string.rep': ['"ab"', '3', '","'],
  'string.reverse': ['"hello"'],
  'string.sub': ['"hello"', '2', '-2'],
  'string.unpack': ['"<i2"', '"\\1\\2\\3\\4"', '2'],
  'string.upper': ['"HeLLo"'],
  'table.concat': ['{1, "b", 2.5}', '", "', '1', '3'],
  'table.insert': ['{1, 2, 3}', '2', '9'],
  'table.move': ['{1, 2, 3}', '1', '3', '2', '{}'],
  'table.pack': ['1', 'nil', '3'],
  'table.remove': ['{1, 2, 3}', '2'],
  'table.sort': ['{3, 1, 2}', 'function(a, b) return a > b end'],
  'table.unpack': ['{1, 2, 3}', '1', '3'],
  'math.atan': ['1', '2'],
  'math.fmod': ['7', '3'],
  'math.log': ['8', '2'],
  'math.max': ['1', '3', '2'],
  'math.min': ['3', '1', '2'],
  'math.ult': ['1', '2'],
  assert: ['true', '"message"', '3'],
  error: ['"message"', '1'],
  getmetatable: ['"x"'],
  ipairs: ['{1, 2}'],
  load: ['"return ..."', '"chunk"', '"t"', '{}'],
  next: ['{1, 2}', '1'],
  pcall: ['function(...) return ... end', '1', '2'],
  rawequal: ['1', '1'],
  rawget: ['{5, 6}', '2'],
  rawset: ['{}', '1', '2'],
  select: ['2', '"a"', '"b"', '"c"'],
  setmetatable: ['{}', '{}'],
  tonumber: ['"10"', '16'],
  xpcall: ['function(...) return ... end', 'function(m) return m end', '1', '2'],
};

/** Arguments that would run for ages or need gigabytes. */
function isEndless(name: string, args: readonly string[]): boolean {
  const huge = /maxinteger|2\^53|1e15|1e308/;
  if (name === 'string.rep') return huge.test(args[1] ?? '') || huge.test(args[0] ?? '');
  if (name === 'table.move') return huge.test(args.join()) || /mininteger|2\^63/.test(args.join());
  if (name === 'table.insert' || name === 'table.remove') return /mininteger|2\^63/.test(args.join());
  if (name === 'table.concat' || name === 'table.unpack')
    return /__index/.test(args[0] ?? '') && (huge.test(args.join()) || /mininteger|2\^63/.test(args.join()));
  return false;
}

function callPrograms(): string[] {
  const programs: string[] = [];
  const add = (name: string, args: readonly string[]): void => {
    if (isEndless(name, args)) return;
    const call = `${name}(${args.join(', ')})`;
    const shown = SHOWN[name];
    programs.push(shown === undefined ? `return ${call}` : shown.replace('%', call));
    programs.push(`return pcall(${[name, ...args].join(', ')})`);
  };
  for (const name of FUNCTIONS) {
    const good = GOOD[name] ?? ['2'];
    for (let n = 0; n <= good.length; n++) add(name, good.slice(0, n));
    add(name, [...good, '1', 'nil']);
    good.forEach((_, position) => {
      for (const value of VALUES) {
        add(name, [...good.slice(0, position), value, ...good.slice(position + 1)]);
        if (position > 0) add(name, [...good.slice(0, position), value]);
      }
    });
  }
  // Methods of strings count their arguments without the string.
  for (const method of STRING_FUNCTIONS.split(' ')) {
    for (const args of ['', 'nil', '{}', '1', '"x"', '"%d"', '1, {}', '"x", {}', '"x", "y", {}', '"(", 1']) {
      if (method === 'gmatch') continue;
      programs.push(`local s = "text" return s:${method}(${args})`);
    }
  }
  return programs;
}

/** Two arguments of every kind, for functions and operators that treat pairs in their own way. */
function pairPrograms(): string[] {
  const programs: string[] = [];
  const numbers = VALUES.filter(v => !/function|setmetatable|^\{/.test(v));
  const objects = VALUES.filter(v => !numbers.includes(v));
  const some = [...numbers, objects[0]!, objects[6]!];
  const binary = ['+', '-', '*', '/', '//', '%', '^', '&', '|', '~', '<<', '>>', '..', '==', '<', '<=', '>'];
  const random = new Random(53);
  const pick = <T>(list: readonly T[]): T => random.pick(list);
  for (const operator of binary) {
    for (const a of some) {
      for (let n = 0; n < 6; n++) {
        programs.push(`local a, b = ${a}, ${pick(some)} return a ${operator} b`);
      }
      programs.push(`return pcall(function(a) return a ${operator} ${pick(some)} end, ${a})`);
    }
  }
  for (const operator of ['-', '~', '#', 'not ']) {
    for (const a of VALUES) programs.push(`local a = ${a} return ${operator}a`);
  }
  for (const name of ['math.max', 'math.min', 'math.fmod', 'math.ult', 'math.atan', 'math.log', 'rawequal']) {
    for (const a of some) for (let n = 0; n < 4; n++) programs.push(`return ${name}(${a}, ${pick(some)})`);
  }
  for (let n = 0; n < 200; n++) {
    programs.push(`for i = ${pick(some)}, ${pick(some)}, ${pick(some)} do return i end return "none"`);
  }
  return programs;
}

const NAMED = [
  'nothing',
  'l',
  'u',
  't.field',
  't[1]',
  't[l]',
  't.a.b',
  '("text").none',
  '(nil)',
  '(1)',
  't.x.y',
];
const PREFIX = 'local l, t = nil, {a = {}} local u return (function() local x = u ';

/** Errors that name what was wrong. */
function namePrograms(): string[] {
  const programs: string[] = [];
  const uses = [
    '% = % + 1',
    'x = % + 1',
    'x = 1 - %',
    'x = % .. "x"',
    'x = "x" .. %',
    'x = "x" .. % .. "y"',
    'x = -%',
    'x = ~%',
    'x = #%',
    'x = % & 1',
    'x = 1.5 | %',
    'x = % < 1',
    'x = 1 < %',
    'x = % <= %',
    'x = %()',
    'x = %(1, 2)',
    'x = %.f',
    'x = %.f.g',
    'x = %[1]',
    'x = %[nil]',
    '%.f = 1',
    '%[1] = 1',
    '%.f.g = 1',
    'x = %:method()',
    'for i = %, 2 do end',
    'for i = 1, % do end',
    'for i = 1, 2, % do end',
    'for k in % do end',
    'for k, v in %, 1 do end',
    'for k in pairs(%) do end',
    'return %()',
    'return %:method(1)',
    'return -%',
    'x = { % + 1 }',
    'x = {} x[%] = 1',
    'x = {} x.f = % + 1',
    'local y <close> = %',
    'if % < 1 then end',
    'while % > 1 do end',
    'repeat until % >= 1',
    'return (%)(1)',
    'x = string.rep(%)',
    'x = ("x"):rep(%)',
    'x = math.floor(%)',
    'x = setmetatable({}, {__index = function(s, k) return k + % end}).f',
    'x = l and % + 1 or % + 2',
  ];
  for (const use of uses) {
    for (const name of NAMED) {
      programs.push(`${PREFIX}${use.replaceAll('%', name)} end)()`);
      programs.push(`${use.replaceAll('%', name).replace(/^x = /, 'local x = ')}`);
    }
  }
  return programs;
}

function formatPrograms(): string[] {
  const programs: string[] = [];
  const integers = ['0', '1', '-1', '255', 'math.maxinteger', 'math.mininteger', '3.0', '"17"', '3.5', '"x"'];
  const floats = [
    '0.0',
    '-0.0',
    '1.0',
    '-1.5',
    '1e100',
    '123456.789',
    '5e-324',
    '(1/0)',
    '(0/0)',
    '0.1',
    '2.5',
    '"1e1"',
    '7',
    '1e15',
    '0.00001234',
  ];
  const strings = ['""', '"abc"', '"a\\0b"', '("x"):rep(99)', '("x"):rep(101)', '12', '1.5', 'nil', 'true'];
  const flags = ['', '-', '+', ' ', '#', '0', '-0', '+0', ' #', '-+ #0', '+ ', '0-'];
  const sizes = ['', '5', '20', '.0', '.3', '10.4', '99', '.99', '.', '1.'];
  const random = new Random(7);
  const pick = <T>(list: readonly T[]): T => random.pick(list);
  const add = (options: string, values: readonly string[]): void => {
    for (const option of options) {
      for (const flag of flags) {
        for (const size of sizes)
          programs.push(`return string.format("[%${flag}${size}${option}]", ${pick(values)})`);
      }
      for (const value of values) programs.push(`return string.format("%${option}", ${value})`);
    }
  };
  add('dioxXuc', integers);
  add('eEfgGaA', floats);
  add('sq', strings);
  for (const bad of [
    '%',
    '%5',
    '%y',
    '%ll',
    '%100d',
    '%.100f',
    '%-+ #00d',
    '%-+ #0-d',
    '%1.123d',
    '%\\0',
    '%5\\0',
    '%h',
    '%n',
    '%p',
    '%5%',
    '%%',
    '%d%',
    '%s%s',
    '% ',
    '%ld',
    '%q%',
    '%10q',
    '%.3q',
    '%05s',
    '%.3c',
    '%#s',
    '%\\200',
    '%"',
    '%\\n',
    '%.',
    '%.5',
    '%5.',
    '%v',
    '%F',
    '%D',
    '%I',
    '%5.5y',
    '% y',
  ]) {
    programs.push(`return string.format("${bad}", 1, 2)`, `return pcall(string.format, "${bad}")`);
  }
  programs.push(
    'return string.format("%q", "a\\nb\\r\\0001\\"\\\\\\127\\200\\t")',
    'return string.format("%q", "\\r\\0x")',
  );
  return programs;
}

function patternPrograms(): string[] {
  const programs: string[] = [];
  const subjects = [
    '""',
    '"abc"',
    '"hello world 42"',
    '"a,b,,c"',
    '"key = value"',
    '"(a(b)c)(d)"',
    '"THE (quick) fox"',
    '"\\0\\1\\255x"',
    '"aaaaab"',
    '"  trim  "',
    '"x^y$z%"',
  ];
  const patterns = [
    '',
    '.',
    '.-',
    '.*',
    '.+',
    '.?',
    'a',
    'a*',
    'a-',
    'a?b',
    '^a',
    '^',
    '$',
    '^$',
    'a$',
    '%a+',
    '%A+',
    '%d+',
    '%s*',
    '%S',
    '%w+',
    '%W',
    '%p',
    '%c',
    '%x+',
    '%u+',
    '%l+',
    '%g+',
    '%z',
    '%D',
    '[abc]',
    '[^abc]',
    '[a-c]+',
    '[%a_]+',
    '[^%s]+',
    '[]]',
    '[^]]',
    '[a-]',
    '[-a]',
    '[]-a]',
    '[%]]',
    '[%-x]',
    '()',
    '(a)',
    '(a*)',
    '((a)(b))',
    '()a()',
    '(%a+) (%a+)',
    '(.)%1',
    '(a)%1',
    '%b()',
    '%bxx',
    '%f[%w]%w+',
    '%f[%z]',
    '%f[^%z]',
    '%1',
    '(%1)',
    '%',
    '[',
    '[a',
    '[^',
    '[%',
    '[%a',
    '(',
    ')',
    '(()',
    '%b',
    '%bx',
    '%f',
    '%fa',
    '%9',
    '%0',
    'x*x*',
    '^*',
    '*a',
    '+',
    '?',
    '-',
    '%$',
    '%^',
    '[$^]',
    'a^',
    '$a',
    '.$',
    '%%',
    '^^',
    '(%w+)%s*=%s*(%w+)',
    '(()())',
    '[a%',
    'a**',
    '[z-a]',
    '[a-%z]',
    '.-b',
    '(.-)%s*$',
    '%y',
    '%-',
    '(a',
    'a)',
    '()()()',
    '[\\0-\\31]',
    '\\0',
  ];
  for (const pattern of patterns) {
    const p = `"${pattern}"`;
    for (const s of subjects) programs.push(`return string.find(${s}, ${p})`);
    for (const s of subjects.slice(1, 7)) {
      programs.push(`return string.match(${s}, ${p}, 2)`, `return string.gsub(${s}, ${p}, "<%0>")`);
    }
    programs.push(
      `return pcall(string.gsub, "hello world", ${p}, "%1")`,
      `return string.gsub("abc", ${p}, "%2")`,
    );
    programs.push(
      `return string.find("abc", ${p}, -1)`,
      `return string.find("abc", ${p}, 4)`,
      `return string.find("abc", ${p}, 5)`,
      `return string.find("a.b", ${p}, 1, true)`,
    );
    programs.push(
      `local r = {} for a, b in string.gmatch("abc (d) e1", ${p}) do r[#r + 1] = tostring(a) .. tostring(b) if #r > 40 then break end end return table.concat(r, ";")`,
    );
  }
  const replacements = [
    '"%0%0"',
    '"%1"',
    '"%2"',
    '"%"',
    '"%x"',
    '"%%"',
    '"a%"',
    '{a = "A", b = false, hello = 1}',
    'function(x) return x:upper() end',
    'function() end',
    'function() return false end',
    'function() return {} end',
    'function() return true end',
    '{a = {}}',
    '{a = true}',
    '12',
    '1.5',
    'nil',
    'true',
    'print',
    'setmetatable({}, {__index = function(_, k) return k .. "!" end})',
  ];
  for (const replacement of replacements) {
    if (replacement === 'print') continue;
    for (const pattern of ['"%a"', '"(a)(b)"', '"()"', '"%a+"', '"z"']) {
      programs.push(`return string.gsub("abc hello", ${pattern}, ${replacement})`);
      programs.push(`return string.gsub("abc hello", ${pattern}, ${replacement}, 2)`);
    }
  }
  for (const n of ['0', '-1', '1', '100', '1.5', '"2"', 'nil', 'math.maxinteger', 'math.mininteger', '{}'])
    programs.push(`return string.gsub("aaa", "a", "b", ${n})`);
  programs.push(
    'return string.find(("a"):rep(300000), ("a?"):rep(250))',
    'return pcall(string.rep("x", 300).find, string.rep("x", 300), string.rep("(x", 40))',
    'return pcall(string.find, ("x"):rep(300), ("x-"):rep(201) .. "y")',
    'return select("#", string.find("x", ("()"):rep(32)))',
    'return string.find("x", ("()"):rep(33))',
    'return string.gsub("abc", "b", "%9")',
    'return string.gsub("hello world", "(o)", "%1%1", 1)',
  );
  return programs;
}

function packPrograms(): string[] {
  const programs: string[] = [];
  const sizes = ['', '1', '2', '3', '4', '5', '7', '8', '9', '12', '16', '0', '17', '99'];
  const values = [
    '0',
    '1',
    '-1',
    '127',
    '128',
    '-128',
    '-129',
    '255',
    '256',
    '65536',
    '2^31 | 0',
    'math.maxinteger',
    'math.mininteger',
    '1.0',
    '1.5',
    '"7"',
  ];
  for (const order of ['<', '>', '=', '']) {
    for (const kind of ['i', 'I']) {
      for (const size of sizes) {
        for (const value of values) {
          if (order === '=' || order === '') continue;
          programs.push(
            `local p = string.pack("${order}${kind}${size}", ${value}) return p, string.unpack("${order}${kind}${size}", p)`,
          );
        }
        for (const data of [
          '("\\255"):rep(16)',
          '("\\0"):rep(16)',
          '"\\1" .. ("\\0"):rep(15)',
          '("\\0"):rep(15) .. "\\1"',
          '"\\128" .. ("\\0"):rep(15)',
          '("\\0"):rep(7) .. "\\128" .. ("\\0"):rep(8)',
          '("\\255"):rep(8) .. ("\\0"):rep(8)',
          '("\\0"):rep(8) .. ("\\255"):rep(8)',
          '"\\1\\2\\3"',
        ]) {
          programs.push(`return string.unpack("${order}${kind}${size}", ${data})`);
        }
      }
    }
  }
  const formats = [
    'b',
    'B',
    'h',
    'H',
    'l',
    'L',
    'j',
    'J',
    'T',
    'f',
    'd',
    'n',
    's',
    's1',
    's2',
    's4',
    'z',
    'x',
    'X',
    'Xi4',
    'c',
    'c0',
    'c1',
    'c3',
    'c10',
    '!',
    '!4',
    '!3',
    '!8i8',
    '!4i8',
    'i1!4i4',
    '<!4 i1 i4',
    'bXi4',
    'i3',
    '!i3',
    'XX',
    'Xb',
    'Xc1',
    'Xz',
    'Xx',
    'X<',
    'Xs',
    'i1Xd',
    ' ',
    '',
    'y',
    '\\0',
    'i99',
    'c99999999999',
    'i0',
    's0',
    's17',
    '!0',
    '!17',
    'i4 i4',
    '>i2<i2',
    'bxb',
    'i2147483648',
    'c2147483647',
    'i4294967297',
    'i1!8Xi8',
    '!2i1i2',
    'q',
    'p',
    '%',
    '!16i16',
    'i16!16i16',
    '!8 d',
    '=i4',
  ];
  for (const format of formats) {
    const f = `"${format}"`;
    programs.push(`return string.packsize(${f})`, `return string.pack(${f})`);
    if (format !== 'c2147483647' && format !== 'c99999999999') {
      programs.push(`return string.pack(${f}, 1, 2)`, `return string.pack(${f}, "abc", 3)`);
    }
    for (const data of [
      '""',
      '"\\1\\2\\3\\4\\5\\6\\7\\8\\9\\10\\11\\12"',
      '"\\2\\0\\0\\0abcd\\0efgh"',
      '("\\255"):rep(20)',
      '"\\3abcdefghij"',
      '("\\0"):rep(16)',
    ]) {
      programs.push(`return string.unpack(${f}, ${data})`, `return string.unpack(${f}, ${data}, 3)`);
    }
    programs.push(
      `return pcall(string.unpack, ${f}, "abcdefghijklmnop", -4)`,
      `return pcall(string.unpack, ${f}, "abc", 5)`,
    );
  }
  for (const f of ['f', 'd', 'n', '<f', '>f', '>d', '<n']) {
    for (const v of [
      '0.1',
      '-0.0',
      '1e300',
      '(1/0)',
      '(-1/0)',
      '(0/0)',
      '5e-324',
      '1e-40',
      '16777217',
      '"1.5"',
      '"x"',
      'nil',
      '3.4028235e38',
      '3.5e38',
    ]) {
      programs.push(`local p = string.pack("${f}", ${v}) return p, string.unpack("${f}", p)`);
    }
  }
  programs.push(
    'return string.pack("z", "a\\0b")',
    'return string.pack("s1", ("x"):rep(255)):len()',
    'return string.pack("s1", ("x"):rep(256))',
    'return string.pack("c3", "abc")',
    'return string.pack("c3", "abcd")',
    'return string.unpack("z", "abc")',
    'return string.unpack("z", "abc\\0d", 2)',
    'return string.unpack("s1", "\\5abc")',
    'return string.unpack("s8", ("\\255"):rep(9))',
    'return string.unpack("i4", "abcd", 2)',
    'return string.packsize("s")',
    'return string.packsize("z")',
    'return string.packsize(("i16"):rep(100))',
    'return string.packsize("c2147483647c2147483647")',
    'return string.packsize("c2147483647i1")',
    'return string.packsize("!4i1i4i1")',
  );
  return programs;
}

function numberPrograms(): string[] {
  const programs: string[] = [];
  const texts = [
    '0',
    '00',
    '10',
    '-10',
    '+10',
    '--1',
    '+-1',
    '0x',
    '0x10',
    '-0x10',
    '0X1F',
    '0xffffffffffffffff',
    '0x1ffffffffffffffff',
    '1.',
    '.5',
    '.',
    '1..',
    '1.5',
    '1.5.2',
    '1e',
    '1e5',
    '1e+5',
    '1e-5',
    '1E5',
    '1e5.0',
    '0x1p4',
    '0x1p',
    '0x.8',
    '0x.',
    '0x1.8p1',
    '0xA.8',
    '0x1P-2',
    '1p4',
    ' 1',
    '1 ',
    ' 1 ',
    '\\t1\\n',
    '1 2',
    '',
    ' ',
    'abc',
    '1a',
    'a',
    '0b1',
    '1_000',
    'inf',
    'nan',
    'infinity',
    '-inf',
    '1e400',
    '-1e400',
    '1e-400',
    '0x1p1024',
    '0x1p-1075',
    '9223372036854775807',
    '-9223372036854775808',
    '1\\0',
    '\\0',
    '1\\0002',
    'e5',
    '.e5',
    '1e1e1',
    '0x1e5',
    '0x1e+5',
    '١',
    '1,5',
    '0.1',
    '123456789012345678',
    '3.14159265358979',
    '1e15',
    '1e16',
    '0e0',
    '-0',
    '-0.0',
    '0x-1',
    '- 1',
    '1 .5',
    '\\v1\\f',
    '0xg',
    'z',
    'Z',
    '7fffffffffffffff',
    'ffffffffffffffff',
    '-ff',
    '- f',
    ' f f ',
    '8',
    '1.0',
    '777777777777777777777777',
    'zzzzzzzzzzzzzzzzzzzzzzzzz',
  ];
  for (const text of texts) {
    programs.push(`return tonumber("${text}")`, `return math.type("${text}"), math.tointeger("${text}")`);
    programs.push(
      `return "${text}" + 0`,
      `return "${text}" | 0`,
      `return -"${text}"`,
      `return ("${text}") * "2"`,
      `return "${text}" // 1`,
    );
    for (const radix of [2, 8, 10, 16, 36, 1, 37]) programs.push(`return tonumber("${text}", ${radix})`);
    programs.push(`return ("x"):rep("${text}"):len()`.replace('zzzzzzzzzzzzzzzzzzzzzzzzz', 'z'));
  }
  for (const v of VALUES) {
    for (const f of [
      'tostring',
      'math.type',
      'math.tointeger',
      'math.floor',
      'math.ceil',
      'math.abs',
      'math.modf',
      'math.sqrt',
    ])
      programs.push(`return ${f}(${v})`);
    programs.push(
      `return tonumber(${v}, 10)`,
      `return tonumber("10", ${v})`,
      `return ${v} == ${v}`,
      `return #tostring(12) .. ${v}`,
    );
  }
  for (const n of [
    '1e14',
    '1e15',
    '1e100',
    '123456789.125',
    '0.1',
    '1/3',
    '100',
    '-1e15',
    '2^63',
    '-2^63',
    '2^53',
    '1e-5',
    '5e-324',
    '3.0',
    '12345678901234',
    '123456789012345.0',
  ]) {
    programs.push(
      `return ${n}, tostring(${n}), ${n} .. ""`,
      `return string.format("%.14g %.17g %g %d", ${n}, ${n}, ${n}, 1)`,
    );
  }
  return programs.filter(p => !/rep\("(9223|-?0x[f1]|1234567|0x1p1024|7777|1e1[56])/.test(p));
}

function tablePrograms(): string[] {
  const programs: string[] = [];
  const proxy = (len: string) =>
    `setmetatable({}, {__index = function(_, k) return k end, __newindex = function(t, k, v) rawset(t, "set" , k) end, __len = function() return ${len} end})`;
  for (const len of ['3', '3.0', '3.5', '"3"', '"x"', 'nil', '{}', '-1', '2^53']) {
    programs.push(
      `return table.concat(${proxy(len)}, ",", 1, 3)`,
      `return table.unpack(${proxy(len)}, 1, 2)`,
      `return #${proxy(len)}`,
      `local t = ${proxy(len)} return pcall(table.insert, t, 5), rawget(t, "set")`,
      `local t = ${proxy(len)} return pcall(table.remove, t), rawget(t, "set")`,
      `return pcall(table.insert, ${proxy(len)}, 1, 2, 3)`,
      `return pcall(table.concat, ${len === '2^53' ? '{}' : proxy(len)})`,
    );
  }
  for (const i of [
    'math.maxinteger',
    'math.mininteger',
    '(2^53|0)',
    '(2^53|0) + 1',
    'math.maxinteger - 1',
    '-(2^53|0) - 1',
    '0',
    '-5',
  ]) {
    programs.push(
      `local t = {[${i}] = "v"} return table.unpack(t, ${i}, ${i})`,
      `local t = {[${i}] = "v"} return table.concat(t, ",", ${i}, ${i})`,
      `return pcall(table.concat, {[${i}] = "v"}, ",", ${i}, ${i} + 1)`,
      `local t = {[${i}] = "v"} return table.move(t, ${i}, ${i}, 1)[1]`,
      `return table.move({"v"}, 1, 1, ${i})[${i}]`,
      `return pcall(table.move, {1, 2}, 1, 2, ${i})`,
      `return pcall(table.move, {1, 2}, ${i}, ${i} + 1, 5)`,
      `return pcall(table.insert, {1, 2}, ${i}, 5)`,
      `return pcall(table.remove, {1, 2}, ${i})`,
      `local f, t = ipairs({[${i}] = "v"}) return f(t, ${i} - 1)`,
      `local f, t = ipairs({[${i}] = "v"}) return f(t, ${i})`,
      `return select("#", table.unpack({}, ${i}, ${i} + 3))`,
      `return pcall(table.unpack, {}, 1, ${i})`,
      `local s = setmetatable({}, {__len = function() return ${i} end}) return pcall(table.remove, s)`,
      `local s = setmetatable({}, {__len = function() return ${i} end}) return pcall(table.insert, s, 1), next(s)`,
      `return ("x"):sub(${i}), ("x"):byte(${i}), ("abc"):sub(1, ${i}), ("abc"):find("b", ${i})`,
      `local t = {} t[${i}] = 1 return next(t)`,
      `local n = 0 for i = ${i}, ${i} do n = n + 1 if n > 3 then break end end return n`,
      `return select(${i}, 1, 2, 3)`,
    );
  }
  programs.push(
    'return next({1, 2, 3}, 1.0)',
    'return next({1, 2, 3}, 3)',
    'return next({1, 2, 3}, 4)',
    'return next({}, 1)',
    'return next({[1.5] = 1}, 1.5)',
    'return next({a = 1}, "a")',
    'return next({a = 1}, "b")',
    'return pcall(next, {1}, 0)',
    'return pcall(next, {1}, -1)',
    'return pcall(next, {1}, 0/0)',
    'return pcall(next, {[2^53] = 1}, 2^53)',
    'return pcall(next, {[2^53] = 1}, 2^53|0)',
    'return pcall(next, {[100] = 1}, 100.0)',
    'return pcall(next, {}, nil)',
    'return next({}, nil)',
    'return rawlen({1,2}), rawlen("abc")',
    'return rawequal("a", "a"), rawequal({}, {})',
    'return pcall(rawset, {}, nil, 1)',
    'return pcall(rawset, {}, 0/0, 1)',
    'local t = {} t[1.0] = "a" t[2^53] = "b" return t[1], t[2^53|0], next(t)',
    'return pcall(function() local t = {} t[nil] = 1 end)',
    'return pcall(function() local t = {} t[0/0] = 1 end)',
    'return ({})[nil]',
    'return ({})[0/0]',
    'return table.sort({3, 2, "x"})',
    'return pcall(table.sort, {1, {}, 2})',
    'return pcall(table.sort, {{}, {}})',
    'return pcall(table.sort, {1, 2, nil, 4})',
    'return pcall(table.sort, {"b", "a", 1})',
    'local t = {5, 3, 8, 1} table.sort(t) return table.unpack(t)',
    'local t = {"b", "a", "C"} table.sort(t) return table.unpack(t)',
    'return pcall(table.sort, {3, 1, 2, 5, 4}, function() return true end)',
    'return pcall(table.sort, {1, 2}, function() error("in order") end)',
    'local t = {1, 2, 3} return table.remove(t), #t',
    'local t = {1, 2, 3} return table.remove(t, 1), t[1], #t',
    'local t = {} return table.remove(t), table.remove(t, 0), #t',
    'local t = {1} return table.remove(t, 2)',
    'return pcall(table.remove, {1}, 3)',
    'return pcall(table.remove, {}, 1)',
    'return table.remove({[0] = "z"}, 0)',
    'local t = {n = 1} return table.remove(t, #t)',
    'return pcall(table.insert, {1, 2}, 4, 5)',
    'return pcall(table.insert, {1, 2}, 0, 5)',
    'return pcall(table.insert, {1, 2})',
    'return pcall(table.insert, {1, 2}, 1, 2, 3)',
    'return pcall(table.insert, nil, 1)',
    'return pcall(table.insert, {}, "x", 1)',
    'local t = {1, 2} table.insert(t, 3, "e") return t[3]',
    'local t = {1, 2} table.insert(t, 1, "e") return table.unpack(t)',
    'return table.concat({})',
    'return table.concat({1, 2, 3}, ", ", 2)',
    'return table.concat({1, 2, 3}, nil, 2, 3)',
    'return table.concat({1, 2, 3}, ", ", 3, 2)',
    'return pcall(table.concat, {1, {}, 3})',
    'return pcall(table.concat, {1, nil, 3})',
    'return pcall(table.concat, {1, true})',
    'return pcall(table.concat, {1, 2}, {})',
    'return pcall(table.concat, {1, 2}, ",", 1, 3)',
    'return table.concat({1.0, -0.0, 2^63, 1e100}, " ")',
    'return table.concat({1, 2}, 7)',
    'return table.unpack({1, 2, 3}, -1, 1)',
    'return table.unpack({1, 2}, 2)',
    'return table.unpack({}, 1, 3)',
    'return pcall(table.unpack, {}, 1, 1e8)',
    'return pcall(table.unpack, {}, 1, 1e7)',
    'return pcall(table.unpack)',
    'return table.unpack("abc", 1, 2)',
    'return pcall(table.unpack, 5)',
    'return table.pack().n',
    'return pcall(table.move, {1}, 1, 1)',
    'return table.move({1, 2, 3}, 1, 3, 2)[3]',
    'return table.move({1, 2, 3}, 2, 3, 1)[2]',
    'return table.move({1}, 1, 0, 5)[1]',
    'return pcall(table.move, {}, math.mininteger, 0, 1)',
    'return pcall(table.move, {}, 1, math.maxinteger, 2)',
    'return pcall(table.move, {}, 1, 2, math.maxinteger)',
    'return pcall(table.move, {}, 0, math.maxinteger, 1)',
    'return pcall(table.move, {1}, 1, 1, 1, nil)',
    'return pcall(table.move, {1}, 1, 1, 1, 5)',
    'for i, v in ipairs({1, 2, nil, 4}) do if i == 3 then return "three" end end return "end"',
    'local n = 0 for i, v in ipairs(setmetatable({}, {__index = function(_, k) if k < 5 then return k end end})) do n = n + v end return n',
    'for k, v in pairs(setmetatable({}, {__pairs = function(t) return function(_, k) if not k then return 1, 2 end end, t, nil end})) do return k, v end',
    'return pcall(pairs, setmetatable({}, {__pairs = 5}))',
    'return select("#", pairs(setmetatable({}, {__pairs = function() return 1, 2, 3, 4, 5 end})))',
    'return select("#", pairs(setmetatable({}, {__pairs = function() end})))',
    'return pcall(ipairs)',
    'return pcall(pairs)',
  );
  return programs;
}

/** What metamethods are called with, by every event. */
function metamethodPrograms(): string[] {
  const programs: string[] = [];
  const events: Readonly<Record<string, string>> = {
    add: 'a + b',
    sub: 'a - b',
    mul: 'a * b',
    div: 'a / b',
    mod: 'a % b',
    pow: 'a ^ b',
    idiv: 'a // b',
    band: 'a & b',
    bor: 'a | b',
    bxor: 'a ~ b',
    shl: 'a << b',
    shr: 'a >> b',
    concat: 'a .. b',
    unm: '-a',
    bnot: '~a',
    len: '#a',
    eq: 'a == b',
    lt: 'a < b',
    le: 'a <= b',
    index: 'a.x',
    newindex: 'nil, (function() a.x = 5 end)()',
    call: 'a(1, 2)',
  };
  const show =
    'function(...) local r = {} for i = 1, select("#", ...) do local v = select(i, ...) r[i] = v == a and "a" or v == b and "b" or type(v) end return table.concat(r, " ") end';
  for (const [event, expression] of Object.entries(events)) {
    for (const other of ['2', '"x"', '{}', 'nil', 'true', '2.5', '"10"']) {
      programs.push(
        `local a, b local seen local f = ${show} a = setmetatable({}, {__${event} = function(...) seen = f(...) return seen end}) b = ${other} return ${expression}, seen`,
      );
      programs.push(
        `local a, b local seen local f = ${show} b = setmetatable({}, {__${event} = function(...) seen = f(...) return seen end}) a = ${other} return pcall(function() return ${expression}, seen end)`,
      );
    }
    for (const method of [
      '5',
      '{}',
      '"x"',
      'true',
      'setmetatable({}, {__call = function(...) return select("#", ...) end})',
      'function() return 1, 2, 3 end',
      'function() end',
      'function() return nil end',
      'type',
      'error',
    ]) {
      programs.push(
        `local a = setmetatable({}, {__${event} = ${method}}) local b = a return pcall(function() return ${expression} end)`,
      );
      programs.push(
        `local a = setmetatable({}, {__${event} = ${method}}) local b = setmetatable({}, {__${event} = ${method}}) return ${expression}`,
      );
    }
    programs.push(
      `local mt = {__${event} = function(a, b) return a == b end} local a, b = setmetatable({}, mt), setmetatable({}, mt) return ${expression}`,
    );
  }
  programs.push(
    'local n = 0 local t = setmetatable({}, {__len = function(...) n = select("#", ...) return 7 end}) return #t, n',
    'local t = setmetatable({}, {__unm = function(...) return select("#", ...) end}) return -t',
    'local t = setmetatable({}, {__bnot = function(...) return select("#", ...) end}) return ~t',
    'local t = setmetatable({}, {__len = function(a, b) return rawequal(a, b) end}) return #t',
    'return getmetatable("").__index == string',
    'return getmetatable(setmetatable({}, {__metatable = false}))',
    'return pcall(setmetatable, setmetatable({}, {__metatable = 1}), {})',
    'return pcall(setmetatable, 1, {})',
    'return pcall(setmetatable, {})',
    'return pcall(setmetatable, {}, 1)',
    'return tostring(setmetatable({}, {__tostring = function() return "named" end}))',
    'return pcall(tostring, setmetatable({}, {__tostring = 1}))',
    'return tostring(setmetatable({}, {__tostring = function() return 12 end}))',
    'return string.format("%s", setmetatable({}, {__tostring = function() return "o" end}))',
    'return pcall(string.format, "%d", setmetatable({}, {__tostring = function() return "1" end}))',
    'return rawequal(setmetatable({}, {__eq = function() return true end}), {})',
    'return setmetatable({}, {__eq = function() return 1 end}) == setmetatable({}, {__eq = function() return false end})',
    'return setmetatable({}, {__lt = function() return nil end}) < 1',
    'return setmetatable({}, {__lt = function() return 0 end}) <= 1',
    'return not (setmetatable({}, {__lt = function() return true end}) >= 1)',
    'return setmetatable({}, {__concat = function(a, b) return type(a) .. type(b) end}) .. 1 .. 2',
    'return 1 .. 2 .. setmetatable({}, {__concat = function(a, b) return tostring(a) .. type(b) end})',
    'return setmetatable({}, {__index = {x = 1}}).x, setmetatable({}, {__index = "abc"}).len',
    'return pcall(function() return setmetatable({}, {__index = 5}).x end)',
    'return pcall(function() setmetatable({}, {__newindex = 5}).x = 1 end)',
    'local t = setmetatable({}, {__newindex = {}}) t.x = 1 return rawget(t, "x")',
    'local t = {} setmetatable(t, {__index = t}) return pcall(function() return t.x end)',
    'local t = {} setmetatable(t, {__newindex = t}) return pcall(function() t.x = 1 end)',
    'local t = setmetatable({}, {__call = function(self, ...) return ... end}) return t(1, 2), pcall(t, 3)',
    'local t = setmetatable({}, {__call = setmetatable({}, {__call = function(...) return select("#", ...) end})}) return pcall(t, 3)',
    'return #setmetatable({1, 2}, {__index = {3, 4, 5}})',
  );
  return programs;
}

function controlPrograms(): string[] {
  const programs: string[] = [];
  const values = [
    'nil',
    'true',
    '"text"',
    '12',
    '1.5',
    '{}',
    'setmetatable({}, {__tostring = function() return "o" end})',
    'error',
  ];
  for (const v of values) {
    for (const level of [
      '',
      ', 0',
      ', 1',
      ', 2',
      ', 3',
      ', 99',
      ', -1',
      ', nil',
      ', 1.5',
      ', "1"',
      ', "x"',
    ]) {
      programs.push(
        `error(${v}${level})`,
        `return pcall(error, ${v}${level})`,
        `return pcall(function() error(${v}${level}) end)`,
        `local function f() error(${v}${level}) end local function g() f() end return pcall(g)`,
      );
    }
    programs.push(
      `assert(${v})`,
      `return pcall(assert, ${v})`,
      `return pcall(assert, nil, ${v})`,
      `return pcall(assert, false, ${v}, 2)`,
      `return assert(${v}, 1, 2)`,
    );
    programs.push(
      `return xpcall(error, function(m) return type(m), m end, ${v})`,
      `return pcall(xpcall, ${v})`,
      `return pcall(xpcall, ${v}, type)`,
      `return xpcall(type, ${v}, 1)`.replace('xpcall(type, ', 'pcall(xpcall, type, '),
      `return pcall(pcall, ${v})`,
      `return pcall(${v})`,
    );
    programs.push(
      `return pcall(load, ${v})`,
      `return load(function() return ${v} end)`,
      `return pcall(load, "return 1", ${v})`,
      `return pcall(load, "x", "n", ${v})`,
      `return select("#", pcall(load, "return 1", "n", "t", ${v}))`,
    );
    programs.push(
      `return pcall(select, ${v}, 1, 2)`,
      `return pcall(tonumber, ${v})`,
      `return pcall(ipairs, ${v})`,
      `return pcall(rawlen, ${v})`,
      `return pcall(rawget, ${v}, 1)`,
      `return pcall(next, ${v})`,
      `return pcall(getmetatable, ${v})`,
    );
  }
  const sources = [
    'return 1',
    'x =',
    'return',
    '',
    'return (',
    'local',
    '1',
    'x',
    'x()',
    'for',
    'goto a',
    '::a:: ::a::',
    'break',
    'return "',
    "return 'a\\nb'",
    'return [[',
    'return [==[ ]]',
    '--[[',
    'return 0x',
    'return 1..2',
    'return 3x',
    'return "\\\\q"',
    'return "\\\\300"',
    'return "\\\\xg"',
    'return "\\\\u{110000000}"',
    'return "\\\\u{41}"',
    'a.b:c = 1',
    'f() = 1',
    'local a <const> = 1',
    'return ...',
    'function f(...) return ... end return f',
    'function f() return ... end',
    'x = }',
    'if',
    'if x then',
    'while 1 do',
    'repeat',
    'until x',
    'end',
    'return return',
    'local function',
    'local x = = 1',
    'a, b',
    'a, b = ',
    '(a) = 1',
    '(a)',
    'x = #',
    'x = 1 +',
    'x = {',
    'x = {1, 2',
    'x = {[1] 2}',
    'goto',
    'goto 1',
    '::1::',
    'do goto l1 local a ::l1:: print(a) end',
    'x = "a" .. ',
    'not',
    'x = not',
    'return nil nil',
    '@',
    '$',
    'x = a b',
    'f{',
    'f"',
    'x = 5 5',
    'return 1e',
    'return 1e+',
    'return .',
    'return ..',
    '~',
    'x = ~',
    '!= 1',
    'x != 1',
    'return "\\\\z  a"',
    'for i = 1 do end',
    'for i = 1, 2, 3, 4 do end',
    'for i in do end',
    'for a.b in x do end',
    'for 1 = 1, 2 do end',
    'local 1',
    'function 1() end',
    'function a.1() end',
    'function a:b.c() end',
    'return function',
    '\\27',
    '#!shebang',
    '#',
    'return 9999999999999999',
    '\\239\\187\\191return 1',
  ];
  for (const source of sources) {
    programs.push(
      `return load("${source.replaceAll('"', '\\"')}")`.replace('return load', 'local f, m = load') +
        ' return type(f), m',
    );
    programs.push(
      `local f, m = load("${source.replaceAll('"', '\\"')}", "=name") return m`,
      `local f, m = load("${source.replaceAll('"', '\\"')}", "@file.lua") return m`,
    );
  }
  for (const mode of ['"t"', '"b"', '"bt"', '"x"', '""'])
    programs.push(`local f, m = load("return 1", "n", ${mode}) return type(f), m`);
  for (const name of [
    '"=(load)"',
    '"a\\nb"',
    '("x"):rep(100)',
    '"=" .. ("x"):rep(100)',
    '"@" .. ("x"):rep(100)',
    '""',
    '"="',
    '"@"',
    '"line1\\nline2"',
    '"\\n"',
  ])
    programs.push(`local f, m = load("x =", ${name}) return m`, `return pcall(load("error('e')", ${name}))`);
  programs.push(
    'local i = 0 return pcall(load(function() i = i + 1 return ({"return ", "1", "+2", nil})[i] end))',
    'local i = 0 return load(function() i = i + 1 if i > 2 then error("reader") end return " " end)',
    'return load(function() return {} end)',
    'return pcall(load, function() error({}) end)',
    'local f = load("local a = ... return a, x", "n", "t", {x = 5}) return f(3)',
    'local f = load("x = 1 return x", "n", "t", {}) return f(), x',
    'return load("return ...")(1, 2)',
    'return select("#", load("")())',
    'return select(-1, 1, 2, 3)',
    'return select(-3, 1, 2, 3)',
    'return pcall(select, -4, 1, 2, 3)',
    'return pcall(select, 0)',
    'return select("#")',
    'return select("#", nil, nil)',
    'return select("#x", 1)',
    'return select(4, 1, 2, 3)',
    'return select(2.0, 1, 2)',
    'return pcall(select, 1.5)',
    'return pcall(select)',
    'return xpcall(function() error("x") end, function(m) error("y") end)',
    'return xpcall(function() return 1, 2 end, type)',
    'return xpcall(function(...) return ... end, type, 1, nil, 3)',
    'return pcall(pcall)',
    'return pcall(pcall, error)',
    'return pcall(pcall, error, "x")',
    'return pcall(xpcall)',
    'return pcall(xpcall, type)',
    'return xpcall(error, function(m) return m .. "!" end, "x")',
    'return tostring(nil), tostring(true), tostring(1), tostring(1.0), tostring(-0.0)',
    'return pcall(tostring)',
    'return pcall(type)',
    'return type(nil), type(type), type({}), type(""), type(1)',
    'return pcall(tonumber)',
    'return pcall(tonumber, nil)',
    'return tonumber({})',
    'return pcall(tonumber, 10, 16)',
    'return pcall(tonumber, "10", 1.5)',
    'return tonumber("7", nil)',
    'return tonumber("  0x1F  ")',
    'return #arg',
    'return _VERSION',
    'local t = {} t.x.y = 1',
    'local t = {} t.x:y()',
    'string.rep()',
    'string.nothing()',
    '("x"):nothing()',
    'local s = "x" s.y.z = 1',
    'local a = {} .. "x"',
    'local a = "x" + 1',
    'local a = "x" | 1',
    'local a = 1.5 | 1',
    'local a = 2^63 | 1',
    'local a = "1.5" | 1',
    'local a = 1 // 0',
    'local a = 1 % 0',
    'return 1 // 0.0, -1 // 0.0, 1 % (1/0), -1 % (1/0)',
    'local a = {} < {}',
    'local a = {} < 1',
    'local a = nil < 1',
    'local a = "a" < 1',
    'local a = true < false',
    'local function f() return f() + 1 end return pcall(f)',
    'local function f() local a = f() return a end return pcall(f)',
    'return pcall(string.rep, "x", -1)',
    'return string.rep("x", 3, "")',
    'return pcall(string.rep, "x", 1 << 62)',
    'return pcall(string.rep, "xx", 1 << 62, "y")',
    'return math.maxinteger + 1 == math.mininteger',
    'return math.mininteger // -1, math.mininteger % -1',
    'return 5 // 0.3, -5 // 0.3, 5 % -3, -5 % 3, 5.5 % -2',
    'return 1 << 63, 1 << 64, 1 << -1, -1 >> 1, -1 << 63',
    'return 1 < 1.5, 2^53 == 2^53 + 1, math.maxinteger < 2^63, math.maxinteger + 0.0 == 2^63',
    'return "a" < "b", "a" < "B", "" < "a", "a\\0b" < "a\\0c", "Z" < "a"',
    'local a <const> = 5 return a',
    'goto done do return 1 end ::done:: return 2',
    'for i = 3, 1 do return i end return "no"',
    'for i = 1, 3, 0 do return i end return "zero"',
    'for i = 1.0, 3 do return i end',
    'for i = 1, 3.9 do if i == 3 then return i end end',
    'for i = 1, math.huge do if i == 3 then return i end end',
    'for i = 3, -math.huge, -1 do if i == 0 then return i end end',
    'for i = "1", 2 do return i end',
    'for i = 1, "x" do end',
    'for i = 1, 2, {} do end',
    'for i = nil, 2 do end',
    'for k in 5 do end',
    'for k in nil do end',
    'for k in {} do end',
    'local x = 1 for k in x do end',
    'for k in x.y do end',
    'for k in ("x") do end',
    'for k in pairs({1}), nil do return k end',
    'for a, b, c in function() return 1, 2 end do return a, b, c end',
    'for k, v in next, {5} do return k, v end',
    'for k in next, {1, 2}, 0 do return k end',
    'return (function(...) return select("#", ...) end)(nil, nil)',
    'return ((function() return 1, 2 end)())',
    'local t = {(function() return 1, 2 end)(), (function() return 1, 2 end)()} return #t',
    'return math.pi, math.huge, math.maxinteger, math.mininteger',
    'return math.floor(2^31 + 0.5), math.ceil(-2^31 - 0.5), math.floor(1e300)',
    'return math.fmod(-6, 4), math.fmod(6, -4), math.fmod(5.5, 2), math.fmod(-5.5, 2), math.fmod(1, 1/0)',
    'return pcall(math.fmod, 1, 0)',
    'return math.fmod(1, 0.0)',
    'return math.fmod(math.mininteger, -1)',
    'return math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"), math.tointeger({}), math.tointeger(2^63)',
    'return pcall(math.tointeger)',
    'return math.abs(math.mininteger), math.abs(-0.0), math.abs(-5)',
    'return math.ult(1, -1), math.ult(-1, 1), math.ult(0, 0)',
    'return math.max(1, 2.5), math.max(2, 2.0), math.min(2, 2.0), math.max(-0.0, 0.0)',
    'return math.log(8, 2), math.log(100, 10), math.log(0), math.log(-1), math.log(2, 0)',
    'return math.exp(0), math.sin(0), math.cos(0), math.tan(0), math.sqrt(2), math.deg(math.pi), math.rad(180)',
    'return math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(1/0)',
    'return math.type(1), math.type(1.0), math.type("1"), math.type(nil)',
  );
  return programs;
}

/** All programs, each once. */
export function libraryPrograms(): string[] {
  return [
    ...new Set([
      ...callPrograms(),
      ...pairPrograms(),
      ...namePrograms(),
      ...formatPrograms(),
      ...patternPrograms(),
      ...packPrograms(),
      ...numberPrograms(),
      ...tablePrograms(),
      ...metamethodPrograms(),
      ...controlPrograms(),
    ]),
  ];
}
