import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileContract, createMachine } from '../../../vm/lua/contract.js';
import { Environment } from '../../../vm/lua/environment.js';
import { AMPLE_FUEL, recordingWriteData, silentMylib } from '../../support/lua.js';
import { readLines } from '../../support/vectors.js';

interface OracleRow {
  readonly name: string;
  readonly code: string;
  readonly result: string | null;
  readonly burned_fuel?: number;
  readonly error?: { readonly message: string } | null;
}

/** Programs that call the contract API beyond storing their result. */
const usesMylib = (row: OracleRow): boolean => /mylib\./.test(row.code);
/** Its recording shows that it burned out: with ample fuel it would end with another error. */
const BURNS_OUT = /Burned-out/;
/** For those: less than the longest string costs that this program can hold. */
const SMALL_FUEL_LIMIT = 50_000_000;

const contract = compileContract(
  readFileSync(join(process.env.VECTORS ?? join('test', 'vectors'), 'oracle', '18_lua_vectors_contract.lua')),
);

let stored: string | undefined;
const environment = new Environment({
  mylib: silentMylib({
    WriteData: recordingWriteData(value => {
      stored = value;
    }),
  }),
});

function run(row: OracleRow) {
  stored = undefined;
  const bytes = Buffer.concat([
    Uint8Array.of(row.name.length),
    Buffer.from(row.name, 'latin1'),
    Buffer.from(row.code, 'latin1'),
  ]);
  const burns = BURNS_OUT.test(row.error?.message ?? '');
  const fuelLimit = burns ? SMALL_FUEL_LIMIT : AMPLE_FUEL;
  return createMachine({ environment, fuelLimit, arguments: bytes }).run(contract);
}

test('programs that a reference node ran give the results and errors that it recorded', () => {
  const rows = readLines<OracleRow>('oracle/18_lua_vectors_table');
  assert.is(rows.length, 147);
  const ready = rows.filter(row => !usesMylib(row));
  const failures: string[] = [];
  const distances: string[] = [];
  let readings = 0;
  for (const row of ready) {
    const outcome = run(row);
    if (row.result !== null) {
      if (stored !== row.result)
        failures.push(`${row.name}: ${stored ?? (outcome.ok ? '' : outcome.message)}`);
    } else if (row.error) {
      const expected = /lua_pcallk failed: (.*)$/s.exec(row.error.message)![1];
      if (outcome.ok || outcome.message !== expected)
        failures.push(`${row.name}: ${JSON.stringify(outcome)}`);
    } else if (!outcome.ok) {
      failures.push(`${row.name}: ${outcome.message}`);
    }
    if (row.burned_fuel !== undefined) {
      readings++;
      const distance = outcome.fuel.total - row.burned_fuel;
      if (distance !== 0) distances.push(`${row.name} ${distance}`);
    }
  }
  console.log(`18_lua_vectors_table: ${ready.length - failures.length} of ${ready.length} results`);
  console.log(
    `waiting for the contract API: ${rows
      .filter(usesMylib)
      .map(row => row.name)
      .join(', ')}`,
  );
  console.log(`fuel: ${readings - distances.length} of ${readings} exact; ${distances.join(', ')}`);
  assert.equal(failures, []);
});

test.run();
