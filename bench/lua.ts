/**
 * Lua programs in our engine, with fuel counted, against the Debian package `lua5.3`, which counts
 * nothing. Both measure processor time inside one process, of which the fastest of several runs
 * counts. Without lua5.3 only our times are shown. Beside them, sends of the sample token through the
 * whole ledger.
 */
import { spawnSync } from 'node:child_process';
import { type CompiledChunk, compileChunk } from '../vm/lua/compile/compile.js';
import { Environment } from '../vm/lua/machine/environment.js';
import { Machine } from '../vm/lua/machine/machine.js';
import type { BenchmarkResult } from './result.js';
import { timeTokenSends } from './support/token-sends.js';

/** Repetitions; the fastest counts, as the one that other work on the machine disturbed least. */
const REPETITIONS = 7;
/**
 * How often a program is compiled anew: V8 optimizes a loop at a moment of its own choosing, in about one
 * of six processes with what it knew too early, and stays with that.
 */
const COMPILATIONS = 3;
const FUEL = 1_000_000_000;

/** Each program returns one value, by which the two engines are checked against each other. */
const PROGRAMS: Readonly<Record<string, string>> = {
  fib: `
    local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
    return fib(27)`,
  loop: `
    local s = 0
    for i = 1, 5000000 do s = s + i % 7 * 2 end
    return s`,
  strings: `
    local s, n = "", 0
    for i = 1, 20000 do s = s .. i .. "," end
    for i = 1, 200000 do n = n + #("k" .. i % 1000) end
    return #s + n`,
  tableInsert: `
    local t = {}
    for i = 1, 300000 do table.insert(t, i) end
    local n = 0
    for i, v in ipairs(t) do n = n + v end
    return n`,
  sieve: `
    local N, count = 1000000, 0
    local composite = {}
    for i = 2, N do
      if not composite[i] then
        count = count + 1
        for j = i * i, N, i do composite[j] = true end
      end
    end
    return count`,
  fields: `
    local accounts = {}
    for i = 1, 100 do accounts[i] = { name = "a" .. i, balance = 1000 } end
    local function send(from, to, amount)
      if from.balance < amount then return false end
      from.balance = from.balance - amount
      to.balance = to.balance + amount
      return true
    end
    local done = 0
    for i = 1, 1000000 do
      if send(accounts[i % 100 + 1], accounts[i * 7 % 100 + 1], i % 13) then done = done + 1 end
    end
    return done`,
  bits64: `
    local x, h = 88172645463325252, 0
    for i = 1, 300000 do
      x = x ~ (x << 13)
      x = x ~ (x >> 7)
      x = x ~ (x << 17)
      h = (h ~ x) * 0x100000001b3
    end
    return h`,
};

const environment = new Environment({});

/** Milliseconds of our engine, the fastest of several runs, and the first, which includes compiling. */
function timeOurs(source: string): { best: number; first: number; value: string } {
  let code: CompiledChunk | undefined;
  let best = Infinity;
  let first = 0;
  let value = '';
  for (let i = 0; i < COMPILATIONS * REPETITIONS; i++) {
    if (code === undefined || i % REPETITIONS === 0) code = compileChunk(Buffer.from(source), 'line');
    const started = process.cpuUsage();
    const outcome = new Machine({ environment, fuelLimit: FUEL, context: undefined }).run(code);
    const { user, system } = process.cpuUsage(started);
    const elapsed = (user + system) / 1e3;
    if (!outcome.ok) throw new Error(outcome.message);
    value = String(outcome.values[0] instanceof Object ? 'object' : outcome.values[0]);
    if (i === 0) first = elapsed;
    best = Math.min(best, elapsed);
  }
  return { best, first, value };
}

/** Milliseconds of lua5.3, or undefined where it is not installed. */
function timeTheirs(source: string): { best: number; value: string } | undefined {
  const script = `
    local run = load([==[${source}]==])
    local best, value = math.huge
    for i = 1, ${COMPILATIONS * REPETITIONS} do
      collectgarbage()
      local started = os.clock()
      value = run()
      best = math.min(best, os.clock() - started)
    end
    print(best * 1000, value)`;
  const result = spawnSync('lua5.3', ['-'], { input: script, encoding: 'utf8' });
  if (result.error !== undefined) return undefined;
  if (result.status !== 0) throw new Error(result.stderr);
  const [best, value] = result.stdout.trim().split('\t');
  return { best: Number(best), value: value! };
}

export async function run(): Promise<BenchmarkResult> {
  const rows: Record<string, string | number>[] = [];
  const ratios: Record<string, number> = {};
  for (const [name, source] of Object.entries(PROGRAMS)) {
    const ours = timeOurs(source);
    const theirs = timeTheirs(source);
    if (theirs === undefined) {
      rows.push({ program: name, 'ours ms': round(ours.best), 'first run ms': round(ours.first) });
      continue;
    }
    if (ours.value !== 'object' && ours.value !== theirs.value) {
      throw new Error(`${name}: ours gives ${ours.value}, lua5.3 gives ${theirs.value}`);
    }
    ratios[name] = round(ours.best / theirs.best);
    rows.push({
      program: name,
      'ours ms': round(ours.best),
      'first run ms': round(ours.first),
      'lua5.3 ms': round(theirs.best),
      ratio: ratios[name]!,
    });
  }
  const microseconds = await timeTokenSends();
  const tokenSendsPerSecond = Math.round(1e6 / microseconds);
  rows.push({ program: 'token send through the ledger', 'ours ms': round(microseconds / 1000) });
  const values = Object.values(ratios);
  if (values.length === 0) {
    console.log('lua5.3 is not installed (Debian package lua5.3): no ratios');
    return { rows, figures: { tokenSendsPerSecond } };
  }
  const geomeanRatio = round(Math.exp(values.reduce((sum, r) => sum + Math.log(r), 0) / values.length));
  rows.push({ program: 'geometric mean', ratio: geomeanRatio });
  return { rows, figures: { ratios, geomeanRatio, tokenSendsPerSecond } };
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
