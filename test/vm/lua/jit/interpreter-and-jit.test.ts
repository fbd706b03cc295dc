import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OPCODE_NAMES } from '../../../../vm/lua/bytecode/opcodes.js';
import { Proto } from '../../../../vm/lua/bytecode/proto.js';
import { type CompiledChunk, compileChunk } from '../../../../vm/lua/compile/compile.js';
import { JIT_WHEN_HOT, type JitPolicy, NEVER_JIT } from '../../../../vm/lua/jit/policy.js';
import { type Counts, HotCodeCensus } from '../../../support/lua/hot-code-census.js';
import { generateHotProgram } from '../../../support/lua/hot-program-generator.js';
import { generateProgram, Random } from '../../../support/lua/lua-generator.js';
import { StorageWorld } from '../../../support/lua/storage-world.js';
import { Progress } from '../../../support/random/progress.js';
import { scaled } from '../../../support/random/scale.js';

/*
 * The differential test of the JIT: random programs give the same results, texts, tracebacks, counters and
 * state in the interpreter, compiled from the first call, and compiled at random heats; fresh and after
 * runs of other modes; with ample fuel and with too little.
 */

/** Enough for programs that end by themselves; some do not. */
const PROGRAM_FUEL = 50_000;
const FROM_FIRST_CALL: JitPolicy = { calls: 0, turns: 1 };
/** Fuel limits below what a program needs that each is tried with. */
const TIGHT_LIMITS = 1;
/** Programs after which a long run notes how far it is. */
const SAVE_EVERY = 500;

const world = new StorageWorld();
const census = new HotCodeCensus();

/** The same code as if it had never run. */
function fresh(chunk: CompiledChunk): CompiledChunk {
  const copy = (proto: Proto): Proto => new Proto({ ...proto, protos: proto.protos.map(copy) });
  return { ...chunk, proto: copy(chunk.proto) };
}

interface Ended {
  readonly outcome: { readonly kind?: string; readonly fuel: { readonly total: number } };
}

/** Compares all modes for one program. @returns how it ended */
function compareModes(source: string, seed: number): string {
  const random = new Random(seed);
  const heats = (): JitPolicy => ({ calls: random.below(30), turns: 1 + random.below(40) });
  const policies: readonly JitPolicy[] = [FROM_FIRST_CALL, heats(), heats(), JIT_WHEN_HOT];
  const cold = compileChunk(Buffer.from(source, 'latin1'), 'line');
  const chunks = policies.map(() => fresh(cold));
  const expect = (limit: number): Ended => {
    const expected = world.run(cold, NEVER_JIT, limit);
    policies.forEach((policy, n) => {
      const counted = n === 0 && limit === PROGRAM_FUEL;
      const make = counted ? (census.machine.bind(census) as typeof census.machine) : undefined;
      const actual = world.run(chunks[n]!, policy, limit, make);
      const where = `seed ${seed}, calls ${policy.calls}, turns ${policy.turns}, fuel limit ${limit}`;
      assert.equal(actual, expected, `${where}\n${source}`);
    });
    return expected as Ended;
  };
  const { outcome } = expect(PROGRAM_FUEL);
  const { total } = outcome.fuel;
  const needed = Math.min(total, PROGRAM_FUEL);
  expect(needed - 1);
  for (let n = 0; n < TIGHT_LIMITS; n++) expect(Math.max(1, needed - 1 - random.below(needed)));
  // What one mode has compiled is there for the others.
  assert.equal(
    world.run(chunks[0]!, NEVER_JIT, PROGRAM_FUEL),
    world.run(chunks[1]!, JIT_WHEN_HOT, PROGRAM_FUEL),
  );
  census.addChunk(chunks[0]!);
  return outcome.kind ?? 'ok';
}

test('the JIT gives the results, errors, burn-outs, state and fuel of the interpreter, for random programs', () => {
  const isLong = scaled(0.5, 2) === 2;
  const programs = scaled(100, 1_000_000);
  const ended: Counts = {};
  const { opcodes, libraryCalls, errors, blockShapes } = census;
  const tally = { ended, opcodes, libraryCalls, errors, blockShapes };
  const progress = isLong ? new Progress('jit-programs', ['vm/lua', 'test/support/lua'], tally) : undefined;
  if (progress)
    console.log(`${progress.next - 1} of ${programs} programs were done before; ${progress.path}`);
  for (let seed = progress?.next ?? 1; seed <= programs; seed++) {
    const source = seed % 8 === 0 ? generateProgram(seed) : generateHotProgram(seed);
    const kind = compareModes(source, seed);
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
  assert.equal(missing, programs >= 100 ? [] : missing, 'instructions that never were in hot code');
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
