import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { executedEntry } from '../../src/chain/mempool-entry.js';
import { WaitingTraces } from '../../src/chain/waiting-traces.js';
import { NO_WORK } from '../../vm/block-work.js';
import { transfer, USERS } from '../support/chains/test-chain.js';

const prepared = transfer(USERS[0]!, USERS[1]!);
const arrived = {
  prepared,
  arrival: 1,
  time: 0,
  height: 1,
  sender: 'alice',
  bytes: prepared.raw.length,
  fuel: 0n,
  work: NO_WORK,
  feeRate: 0,
};
const work = { own: 7, code: new Map([['aa', 5]]) };
const result = { prepared, index: 2, fuel: 5n, work, fuelFee: 0n, receipts: [] };

test('a waiting transaction takes the bytes of itself, whatever its execution shows', () => {
  const entry = executedEntry(arrived, result);
  assert.is(entry.bytes, prepared.raw.length);
  assert.is(entry.fuel, 5n);
  assert.is(entry.work, work);
});

test('of call trees those are kept that were made last, as long as they have room', () => {
  const traces = new WaitingTraces();
  for (const txid of ['a', 'b', 'c']) traces.keep(txid, { console: txid.repeat(15_000_000) });
  assert.is(traces.get('a'), undefined);
  assert.ok(traces.get('b') !== undefined && traces.get('c') !== undefined);
  traces.forget('c');
  assert.is(traces.get('c'), undefined);
  traces.keep('d', { console: 'd'.repeat(40_000_000) });
  assert.is(traces.get('d'), undefined, 'larger than all room');
});

test.run();
