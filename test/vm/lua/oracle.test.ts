import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { MEDIAN_PRICES } from '../../../src/state/tables/prices.js';
import { ScratchLedger } from '../../support/ledgers/scratch-ledger.js';
import { callLua, luaContract } from '../../support/lua/lua-call.js';
import { AMPLE_FUEL } from '../../support/lua/run-lua.js';
import { readLines } from '../../support/vectors/vectors.js';

interface OracleRow {
  readonly name: string;
  readonly code: string;
  readonly result: string | null;
  readonly burned_fuel?: number;
  readonly error?: { readonly message: string } | null;
}

/** Its recording shows that it burned out: with ample fuel it would end with another error. */
const BURNS_OUT = /Burned-out/;
/** For those: less than the longest string costs that this program can hold. */
const SMALL_FUEL_LIMIT = 50_000_000;
/**
 * How many readings of the running node are met exactly; the number only grows. The others differ by
 * what the reference's garbage collector finds reachable (spec 03 §7.7).
 */
const EXACT_READINGS = 114;

const contract = luaContract(
  readFileSync(join(process.env.VECTORS ?? join('test', 'vectors'), 'oracle', '18_lua_vectors_contract.lua')),
);

/** The chain as the programs found it: a price, blocks below the newest, and the reference's `mylib`. */
function run({ name, code, error }: OracleRow) {
  const ledger = new ScratchLedger({ mended: { ...REGTEST.mended, modulesAreContracts: false } });
  const price = { baseSymbol: 'WICC', quoteSymbol: 'USD', price: 20_000_000n, lastFeedHeight: 1 };
  ledger.state.put(MEDIAN_PRICES, undefined, [price]);
  return callLua(contract, {
    ledger,
    arguments: Buffer.from(`${String.fromCharCode(name.length)}${name}${code}`, 'latin1'),
    fuelLimit: BURNS_OUT.test(error?.message ?? '') ? SMALL_FUEL_LIMIT : AMPLE_FUEL,
    history: { blockHash: () => 'ab'.repeat(32), transaction: () => undefined },
  });
}

test('programs that a reference node ran give the results, errors and fuel that it recorded', () => {
  const rows = readLines<OracleRow>('oracle/18_lua_vectors_table');
  assert.is(rows.length, 147);
  const failures: string[] = [];
  const distances: string[] = [];
  let readings = 0;
  for (const row of rows) {
    const { failure, fuel, report, stored } = run(row);
    const expected = row.error && /(lua_pcallk failed: .*)$/s.exec(row.error.message)![1];
    if (row.result !== null) {
      if (stored(row.name) !== row.result) failures.push(`${row.name}: ${stored(row.name) ?? failure}`);
    } else if (failure !== (expected ?? undefined)) {
      failures.push(`${row.name}: ${failure}`);
    }
    if (row.burned_fuel !== undefined) {
      readings++;
      const total = failure === undefined ? Number(fuel) : report.fuel.total!;
      if (total !== row.burned_fuel) distances.push(`${row.name} ${total - row.burned_fuel}`);
    }
  }
  console.log(`18_lua_vectors_table: ${rows.length - failures.length} of ${rows.length} results`);
  console.log(`fuel: ${readings - distances.length} of ${readings} exact; ${distances.join(', ')}`);
  assert.equal(failures, []);
  assert.ok(readings - distances.length >= EXACT_READINGS, distances.join(', '));
});

test.run();
