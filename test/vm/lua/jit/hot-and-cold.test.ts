import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileChunk } from '../../../../vm/lua/compile/compile.js';
import { Environment } from '../../../../vm/lua/machine/environment.js';
import { RuntimeFault } from '../../../../vm/lua/machine/errors.js';
import { Machine } from '../../../../vm/lua/machine/machine.js';
import { JIT_MODES, runInMode } from '../../../support/lua/jit-modes.js';
import { scaled } from '../../../support/random/scale.js';

/*
 * Programs chosen because compiled code could go another way than the interpreter: in every mode, fresh and
 * used, at every fuel limit, they give the same values, texts, tracebacks and counters.
 */

const AMPLE = 1_000_000;

/** All outcomes of a program are those of the interpreter. */
function sameInAllModes(source: string, fuelLimit = AMPLE): unknown {
  const [expected] = runInMode(source, JIT_MODES.interpreter!, fuelLimit);
  for (const [name, policy] of Object.entries(JIT_MODES)) {
    for (const outcome of runInMode(source, policy, fuelLimit, 2)) {
      assert.equal(outcome, expected, `${name}, fuel limit ${fuelLimit}\n${source}`);
    }
  }
  return expected;
}

const STEPS = [
  '(s or 1)',
  '(s and 1)',
  '(s and -1 or 1)',
  '(not s and 1 or -1)',
  's or t or 1',
  '(s == 1 and 2 or -2)',
  's or (t and 1 or 2)',
  '(function() return s or 1 end)()',
  's',
];

for (const step of STEPS) {
  test(`the step of a numeric loop is what the expression gives: ${step}`, () => {
    sameInAllModes(`
      local function f(s, t)
        local n = 0
        for i = 10, 1, ${step} do n = n + 1 if n > 20 then break end end
        for i = 1, 10, ${step} do n = n + 100 if n > 3000 then break end end
        return n
      end
      local text = ""
      for k = 1, 4 do
        for _, s in ipairs({ -1, 1, false, 0.5, "2", "x" }) do
          for _, t in ipairs({ -1, false, 3 }) do
            text = text .. tostring(select(2, pcall(f, s, t))) .. tostring(select(2, pcall(f, nil, t)))
          end
        end
      end
      return text`);
  });
}

test('a loop without a body costs what the interpreter counts', () => {
  sameInAllModes('for i = 1, 2000 do end');
  sameInAllModes('for k = 1, 60 do for i = 1, 20 do end end');
  sameInAllModes('local function f() for i = 1, 30 do end end for k = 1, 60 do f() end');
});

const CONTROLS = [
  '0',
  '-5',
  '1',
  '2',
  '3',
  '4',
  '99',
  '1.0',
  '1.5',
  '"1"',
  '"x"',
  'nil',
  'true',
  '{}',
  '2^53',
  'math.mininteger',
  '0/0',
];
const LISTS = [
  '{1, 2, 3}',
  '{1, 2, nil, 4}',
  '{}',
  '{x = 1}',
  'setmetatable({}, {__index = function() end})',
  '"text"',
  'nil',
];

for (const iterator of ['next', 'pairs({})', '(ipairs({}))']) {
  test(`${iterator} as an iterator with any state and control value raises what it raises when called`, () => {
    for (const list of LISTS) {
      sameInAllModes(`
        local iterator = ${iterator}
        local function f(t, c)
          local n = type(1)
          for k, v in iterator, t, c do n = tostring(k) .. tostring(v) if #n > 40 then break end c = k end
          return n
        end
        local text = ""
        local function try(c)
          for k = 1, 4 do text = text .. tostring(select(2, pcall(f, ${list}, c))) end
        end
        ${CONTROLS.map(control => `try(${control})`).join(' ')}
        return text`);
    }
  });
}

/** Programs in which something is paid or given back in every way there is. */
const PAYING = [
  'local x = 0 while true do x = x + 1 end',
  'local t = {} for i = 1, 300 do t[i] = { i } end return #t',
  'local s = "" for i = 1, 60 do s = s .. i end return s',
  'local f for i = 1, 100 do local j = i f = function() return j end end return f()',
  'local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end return f(60)',
  'local function f(n) if n == 0 then return 0 end return f(n - 1) end return f(90)',
  'local function f(...) return select("#", ...), ... end local n for i = 1, 40 do n = f(i, i, i) end return n',
  'local m = setmetatable({}, { __index = function(t, k) return k * 2 end, __add = function() return 3 end }) local x = 0 for i = 1, 60 do x = x + m[i] + (m + 1) end return x',
  'local t = setmetatable({}, { __lt = function() return true end, __eq = function() return false end, __concat = function() return "c" end }) local n = 0 for i = 1, 60 do if t < t then n = n + 1 end if t == {} then n = n + 2 end n = n + #(t .. "x") end return n',
  'local n = 0 for i = 1, 60 do local ok, e = pcall(function() local x = nil; x.y = i end) n = n + #e end return n',
  'local n = 0 for i = 1, 40 do n = n + #table.concat({ i, i, table.unpack({ i, i }) }) end return n',
  'local n = 0 for k, v in pairs({ 1, 2, 3, a = 1, b = 2 }) do n = n + v end for i, v in ipairs({ 4, 5, 6 }) do n = n + v end return n',
  'local n = 0 for i = 1, 30 do for j = 1, i do if j % 2 == 0 then goto continue end n = n + j ::continue:: end end return n',
  'local function g(a, b) return type(a) end local function f(x) return g(x, x) end local r for i = 1, 60 do r = f(i) end return r',
  'local function f(x) return tostring(x) end local r for i = 1, 60 do r = f(i) end return r',
];

test('a run burns out at the same instruction in every mode, with the same text and counters', () => {
  for (const source of PAYING) {
    const { fuel } = runInMode(source, JIT_MODES.interpreter!, 60_000)[0] as { fuel: { total: number } };
    const top = fuel.total + 10;
    const step = Math.max(1, Math.floor(top / scaled(40, 5_000)));
    for (let limit = top; limit > 0; limit -= step) sameInAllModes(source, limit);
    for (let limit = top; limit > top - 30; limit--) sameInAllModes(source, limit);
  }
});

test('an exception of JavaScript is a fault of the runtime in every mode, which no contract catches', () => {
  const broken = new Environment({
    mylib: {
      Log() {
        throw new RangeError('Invalid string length');
      },
    },
  });
  const source = 'local r for k = 1, 60 do r = pcall(k > 50 and mylib.Log or type, 1) end return r';
  for (const jit of Object.values(JIT_MODES)) {
    const chunk = compileChunk(Buffer.from(source), 'line');
    const machine = new Machine({ environment: broken, fuelLimit: AMPLE, jit, context: undefined });
    assert.throws(
      () => machine.run(chunk),
      (error: unknown) => error instanceof RuntimeFault && error.cause instanceof RangeError,
    );
  }
});

test.run();
