import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { executedEntry } from '../../src/chain/mempool-entry.js';
import { transfer, USERS } from '../support/chains/dev-chain.js';

const prepared = transfer(USERS[0]!, USERS[1]!);
const arrived = {
  prepared,
  arrival: 1,
  time: 0,
  height: 1,
  sender: 'alice',
  bytes: prepared.raw.length,
  fuel: 0n,
  feeRate: 0,
};
const result = { prepared, index: 2, fuel: 5n, fuelFee: 0n, receipts: [] };

test('the call tree that is kept with a waiting transaction counts as bytes of the pool, each time anew', () => {
  const trace = { console: 'x'.repeat(1000) };
  const traced = executedEntry(arrived, { ...result, trace });
  assert.is(traced.bytes, prepared.raw.length + '{"console":""}'.length + 1000);
  assert.is(executedEntry(traced, { ...result, trace: { console: '' } }).bytes, prepared.raw.length + 14);
  assert.is(executedEntry(traced, result).bytes, prepared.raw.length);
});

test.run();
