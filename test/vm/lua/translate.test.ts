import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileChunk } from '../../../vm/lua/compile/compile.js';
import { createMachine } from '../../../vm/lua/contract.js';
import type { RunOutcome } from '../../../vm/lua/machine.js';
import type { Proto } from '../../../vm/lua/proto.js';
import { translate } from '../../../vm/lua/translate/translate.js';
import { SILENT_ENVIRONMENT, showValue } from '../../support/lua.js';
import { generateProgram } from '../../support/lua-generator.js';
import { scaled } from '../../support/scale.js';

/** Enough for programs that end by themselves; some do not. */
const PROGRAM_FUEL = 1_000_000;

function translateAll(proto: Proto): number {
  translate(proto);
  return proto.protos.reduce(
    (sum, inner) => sum + translateAll(inner),
    proto.translated === undefined ? 1 : 0,
  );
}

/** Runs a program, in the interpreter alone or with every function translated from the start. */
function run(source: string, translated: boolean, fuelLimit: number): RunOutcome {
  const chunk = compileChunk(Uint8Array.from(Buffer.from(source, 'latin1')), 'line');
  if (translated) assert.is(translateAll(chunk.proto), 0, 'functions that could not be translated');
  return createMachine({ environment: SILENT_ENVIRONMENT, fuelLimit, translate: translated }).run(chunk);
}

/** What must be the same: everything, but for a run that fails the point where it noticed. */
function comparable(outcome: RunOutcome): unknown {
  if (outcome.ok) return { values: outcome.values.map(showValue), fuel: outcome.fuel };
  if (outcome.kind !== 'error') return outcome.kind;
  const { message, traceback, fuel } = outcome;
  return { message, traceback, fuel };
}

test('translated code gives the results, errors and fuel of the interpreter, for random programs', () => {
  const programs = scaled(1_000, 100_000);
  let failed = 0;
  for (let seed = 1; seed <= programs; seed++) {
    const source = generateProgram(seed);
    const interpreted = run(source, false, PROGRAM_FUEL);
    assert.equal(
      comparable(run(source, true, PROGRAM_FUEL)),
      comparable(interpreted),
      `seed ${seed}\n${source}`,
    );
    if (!interpreted.ok) failed++;
  }
  console.log(`${programs} programs, ${failed} of them ended with an error`);
});

test('translated code burns out exactly when the interpreter does, at any fuel limit', () => {
  for (let seed = 1; seed <= scaled(150, 5_000); seed++) {
    const source = generateProgram(seed);
    const { total } = run(source, false, PROGRAM_FUEL).fuel;
    for (const limit of [
      total,
      total - 1,
      total - 5,
      total - 20,
      Math.floor(total * 0.9),
      Math.floor(total * 0.7),
    ]) {
      const expected = comparable(run(source, false, limit));
      assert.equal(comparable(run(source, true, limit)), expected, `seed ${seed}, limit ${limit}\n${source}`);
    }
  }
});

test.run();
