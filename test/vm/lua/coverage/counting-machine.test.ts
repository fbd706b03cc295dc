import { createRequire } from 'node:module';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileChunk } from '../../../../vm/lua/compile/compile.js';
import { CountingMachine } from '../../../../vm/lua/coverage/counting-machine.js';
import { lineHits, newCounts } from '../../../../vm/lua/coverage/source-lines.js';
import { NEVER_JIT } from '../../../../vm/lua/jit/policy.js';
import { Machine } from '../../../../vm/lua/machine/machine.js';
import type { RunOutcome } from '../../../../vm/lua/machine/outcome.js';
import { generateProgram } from '../../../support/lua/lua-generator.js';
import { AMPLE_FUEL, SILENT_ENVIRONMENT, showValue } from '../../../support/lua/run-lua.js';
import { scaled } from '../../../support/random/scale.js';

interface Counted {
  readonly outcome: RunOutcome;
  /** How often each executable line was reached. */
  readonly hits: ReadonlyMap<number, number>;
  /** Instructions that were counted, all together. */
  readonly instructions: number;
}

function count(source: string, fuelLimit = AMPLE_FUEL): Counted {
  const chunk = compileChunk(Buffer.from(source, 'latin1'), 'line');
  const counts = newCounts(chunk.proto);
  const outcome = new CountingMachine(
    { environment: SILENT_ENVIRONMENT, fuelLimit, context: undefined },
    counts,
  ).run(chunk);
  const instructions = [...counts.values()].flatMap(each => [...each]).reduce((sum, n) => sum + n, 0);
  return { outcome, hits: new Map(lineHits(counts)), instructions };
}

/** The hits that a source says it has: `--> 3` at the end of each executable line. */
function expectedHits(source: string): Map<number, number> {
  return new Map(
    source.split('\n').flatMap((text, i) => {
      const mark = /--> (\d+)$/.exec(text);
      return mark === null ? [] : [[i + 1, Number(mark[1])] as const];
    }),
  );
}

const rows = (hits: ReadonlyMap<number, number>): string[] =>
  [...hits].map(([line, count]) => `${line}: ${count}`);

const PROGRAM = `
local total = 0                           --> 1
local function add(n)
  total = total + n                       --> 3
  return total                            --> 3
end                                       --> 1
local function unused(x)
  if x then                               --> 0
    return 1                              --> 0
  end
  return 2                                --> 0
end                                       --> 1
for i = 1, 3 do                           --> 4
  add(i)                                  --> 3
end
local words = {                           --> 1
  "a",                                    --> 1
  "b"
}                                         --> 1
for _, word in
  ipairs(words) do                        --> 3
  if word == "a" then                     --> 2
    goto skip
  else
    total = total * 2                     --> 1
  end
  ::skip::
end
local n = 0                               --> 1
while n < 2 do                            --> 3
  n = n + 1                               --> 2
end
repeat n = n - 1 until n == 0             --> 2
local ok, message = pcall(function()      --> 1
  error("wrong")                          --> 1
end)                                      --> 1
return total, ok, message                 --> 1
`;

test('every executable line is counted as often as it is reached, and no other line is named', () => {
  const { outcome, hits } = count(PROGRAM);
  assert.ok(outcome.ok);
  assert.equal(outcome.values.map(showValue).slice(0, 2), ['integer:12', 'boolean:false']);
  assert.equal(rows(hits), rows(expectedHits(PROGRAM)));
});

test('what runs before a failure is counted, what stands behind it is not', () => {
  const source = `
local function fail()
  error("stop") --> 1
end             --> 1
fail()          --> 1
return 1        --> 0
`;
  const { outcome, hits } = count(source);
  assert.not(outcome.ok);
  assert.equal(rows(hits), rows(expectedHits(source)));
});

test('a run that burns out is counted up to where it ended', () => {
  const { outcome, hits } = count('local n = 0\nwhile true do\nn = n + 1\nend', 1_500);
  assert.is(outcome.ok === false && outcome.kind, 'burned-out');
  const turns = hits.get(3)!;
  assert.ok(turns > 5 && turns < 50, `${turns} turns`);
});

test('chunks that a contract compiles itself are not mixed with its own lines', () => {
  const source = 'local f = load("local x = 1\\nreturn x", "=line") --> 1\nreturn f() --> 1';
  assert.equal(rows(count(source).hits), rows(expectedHits(source)));
});

test('results and fuel do not depend on counting, and every step is counted, for random programs', () => {
  for (let seed = 1; seed <= scaled(150, 20_000); seed++) {
    const source = generateProgram(seed);
    const chunk = compileChunk(Buffer.from(source, 'latin1'), 'line');
    const request = {
      environment: SILENT_ENVIRONMENT,
      fuelLimit: 1_000_000,
      jit: NEVER_JIT,
      context: undefined,
    };
    const plain = new Machine(request).run(chunk);
    const { outcome, instructions } = count(source, 1_000_000);
    const isWhole = !source.includes('load(');
    if (isWhole) assert.is(instructions, outcome.fuel.step, `seed ${seed}`);
    const comparable = (run: RunOutcome) => (run.ok ? { ...run, values: run.values.map(showValue) } : run);
    assert.equal(comparable(outcome), comparable(plain), `seed ${seed}`);
  }
});

// --- another virtual machine as the judge --------------------------------------------------------

/** What is needed of Fengari's own virtual machine. */
interface Fengari {
  readonly lauxlib: {
    luaL_newstate(): unknown;
    luaL_dostring(state: unknown, text: Uint8Array): boolean;
  };
  readonly lualib: { luaL_openlibs(state: unknown): void };
  readonly lua: { lua_tojsstring(state: unknown, index: number): string };
  to_luastring(text: string): Uint8Array;
}

/** A copy that nobody patches: our compiler patches the one that it loads afterwards. */
function loadFengari(): Fengari {
  const require = createRequire(import.meta.url);
  const forget = (): void => {
    for (const path of Object.keys(require.cache)) {
      if (path.includes('/fengari/')) delete require.cache[path];
    }
  };
  const patched = Object.entries(require.cache).filter(([path]) => path.includes('/fengari/'));
  forget();
  const fengari = require('fengari') as Fengari;
  forget();
  for (const [path, module] of patched) require.cache[path] = module;
  return fengari;
}

/** How often the line hook of that machine names each line of a program. */
function linesOfHook({ lauxlib, lualib, lua, to_luastring }: Fengari, source: string): Map<number, number> {
  const state = lauxlib.luaL_newstate();
  lualib.luaL_openlibs(state);
  const script = `
    local hits = {}
    local program = load([===[\n${source}]===], "=program")
    debug.sethook(function(_, line)
      if debug.getinfo(2, "S").source == "=program" then hits[line] = (hits[line] or 0) + 1 end
    end, "l")
    pcall(program)
    debug.sethook()
    local text = {}
    for line, count in pairs(hits) do text[#text + 1] = line .. ":" .. count end
    return table.concat(text, " ")`;
  const failed = lauxlib.luaL_dostring(state, to_luastring(script));
  const answer = lua.lua_tojsstring(state, -1);
  assert.not(failed, answer);
  return new Map(answer.split(' ').map(entry => entry.split(':').map(Number) as [number, number]));
}

const JUDGED = [
  PROGRAM,
  `
local function sum(...)
  local total = 0
  for _, n in ipairs({ ... }) do total = total + n end
  return total
end
local function tail(n)
  if n == 0 then
    return sum(1,
      2,
      3)
  end
  return tail(n - 1)
end
local objects = setmetatable({}, {
  __index = function(_, key)
    return key .. "!"
  end,
  __call = function(_, a, b)
    return a
      + b
  end,
})
local text = objects.name ..
  objects.other
for i = 10, 1, -3 do for j = i, 10 do if j % 2 == 0 and
      i > 3 or j == 9 then
      text = text .. j
    end
  end
end
return tail(4), objects(1, 2), text
`,
  `
local closures = {}
for i = 1, 4 do
  local count = 0
  closures[i] = function()
    count = count + i
    return count
  end
end
local all = 0
while true do
  all = all + 1
  if all > 20 then break end
  for _, f in pairs(closures) do
    f() f()
  end
end
local sorted = { 5, 2, 8, 1 }
table.sort(sorted, function(a, b)
  return a < b
end)
local caught = 0
for depth = 1, 3 do
  pcall(function()
    local t = nil
    if depth == 2 then
      error({ code = 1 })
    end
    return t.field
  end)
  caught = caught + 1
end
local n = 3
::again::
n = n - 1
if n > 0 then goto again end
repeat
  local done = n <= 0
  n = n - 1
until done
return (("x"):rep(3):gsub("x", function(c)
  return c .. c
end))
`,
];

test('the line hook of another Lua 5.3 machine names the same lines, and none less often', () => {
  const fengari = loadFengari();
  for (const source of JUDGED) {
    const hook = linesOfHook(fengari, source);
    const { hits } = count(source);
    assert.ok(hits.size > 15);
    for (const [line, count] of hits) {
      const place = `line ${line}: ${source.split('\n')[line - 1]}`;
      assert.is(count > 0, hook.has(line), place);
      assert.ok(count <= (hook.get(line) ?? 0), place);
    }
  }
});

test.run();
