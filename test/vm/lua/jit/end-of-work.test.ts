import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileChunk } from '../../../../vm/lua/compile/compile.js';
import type { JitPolicy } from '../../../../vm/lua/jit/policy.js';
import { Machine } from '../../../../vm/lua/machine/machine.js';
import { JIT_MODES, wholeOutcome } from '../../../support/lua/jit-modes.js';
import { SILENT_ENVIRONMENT } from '../../../support/lua/run-lua.js';
import { scaled } from '../../../support/random/scale.js';

/*
 * Where work or memory runs out, the run ends at the same place in every mode: text, traceback, fuel of every kind. The
 * limit is set to every number of units that these programs take, or to many of them.
 */

const FUEL = 1_000_000;
/** Limits that are tried for a program: all of them at full volume. */
const LIMITS = scaled(16, Number.POSITIVE_INFINITY);
const MODES = ['from the first call', 'from the first turn', 'mixed'] as const;

interface Limits {
  readonly mostWork?: number;
  readonly memoryLimit?: number;
}

/** Programs in which every kind of work is done by code that is compiled. */
const PROGRAMS: readonly string[] = [
  'local t = {} for i = 1, 20 do t[i + 0.5] = i end local s = 0 for i = 1, 20 do s = s + t[i + 0.5] end return s',
  'local t = {} for i = 1, 20 do t[i << 20] = i end local s = 0 for i = 1, 20 do s = s + t[i << 20] t[i << 20] = s end return s',
  'local k = ("x"):rep(100) local t = { [k .. "a"] = 1 } local s = 0 for i = 1, 20 do s = s + t[k .. "a"] end return s',
  'local t = setmetatable({}, { __index = setmetatable({}, { __index = { a = 1 } }) }) local s = 0 for i = 1, 20 do s = s + t.a end',
  'local function f(...) return select("#", ...), ... end local s = 0 for i = 1, 9 do s = s + f(i, i) end return f(table.unpack({}, 1, 40))',
  'local function g(n, ...) if n > 0 then return g(n - 1, ...) end return ... end for i = 1, 4 do g(i, 1, 2) end return g(2, table.unpack({}, 1, 30))',
  'local t = {} for i = 1, 20 do t[i] = { i, k = i } end local s = 0 for i, v in ipairs(t) do for k, w in pairs(v) do s = s + w end end',
  'local s = "" for i = 1, 20 do s = s .. i if s < "2" then s = s:upper() end end return #s',
  'for i = 1, 9 do pcall(function() local t t.x = i end) pcall(error, { i }) pcall(string.rep) end',
  'local n = 0 for i = 1, 9 do local x, y = i, 2 local f = function() return x + y end n = n + f() end',
  'local x = 1.5 for i = 1, 12 do x = x % 0.7 + x ^ 1.1 end return tostring(x)',
  'for i = 1, 3 do local f = load("return ... , 1") f(i) load("x =") end',
  `local t = setmetatable({}, { __add = function() return 1 end, __call = function(_, a, ...) return a end, __len = function() return 3 end,
    __concat = function() return "x" end, __lt = function() return true end })
    for i = 1, 8 do local n = (t + i) + t(i, 2, 3) + #t + #(t .. "y") if t < t then n = 0 end end`,
  'local t = {} for i = 1, 20 do table.insert(t, (i * 7) % 11) end table.sort(t) return (table.concat(t, ","):gsub("%d(%d)", "%1x"))',
  'for w, v in ("a1b2c3"):gmatch("(%a)(%d)") do local s = ("%s%5.2f%q"):format(w, v, w) end',
  'local t = { a = 1 } for i = 1, 20 do t["k" .. i] = i t.a = t.a + t["k" .. i] end for k in next, t do t[k] = nil end',
  'local t = { n = 0 } while t.n < 20 do t.n = t.n + 1 if t.zz == nil and not undefined then t[1] = 1 end end',
  'for i = 1, 6 do xpcall(function(...) local a = ... return a.b.c end, function(e) return e .. "!" end, nil) end',
];

/** Everything that a program says, run twice in a mode so that what it has compiled is used too. */
function outcomes(source: string, jit: JitPolicy, limits: Limits): string {
  const code = compileChunk(Buffer.from(source), 'line');
  const runs = [0, 1].map(() => {
    const request = { environment: SILENT_ENVIRONMENT, fuelLimit: FUEL, context: undefined, jit, ...limits };
    const machine = new Machine(request);
    return [wholeOutcome(machine.run(code)), machine.workDone];
  });
  return JSON.stringify(runs);
}

function workOf(source: string): number {
  const code = compileChunk(Buffer.from(source), 'line');
  const machine = new Machine({ environment: SILENT_ENVIRONMENT, fuelLimit: FUEL, context: undefined });
  assert.is(machine.run(code).ok, true, source);
  return machine.workDone;
}

function compare(source: string, limits: Limits): void {
  const expected = outcomes(source, JIT_MODES.interpreter!, limits);
  for (const mode of MODES) {
    assert.is(
      outcomes(source, JIT_MODES[mode]!, limits),
      expected,
      `${mode}, ${JSON.stringify(limits)}\n${source}`,
    );
  }
}

test('work runs out at the same place in the interpreter and in compiled code', () => {
  for (const source of PROGRAMS) {
    const whole = workOf(source);
    const step = Math.max(1, whole / LIMITS);
    for (let mostWork = 1; mostWork <= whole; mostWork += step)
      compare(source, { mostWork: Math.floor(mostWork) });
  }
});

test('memory runs out at the same place in the interpreter and in compiled code', () => {
  const [least, most] = [2_000, 60_000];
  for (const source of PROGRAMS) {
    const step = Math.max(1, (most - least) / (LIMITS / 2));
    for (let limit = least; limit <= most; limit += step) compare(source, { memoryLimit: Math.floor(limit) });
  }
});

test.run();
