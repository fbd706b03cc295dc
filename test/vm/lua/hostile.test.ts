import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileChunk, LuaSyntaxError } from '../../../vm/lua/compile/compile.js';
import { NEVER_JIT } from '../../../vm/lua/jit/policy.js';
import type { RunOutcome } from '../../../vm/lua/machine/outcome.js';
import { Random } from '../../support/lua/lua-generator.js';
import { runLua, showOutcome } from '../../support/lua/run-lua.js';
import { scaled } from '../../support/random/scale.js';

/** What a call with the reference's usual fee may burn (spec 03 §7.4). */
const CALL_FUEL = 900_000;
/** The most that any transaction may burn. */
const BLOCK_FUEL = 600_562_500;
/** Far more than the fuel of a call pays for, so that a busy machine does not fail the test. */
const CALL_TIME_MS = 5_000;

/** Runs a program with the fuel of a call and checks that it took no longer than that pays for. */
function runHostile(source: string, fuelLimit = CALL_FUEL): RunOutcome {
  const started = process.cpuUsage();
  const outcome = runLua(source, { fuelLimit });
  const { user, system } = process.cpuUsage(started);
  assert.ok((user + system) / 1000 < CALL_TIME_MS, `took ${(user + system) / 1000} ms`);
  return outcome;
}

function assertBurnsOut(source: string): void {
  const outcome = runHostile(source);
  assert.is(outcome.ok, false, source);
  if (!outcome.ok) assert.is(outcome.kind, 'burned-out', `${source}: ${outcome.message}`);
}

test('endless loops burn out, also where the contract protects itself', () => {
  assertBurnsOut('while true do end');
  assertBurnsOut('::a:: goto a');
  assertBurnsOut('repeat until false');
  assertBurnsOut('for i = math.maxinteger - 1, math.maxinteger do end');
  assertBurnsOut('while true do pcall(function() while true do end end) end');
  assertBurnsOut('pcall(function() while true do end end) return 1');
  assertBurnsOut('xpcall(function() while true do end end, function() while true do end end)');
  assertBurnsOut('local function f() return f() end f()');
  assertBurnsOut(
    'local f = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) while true do pcall(function() return f[1] end) end',
  );
});

test('a burn-out cannot be caught, and what comes after it does not run', () => {
  const outcome = runHostile('local ok = pcall(function() while true do end end) error("after")');
  assert.is(outcome.ok, false);
  if (!outcome.ok)
    assert.match(outcome.message, /^Burned-out lua_Burn(Step|Operator)\. Need more fuel to burn$/);
});

test('recursion without end is an error, however it recurses', () => {
  const overflow = (source: string): string => showOutcome(source)[1] ?? '';
  assert.match(
    overflow('return pcall(function() local function f() return 1 + f() end return f() end)'),
    /stack overflow/,
  );
  assert.match(
    overflow(
      'return pcall(function() local t = setmetatable({}, {}) getmetatable(t).__add = function(a, b) return a + b end return t + t end)',
    ),
    /C stack overflow/,
  );
  assert.match(
    overflow('local function f(...) return pcall(f, ...) end return true, tostring(select("#", f()))'),
    /string:/,
  );
  assert.match(
    overflow('return pcall(string.gsub, ("x"):rep(300), ("(x"):rep(40), "")'),
    /too many captures|pattern too complex/,
  );
  const source =
    'local s = "return 1" for i = 1, 300 do s = "return load(" .. ("%q"):format(s) .. ")()" if #s > 60000 then break end end return pcall(load(s) or error)';
  assert.is(runHostile(source, 10_000_000).ok, true);
});

test('the JavaScript stack is never what ends a recursion, also in compiled code with many registers', () => {
  const locals = Array.from({ length: 190 }, (_, i) => `local l${i} = ${i}`).join(' ');
  const sum = Array.from({ length: 190 }, (_, i) => `l${i}`).join(' + ');
  const recursions = [
    'f(n + 1)',
    '(pcall(f, n + 1) and 1 or 0)',
    '(select(2, pcall(pcall, f, n + 1)) and 1 or 0)',
    '#tostring(setmetatable({}, { __tostring = function() return "" .. f(n + 1) end }))',
    '(setmetatable({}, { __index = function(t, k) return f(k) end })[n + 1])',
    '#(("x"):gsub("x", function() return "" .. f(n + 1) end))',
    '(function() table.sort({ 1, 2 }, function() return f(n + 1) end) return 1 end)()',
    '(function(...) return f(...) end)(n + 1)',
  ];
  for (const recursion of recursions) {
    const source = `local f f = function(n) ${locals} return ${recursion} + ${sum} end for i = 1, 3 do pcall(f, 1) end return 1`;
    for (const jit of [{ calls: 0, turns: 1 }, { calls: 3, turns: 2 }, NEVER_JIT]) {
      const outcome = runLua(source, { fuelLimit: 100_000_000, jit });
      assert.ok(outcome.ok || outcome.kind !== 'error', `${recursion}: ${outcome.ok ? '' : outcome.message}`);
    }
  }
});

test('an error handler that fails, or an error value that raises, ends in an error', () => {
  assert.equal(showOutcome('return xpcall(error, function() error("again") end, 1)').slice(0, 1), [
    'boolean:false',
  ]);
  const raising = runHostile('error(setmetatable({}, { __tostring = function() error("no") end }))');
  assert.is(raising.ok, false);
  if (!raising.ok) assert.is(raising.message, 'unknown');
});

test('strings cannot be made faster than fuel pays for them, nor larger than memory', () => {
  assertBurnsOut('local s = "x" while true do s = s .. s end');
  assertBurnsOut('local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1000) end');
  assert.equal(showOutcome('return #string.rep("", 1 << 62), #string.rep("", 1 << 62, "")'), [
    'integer:0',
    'integer:0',
  ]);
  const tooLong = runHostile('return ("x"):rep(2000000000)');
  assert.is(tooLong.ok, false);
  if (!tooLong.ok) assert.is(tooLong.kind, 'memory-limit');
  const huge = runHostile(
    'local s = ("x"):rep(1 << 20) local t = {} for i = 1, 1e6 do t[i] = s .. i t[i]:byte(1) end',
    BLOCK_FUEL,
  );
  assert.is(huge.ok, false);
  if (!huge.ok) assert.is(huge.kind, 'memory-limit');
});

test('tables cannot grow beyond the memory limit, whatever the fuel', () => {
  const outcome = runLua('local t = {} for i = 1, 1e9 do t[i] = {} end', {
    fuelLimit: BLOCK_FUEL,
    memoryLimit: 1 << 26,
  });
  assert.is(outcome.ok, false);
  if (!outcome.ok) assert.is(outcome.kind, 'memory-limit');
  assertBurnsOut('local t = {} for i = 1, 1e9 do t[i .. ""] = i end');
});

test('loops inside library functions have a budget', () => {
  assertBurnsOut('return ("a"):rep(200):find(".-.-.-.-.-b")');
  assertBurnsOut('return table.move({}, 1, 1 << 53, 2)');
  assertBurnsOut(
    'local m = { __index = function() return "" end, __newindex = rawset } return table.concat(setmetatable({}, m), "", 1, 1 << 53)',
  );
  assertBurnsOut(
    'return table.unpack(setmetatable({}, { __index = function() return 1 end, __len = function() return 1e9 end }), 1, 999000)',
  );
  assertBurnsOut('for i = 1, 1e9 do local s = ("%99.99f"):format(1e308) end');
  assertBurnsOut('for i = 1, 1e9 do local x = i ^ 0.3 end');
  assertBurnsOut('for i = 1, 1e9 do local x = math.sin(i) end');
  assertBurnsOut('local s = ("x = 1 "):rep(10000) for i = 1, 1e9 do load(s) end');
  assertBurnsOut(
    'table.sort(setmetatable({}, { __index = function() return 1 end, __newindex = function() end, __len = function() return 1 << 30 end }))',
  );
});

/** Each instruction of these does as much as the contract likes, for the fuel of one. */
const LONG_INSTRUCTIONS: readonly (readonly [what: string, source: string])[] = [
  ['arguments that grow with each call', 'local function f(...) return f(1, ...) end f()'],
  ['arguments given back', 'local function f(...) return f(1, select(1, ...)) end f()'],
  [
    'results that many functions hand on',
    'local T = {} local function h(n) if n == 0 then return table.unpack(T, 1, 5000) end return 1, h(n - 1) end select("#", h(15000))',
  ],
  [
    'results that assert hands on',
    'local t = {} while true do select("#", assert(1, table.unpack(t, 1, 5000))) end',
  ],
  [
    'a loop with many arguments',
    'local function f(...) while true do local t = select("#", ...) end end f(table.unpack({}, 1, 5000))',
  ],
  ['equality', 'local a = ("x"):rep(200000) local b = ("x"):rep(199999) .. "x" while a == b do end'],
  [
    'equality in a library',
    'local a = ("x"):rep(200000) local b = ("x"):rep(199999) .. "x" while rawequal(a, b) do end',
  ],
  ['order', 'local a = ("x"):rep(200000) local b = ("x"):rep(199999) .. "x" while a <= b do end'],
  [
    'long keys',
    'local a = ("x"):rep(200000) local b = ("x"):rep(199999) .. "x" local t = { [a] = 1 } while t[b] do end',
  ],
  ['numbers in long strings', 'local a = (" "):rep(200000) .. "1" while a + 1 do end'],
  [
    'bounds of loops in long strings',
    'local a = (" "):rep(200000) .. "1" while true do for i = a, 1 do end end',
  ],
  ['arguments in long strings', 'local a = (" "):rep(200000) .. "1" while true do ("x"):rep(a) end'],
  [
    'a table that is almost empty',
    'local t = {} for i = 1, 20000 do t[i] = i end for i = 1, 19999 do t[i] = nil end while next(t) do end',
  ],
  [
    'a traversal of one',
    'local t = {} for i = 1, 20000 do t[i] = i end for i = 1, 19999 do t[i] = nil end while true do for k in pairs(t) do end end',
  ],
  [
    'integers in one chain',
    'local t = {} for i = 1, 4000 do t[i << 20] = i end while true do local x = t[1 << 20] end',
  ],
  [
    'strings in one chain',
    'local t = {} for i = 1, 2000 do t[("x"):rep(100) .. string.format("%05d", i) .. ("y"):rep(95)] = i end while t do local x = t[("x"):rep(100) .. "00000" .. ("y"):rep(95)] end',
  ],
  ['texts of floats', 'while true do tostring(1.1) end'],
];

for (const [what, source] of LONG_INSTRUCTIONS) {
  test(`an instruction that does much has a budget: ${what}`, () => {
    assertBurnsOut(source);
    const { ok } = runLua(source, { fuelLimit: CALL_FUEL, jit: NEVER_JIT });
    assert.is(ok, false);
  });
}

test("metamethods on the global table are the contract's own affair", () => {
  assert.equal(
    showOutcome(
      'setmetatable(_G, { __index = function(_, k) if k == "nothing" then error("no such global", 0) end end }) return pcall(function() return nothing end)',
    ),
    ['boolean:false', 'string:no such global'],
  );
  // The global gCheckAccount is read at the end of every run (spec 03 §6.1, O-6).
  assert.is(runHostile('setmetatable(_G, { __index = function() error("x") end }) return 1').ok, false);
});

test('binary chunks are refused, and none can be made', () => {
  assert.equal(showOutcome('return load("\\27Lua")'), [
    'nil',
    "string:attempt to load a binary chunk (mode is 't')",
  ]);
  assert.equal(showOutcome('return load("\\27Lua", "x", "b")')[0], 'nil');
  assert.equal(showOutcome('return pcall(string.dump, function() end)'), [
    'boolean:false',
    'string:unable to dump given function',
  ]);
  assert.throws(
    () => compileChunk(Uint8Array.of(0x1b, 0x4c), 'line'),
    (e: Error) => e instanceof LuaSyntaxError,
  );
});

test('nothing of JavaScript can be reached by name', () => {
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    'hasOwnProperty',
    'toString',
    'valueOf',
    'process',
    'require_',
    'globalThis',
    'length',
    'bytes',
  ];
  for (const name of names) {
    assert.equal(
      showOutcome(
        `return _G["${name}"], ({})["${name}"], ("x")["${name}"], mylib["${name}"], math["${name}"]`,
      ),
      ['nil', 'nil', 'nil', 'nil', 'nil'],
    );
    assert.equal(
      showOutcome(`local t = {} t["${name}"] = 1 t.${name} = t.${name} + 1 return t["${name}"], next(t)`),
      ['integer:2', `string:${name}`, 'integer:2'],
    );
    assert.equal(
      showOutcome(
        `${name} = 5 local ${name} = ${name} + 1 local function f() return ${name} end return f(), _G["${name}"]`,
      ),
      ['integer:6', 'integer:5'],
    );
  }
  assert.equal(showOutcome('local t = {} for i = 1, 200 do t["__proto__"] = i end return t.__proto__'), [
    'integer:200',
  ]);
});

test('texts of a contract never become program text', () => {
  const source = `local t = {} for i = 1, 200 do t["'); process.exit(1); //"] = "\\\\\\"'; throw 1; //" end return next(t)`;
  assert.equal(showOutcome(source), ["string:'); process.exit(1); //", `string:\\\\"'; throw 1; //`]);
});

/** Compiles a source and gives the message of its error, or nothing. */
function compileError(source: string): string {
  try {
    compileChunk(Uint8Array.from(Buffer.from(source, 'latin1')), 'line');
    return '';
  } catch (error) {
    if (error instanceof LuaSyntaxError) return error.message;
    throw error;
  }
}

test('sources of 64 KiB that nest, branch or name without measure compile or are refused, in time', () => {
  const fill = (unit: string, end = ''): string =>
    unit.repeat(Math.floor((65_536 - end.length) / unit.length)) + end;
  const started = process.cpuUsage();
  assert.match(compileError(fill('(')), /too many C levels \(limit is 200\)/);
  assert.match(compileError(`x = ${'{'.repeat(60_000)}`), /too many C levels/);
  assert.match(compileError(`x = ${'-'.repeat(1)}${fill('not ').slice(0, 60_000)}`), /too many C levels/);
  assert.match(compileError(`x = ${'a .. '.repeat(12_000)}a`), /too many C levels/);
  assert.match(compileError(fill('do ')), /too many C levels/);
  assert.match(compileError(fill('function f() ')), /too many C levels/);
  assert.is(compileError(`if a then ${'elseif a then '.repeat(4_000)} end`), '');
  assert.is(compileError(fill('x = {} ')), '');
  assert.match(compileError(fill('local a ')), /too many local variables \(limit is 200\)/);
  assert.match(compileError(fill('goto a ')), /too many pending gotos/);
  assert.match(
    compileError(`while a do ${'if a then break end '.repeat(3_000)} end`),
    /too many pending gotos/,
  );
  assert.match(compileError(`x = "${'y'.repeat(65_000)}`), /unfinished string/);
  assert.match(compileError('x'.repeat(65_537)), /65537 bytes \(limit is 65536\)/);
  const globals = Array.from({ length: 9_000 }, (_, i) => `g${i}=1`)
    .join(' ')
    .slice(0, 65_000);
  assert.is(compileError(globals.slice(0, globals.lastIndexOf(' '))), '');
  const { user, system } = process.cpuUsage(started);
  assert.ok((user + system) / 1000 < 20_000, `took ${(user + system) / 1000} ms`);
});

test('10,000 globals are a table like any other', () => {
  assert.equal(
    showOutcome(
      'for i = 1, 10000 do _G["g" .. i] = i end local n = 0 for k in pairs(_G) do n = n + 1 end return n > 10000, g9999',
    ),
    ['boolean:true', 'integer:9999'],
  );
});

test('random bytes as source are a syntax error or a program, never a crash', () => {
  const pieces = [
    'local ',
    'x',
    '=',
    '(',
    ')',
    '{',
    '}',
    'function ',
    'end ',
    'if ',
    'then ',
    'for ',
    'in ',
    'do ',
    '1',
    '"',
    '[[',
    ']]',
    '..',
    '...',
    '--',
    '\n',
    '::',
    'goto ',
    'return ',
    ',',
    ';',
    '#',
    '~',
    '<<',
    '0x',
    '1e',
    '\\',
    '%',
    '\0',
    '\xff',
  ];
  for (let seed = 1; seed <= scaled(1_500, 100_000); seed++) {
    const random = new Random(seed);
    const length = random.below(60);
    const source = Array.from({ length }, () =>
      random.below(3) === 0 ? String.fromCharCode(random.below(256)) : random.pick(pieces),
    ).join('');
    const shown = showOutcome(source, { fuelLimit: 10_000 });
    assert.ok(Array.isArray(shown));
  }
});

test.run();
