import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CompiledChunk, compileChunk } from '../../../../vm/lua/compile/compile.js';
import { type JitPolicy, NEVER_JIT } from '../../../../vm/lua/jit/policy.js';
import type { RunOutcome } from '../../../../vm/lua/machine/machine.js';
import { Machine } from '../../../../vm/lua/machine/machine.js';
import { generateProgram } from '../../../support/lua/lua-generator.js';
import { SILENT_ENVIRONMENT, showValue } from '../../../support/lua/run-lua.js';
import { scaled } from '../../../support/random/scale.js';

/** Enough for programs that end by themselves; some do not. */
const PROGRAM_FUEL = 1_000_000;

/** Every function is compiled when it is called first. */
const AT_ONCE: JitPolicy = { calls: 0, turns: Infinity };
/** Every function starts in the interpreter, and its loops go on in compiled code. */
const LOOPS_AT_ONCE: JitPolicy = { calls: Infinity, turns: 1 };
/** Calls and loops change from one to the other at odd times. */
const MIXED: JitPolicy = { calls: 5, turns: 2 };
const POLICIES: readonly JitPolicy[] = [AT_ONCE, LOOPS_AT_ONCE, MIXED];

/** Compiled code remembers what the JIT made of it: every policy gets its own. */
function compiled(source: string): CompiledChunk {
  return compileChunk(Uint8Array.from(Buffer.from(source, 'latin1')), 'line');
}

function run(chunk: CompiledChunk, jit: JitPolicy, fuelLimit: number): RunOutcome {
  return new Machine({ environment: SILENT_ENVIRONMENT, fuelLimit, jit, context: undefined }).run(chunk);
}

/** What must be the same: everything, but for a run that fails the point where it noticed. */
function comparable(outcome: RunOutcome): unknown {
  if (outcome.ok) return { values: outcome.values.map(showValue), fuel: outcome.fuel };
  if (outcome.kind !== 'error') return outcome.kind;
  const { message, traceback, fuel } = outcome;
  return { message, traceback, fuel };
}

test('compiled code gives the results, errors and fuel of the interpreter, for random programs', () => {
  const programs = scaled(600, 100_000);
  let failed = 0;
  for (let seed = 1; seed <= programs; seed++) {
    const source = generateProgram(seed);
    const interpreted = run(compiled(source), NEVER_JIT, PROGRAM_FUEL);
    const expected = comparable(interpreted);
    for (const policy of POLICIES) {
      const outcome = comparable(run(compiled(source), policy, PROGRAM_FUEL));
      assert.equal(outcome, expected, `seed ${seed}\n${source}`);
    }
    if (!interpreted.ok) failed++;
  }
  console.log(`${programs} programs, ${failed} of them ended with an error`);
});

test('compiled code burns out exactly when the interpreter does, at any fuel limit', () => {
  for (let seed = 1; seed <= scaled(60, 5_000); seed++) {
    const source = generateProgram(seed);
    const interpreted = compiled(source);
    const compiledChunks = POLICIES.map(policy => ({ policy, chunk: compiled(source) }));
    const { total } = run(interpreted, NEVER_JIT, PROGRAM_FUEL).fuel;
    for (const limit of [
      total,
      total - 1,
      total - 5,
      total - 20,
      Math.floor(total * 0.9),
      Math.floor(total * 0.7),
    ]) {
      const expected = comparable(run(interpreted, NEVER_JIT, limit));
      for (const { policy, chunk } of compiledChunks) {
        const outcome = comparable(run(chunk, policy, limit));
        assert.equal(outcome, expected, `seed ${seed}, limit ${limit}\n${source}`);
      }
    }
  }
});

test.run();
