import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OPCODE_NAMES } from '../../../../vm/lua/bytecode/opcodes.js';
import { Proto } from '../../../../vm/lua/bytecode/proto.js';
import { type CompiledChunk, compileChunk } from '../../../../vm/lua/compile/compile.js';
import { JIT_WHEN_HOT, type JitPolicy, NEVER_JIT } from '../../../../vm/lua/jit/policy.js';
import { type Counts, HotCodeCensus } from '../../../support/lua/hot-code-census.js';
import { generateHotProgram, generateSmallHotProgram } from '../../../support/lua/hot-program-generator.js';
import { generateProgram, Random } from '../../../support/lua/lua-generator.js';
import { freshPrelude, StorageWorld } from '../../../support/lua/storage-world.js';
import { Progress } from '../../../support/random/progress.js';
import { scaled } from '../../../support/random/scale.js';

/*
 * The differential test of the JIT: random programs give the same results, texts, tracebacks, counters and
 * state in the interpreter, compiled from the first call, and compiled at random heats; fresh and after
 * runs of other modes; with ample fuel and with too little.
 */

/** Enough for programs that end by themselves; some do not. */
const WHOLE_FUEL = 50_000;
const SMALL_FUEL = 18_000;
const FROM_FIRST_CALL: JitPolicy = { calls: 0, turns: 1 };
/** Programs after which a long run notes how far it is. */
const SAVE_EVERY = 500;
/** Of so many programs one is large and tried in every mode, and one is of the generator without hot code. */
const WHOLE_EVERY = 128;
const COLD_EVERY = 32;

const world = new StorageWorld();
const census = new HotCodeCensus();
/** What small programs share: never compiled to JavaScript, and compiled further with every program. */
const coldPrelude = freshPrelude();
let hotPrelude = freshPrelude();

/** The same code as if it had never run. */
function fresh(chunk: CompiledChunk): CompiledChunk {
  const copy = (proto: Proto): Proto => new Proto({ ...proto, protos: proto.protos.map(copy) });
  return { ...chunk, proto: copy(chunk.proto) };
}

interface Ended {
  readonly work: number;
  readonly outcome: { readonly kind?: string; readonly fuel: { readonly total: number } };
}

/** What a program gives in the interpreter. */
function interpreted(chunk: CompiledChunk, fuelLimit: number, mostWork?: number): Ended {
  return world.run(chunk, { jit: NEVER_JIT, fuelLimit, mostWork, prelude: coldPrelude }) as Ended;
}

/**
 * Compares modes for one program: with ample fuel, and with too little.
 *
 * @param heats - random policies besides compiling at the first call
 * @returns how it ended
 */
function compareModes(source: string, seed: number, ample: number, heats: readonly JitPolicy[]): string {
  const random = new Random(seed);
  const policies = [FROM_FIRST_CALL, ...heats];
  const cold = compileChunk(Buffer.from(source, 'latin1'), 'line');
  const chunks = policies.map(() => fresh(cold));
  const compare = (n: number, fuelLimit: number, expected: Ended, mostWork?: number): void => {
    const jit = policies[n]!;
    const counted = n === 0 && fuelLimit === ample;
    const make = counted ? (census.machine.bind(census) as typeof census.machine) : undefined;
    const actual = world.run(chunks[n]!, {
      jit,
      fuelLimit,
      mostWork,
      prelude: hotPrelude,
      ...(make && { make }),
    });
    const where = `seed ${seed}, calls ${jit.calls}, turns ${jit.turns}, fuel limit ${fuelLimit}, work ${mostWork}`;
    assert.equal(actual, expected, `${where}\n${source}`);
  };
  const expected = interpreted(cold, ample);
  for (let n = 0; n < policies.length; n++) compare(n, ample, expected);
  census.addChunk(chunks[0]!);
  const needed = Math.min(expected.outcome.fuel.total, ample);
  // A run that burns out is as any other until then: one limit is tried in one mode, of fuel or of work.
  if (random.below(2) === 0) {
    // Half of them are the last that fails.
    const limit = random.below(2) === 0 ? needed - 1 : needed - 1 - random.below(needed);
    if (limit > 0) compare(random.below(policies.length), limit, interpreted(cold, limit));
    return expected.outcome.kind ?? 'ok';
  }
  // Most work is done by what runs beside the instructions.
  const mostWork =
    expected.work - 1 - random.below(Math.min(expected.work, random.below(2) === 0 ? 50 : Infinity));
  if (mostWork > 0)
    compare(random.below(policies.length), ample, interpreted(cold, ample, mostWork), mostWork);
  return expected.outcome.kind ?? 'ok';
}

/** A heat at which functions of small programs are compiled during their run. */
function heatOf(random: Random, calls: number, turns: number): JitPolicy {
  return { calls: random.below(calls), turns: 1 + random.below(turns) };
}

/** Makes the program of a seed and compares modes. @returns how it ended */
function compareProgram(seed: number): string {
  const random = new Random(~seed);
  if (seed % WHOLE_EVERY === 0) {
    hotPrelude = freshPrelude();
    const heats = [heatOf(random, 30, 40), heatOf(random, 30, 40), JIT_WHEN_HOT];
    return compareModes(generateHotProgram(seed), seed, WHOLE_FUEL, heats);
  }
  if (seed % COLD_EVERY === 0) {
    return compareModes(generateProgram(seed), seed, WHOLE_FUEL, [heatOf(random, 30, 40)]);
  }
  return compareModes(generateSmallHotProgram(seed), seed, SMALL_FUEL, [heatOf(random, 6, 12)]);
}

test('the JIT gives the results, errors, burn-outs, state and fuel of the interpreter, for random programs', () => {
  const isLong = scaled(0.5, 2) === 2;
  const programs = scaled(320, 1_000_000);
  const ended: Counts = {};
  const { opcodes, libraryCalls, errors, blockShapes } = census;
  const tally = { ended, opcodes, libraryCalls, errors, blockShapes };
  const progress = isLong ? new Progress('jit-programs', ['vm/lua', 'test/support/lua'], tally) : undefined;
  if (progress)
    console.log(`${progress.next - 1} of ${programs} programs were done before; ${progress.path}`);
  for (let seed = progress?.next ?? 1; seed <= programs; seed++) {
    const kind = compareProgram(seed);
    tally.ended[kind] = (tally.ended[kind] ?? 0) + 1;
    if (seed % SAVE_EVERY === 0) progress?.save(seed + 1);
  }
  progress?.save(programs + 1);
  console.log(`${programs} programs ended: ${show(tally.ended)}`);
  console.log(`instructions in hot code: ${show(tally.opcodes)}`);
  console.log(`blocks in hot code: ${show(tally.blockShapes)}`);
  console.log(`library functions called by hot code: ${show(tally.libraryCalls)}`);
  console.log(`errors in hot code: ${show(tally.errors, isLong ? Infinity : 40)}`);
  // Only functions with 262,144 constants or lists of 25,600 values have an argument in a word of its own.
  const rare = ['LOADKX', 'EXTRAARG'];
  const missing = OPCODE_NAMES.filter(name => !rare.includes(name) && !(name in tally.opcodes));
  assert.equal(missing, programs >= 320 ? [] : missing, 'instructions that never were in hot code');
});

function show(counts: Counts, most = Infinity): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const rest = sorted.length > most ? `, and ${sorted.length - most} others` : '';
  return (
    sorted
      .slice(0, most)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ') + rest
  );
}

test.run();
