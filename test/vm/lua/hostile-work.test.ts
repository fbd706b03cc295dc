import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileChunk, compileWork } from '../../../vm/lua/compile/compile.js';
import { findText } from '../../../vm/lua/lib/find-text.js';
import { Machine } from '../../../vm/lua/machine/machine.js';
import { SILENT_ENVIRONMENT } from '../../support/lua/run-lua.js';

/* What is done for a contract is counted before it is done: these look at the counters, never at the clock. */

const FUEL = 50_000_000;

/** The work of a program, and how it ended. */
function workOf(source: string, jit = { calls: 50, turns: 512 }) {
  const code = compileChunk(Buffer.from(source, 'latin1'), 'line');
  const machine = new Machine({ environment: SILENT_ENVIRONMENT, fuelLimit: FUEL, context: undefined, jit });
  const outcome = machine.run(code);
  return { work: machine.workDone, outcome };
}

/** Programs with a size `N`; what they do for one instruction grows in proportion to it. */
const LINEAR: readonly (readonly [what: string, source: string, perUnit: number])[] = [
  ['numbers in texts', 'local s = ("1"):rep(N) .. "!" return tonumber(s)', 1],
  ['arithmetic on texts', 'local s = ("1"):rep(N) .. "!" return pcall(function() return s + 1 end)', 1],
  ['bounds of loops', 'local s = ("1"):rep(N) .. "!" return pcall(function() for i = s, 1 do end end)', 1],
  ['numbers in a base', 'local s = ("z"):rep(N) return tonumber(s, 36)', 1],
  ['a plain search', 'local s = ("a"):rep(N) return s:find(("a"):rep(N // 2) .. "b", 1, true)', 1],
  ['letters', 'return ("aB"):rep(N // 2):lower()', 1 / 8],
  ['quotes', 'return string.format("%q", ("\\1"):rep(N))', 1],
  ['replacements', 'return (("a"):rep(N):gsub("a", "%0%0"))', 1],
  [
    'a chain of metatables',
    'local t = {} for i = 1, N do t = setmetatable({}, { __index = t }) end return pcall(function() return t.a end)',
    1 / 16,
  ],
  ['keys that are floats', 'local t = {} for i = 1, N do t[i + 0.5] = i end', 32],
  ['keys that are tables', 'local t = {} for i = 1, N do t[{}] = i end', 32],
  ['keys that are texts', 'local t = {} for i = 1, N do t["k" .. i] = i end', 200],
  ['a list of arguments', 'return select("#", table.unpack({}, 1, N))', 1],
  [
    'a search for the length',
    'local t = {} for i = 1, N do t[i] = i end local k = N + 1 while k < 1 << 32 do t[k] = 1 k = k * 2 end return #t',
    1,
  ],
  [
    'names in errors',
    'local f = load("local t " .. ("t = 1 "):rep(N) .. "t.x.y = 1") return pcall(f)',
    1 / 4,
  ],
  [
    'names in errors among many variables',
    'local f = load(("do local a end "):rep(N) .. "local t t.x = 1") return pcall(f)',
    1 / 4,
  ],
  [
    'positions of errors far up',
    'local function f(n) if n > 0 then return (f(n - 1)) end return pcall(error, "x", N) end return f(N)',
    1,
  ],
  [
    'errors that are caught deep down',
    'local function f(n) if n > 0 then return (f(n - 1)) end return pcall(error) end return f(N)',
    1,
  ],
  [
    'variables of closures',
    'local a, b, c, d = 1, 2, 3, 4 for i = 1, N do local f = function() return a + b + c + d end end',
    4,
  ],
];

for (const [what, source, perUnit] of LINEAR) {
  test(`work is counted in proportion: ${what}`, () => {
    const at = (n: number) => workOf(source.replaceAll('N', String(n))).work;
    const [small, large] = [at(512), at(1024)];
    assert.ok(large - small >= 512 * perUnit, `${small} and ${large}`);
    assert.ok(large <= 4 * small + 1000, `${small} and ${large}: more than in proportion`);
  });
}

test('an instruction that cannot be paid for is not begun', () => {
  const outcome = workOf('local s = ("1"):rep(60000000) return tonumber(s)').outcome;
  assert.is(outcome.ok, false);
  if (!outcome.ok) assert.is(outcome.kind, 'burned-out');
});

test('work is the same in the interpreter and in compiled code', () => {
  const programs = [
    'for i = 1, 300 do local t = { i, i + 1 } for k, v in pairs(t) do t[k] = v .. "" end end',
    'local n = 0 for i = 1, 300 do for _, v in ipairs({ 1, 2, 3 }) do n = n + v end end',
    'local t = setmetatable({}, { __index = function(_, k) return k end, __len = function() return 3 end }) for i = 1, 300 do local x = t[i] + #t end',
    'for i = 1, 300 do pcall(error, i) pcall(function() local x = nil + 1 end) end',
    'for i = 1, 300 do local a, b = i, 2 local f = function() return a + b end f() end',
    'local x = 1e300 for i = 1, 300 do x = x % 7 + 1e300 x = x ^ 1.01 end',
    'for i = 1, 300 do local s = ("%d %s"):format(i, "x") s = s:rep(3) .. tostring(i) s = s < "5" and s or s == "x" end',
    'local x = math.maxinteger for i = 1, 300 do x = x * 3 // 7 % 11 + (x >> 3) end',
    // What is no function has no name where a host function calls it; the record of that call may be an old one.
    'local function f(v) local n = 0 ::a:: n = (function() return n + 1 end)() do pcall(v) end if n < 5 then goto a end end for i = 1, 9 do f(7) end',
  ];
  for (const source of programs) {
    const { work } = workOf(source, { calls: Infinity, turns: Infinity });
    assert.is(workOf(source, { calls: 0, turns: 1 }).work, work, source);
    assert.is(workOf(source, { calls: 3, turns: 7 }).work, work, source);
  }
});

test('compilation has a price by the text alone: a fixed part, bytes, and jumps by the square of their number', () => {
  const price = (source: string): number => compileWork(Buffer.from(source));
  assert.ok(price('') > 0);
  assert.ok(price('x = 1 '.repeat(100)) - price('') >= 600);
  const chain = (n: number): number => price(`return a${' and a'.repeat(n)}`);
  assert.ok(chain(4000) - 4 * chain(1000) > 1_000_000);
  // Words that only contain them are none.
  assert.is(price('for error random'), price('xxx xxxxx xxxxxx'));
  const repeated = workOf('for i = 1, 100 do load("") end').work;
  assert.ok(repeated >= 100 * price(''));
});

test('a text that compares too many names is refused; 200 variables and 8,000 other names are none too many', () => {
  const names = (first: string, count: number): string =>
    Array.from({ length: count }, (_, i) => `${first}${i}`).join();
  const functions = `local ${names('b', 190)} return function() `.repeat(20);
  const refused = `local ${names('a', 199)} = 1 return function() ${functions}${'q=q '.repeat(8000)}${'end '.repeat(21)}`;
  assert.ok(refused.length < 65_536);
  assert.throws(
    () => compileChunk(Buffer.from(refused), 'line'),
    /too many variables and labels for the names in use/,
  );
  compileChunk(Buffer.from(`local ${names('a', 199)} = 1 ${'q=q '.repeat(8000)}`), 'line');
});

test('a plain search finds what indexOf finds', () => {
  const worker = { work() {} };
  for (const text of ['', 'a', 'aaaaabaaaaab', 'abcabcabcabd', 'aabaacaabaad']) {
    for (let from = 0; from <= text.length; from++) {
      for (const pattern of ['', 'a', 'aaab', 'aaaab', 'abcabcabd', 'aabaacaabaad', 'baaaab', 'abcabd']) {
        assert.is(
          findText(worker, text, pattern, from),
          text.indexOf(pattern, from),
          `${text} ${pattern} ${from}`,
        );
      }
    }
  }
});

test('texts that are put together are as long as they are: pieces leave nothing behind', () => {
  const source = 'local s = string.format("%q", ("\\1"):rep(3000000)) return #s';
  const code = compileChunk(Buffer.from(source, 'latin1'), 'line');
  // The result, its buffer while it grows and the argument; pieces of 32 bytes each would take far more.
  const machine = new Machine({
    environment: SILENT_ENVIRONMENT,
    fuelLimit: FUEL,
    context: undefined,
    memoryLimit: 40_000_000,
  });
  const outcome = machine.run(code);
  assert.is(outcome.ok, true, outcome.ok ? '' : outcome.message);
});

test('a text that was joined takes its length when it is read, not before', () => {
  const grow = 'local s = "" for i = 1, 3000 do s = s .. ("x"):rep(20) ';
  const run = (body: string) => {
    const code = compileChunk(Buffer.from(`${grow}${body} end return #s`), 'line');
    return new Machine({
      environment: SILENT_ENVIRONMENT,
      fuelLimit: FUEL,
      context: undefined,
      memoryLimit: 20_000_000,
    }).run(code);
  };
  assert.is(run('').ok, true);
  for (const reading of [
    'local b = s:byte(1)',
    'local b = s < "y"',
    'local t = { [s] = 1 }',
    'local n = tonumber(s)',
  ]) {
    const outcome = run(reading);
    assert.is(outcome.ok, false, reading);
    if (!outcome.ok) assert.is(outcome.kind, 'memory-limit', reading);
  }
});

test('texts beyond what a string can be are refused before they are joined', () => {
  for (const source of [
    'local s = ("a"):rep(60000000) print(s, s, s, s, s, s, s, s, s, s)',
    'local s, n = ("a"):rep(100000000), 0 return load(function() n = n + 1 return n == 1 and "x" or s end)',
  ]) {
    const { outcome } = workOf(source);
    const isLuaOutcome = outcome.ok || outcome.kind !== undefined;
    assert.ok(isLuaOutcome);
  }
});

test('what runs when gCheckAccount is read at the end is in the fuel', () => {
  const loop = (n: number): string =>
    `setmetatable(_G, { __index = function() for i = 1, ${n} do end return true end })`;
  const fuelOf = (n: number): number => workOf(loop(n)).outcome.fuel.total;
  assert.ok(fuelOf(2000) - fuelOf(1000) >= 1000);
  const { outcome } = workOf(loop(1e9));
  assert.is(outcome.ok, false);
  if (!outcome.ok) assert.is(outcome.kind, 'burned-out');
  const failed = workOf('setmetatable(_G, { __index = function(_, k) error(k) end })').outcome;
  if (!failed.ok) assert.is(failed.message, 'reading gCheckAccount failed');
  assert.is(failed.ok, false);
});

test.run();
