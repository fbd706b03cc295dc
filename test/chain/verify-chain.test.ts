import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heightKey, recordKey } from '../../src/chain/block-records.js';
import { verifyChain } from '../../src/chain/verify-chain.js';
import { openMemory } from '../../src/storage/memory.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';

async function sampleChain() {
  const store = openMemory();
  const dev = await openTestChain({ store });
  const prepared = transfer(USERS[0]!, USERS[1]!);
  dev.mempool.admit(prepared);
  await dev.solo.produce(5);
  return { store, dev, prepared };
}

test('a sound chain is verified as far as is asked for', async () => {
  const { dev } = await sampleChain();
  assert.equal(await verifyChain(dev.chain, 0), { verified: 7, problem: undefined });
  assert.equal(await verifyChain(dev.chain, 3), { verified: 3, problem: undefined });
  assert.equal(await verifyChain(dev.chain, 1000), { verified: 7, problem: undefined });
  await dev.close();
});

test('damage to a block or an index is found at its height', async () => {
  const { store, dev, prepared } = await sampleChain();
  const { chain } = dev;
  const raw = chain.blocks.rawBlock(4)!;
  const damaged = (at: number) => {
    const copy = Buffer.from(raw);
    copy[at]! ^= 1;
    return copy;
  };
  const find = async (pattern: RegExp, verified: number) => {
    const result = await verifyChain(chain, 0);
    assert.match(result.problem ?? 'none', pattern);
    assert.is(result.verified, verified);
  };
  const put = (key: Buffer, value: Buffer) => store.batch([{ type: 'put', key, value }]);

  await put(heightKey('block', 4), damaged(50));
  await find(/^block 4: its hash is/, 2);
  await put(heightKey('block', 4), damaged(raw.length - 3));
  await find(/^block 4: the Merkle root/, 2);
  await put(heightKey('block', 4), raw.subarray(0, 100));
  await find(/^block 4: .* do not decode/, 2);
  await put(heightKey('block', 4), chain.blocks.rawBlock(3)!);
  await find(/^block 4: /, 2);
  await put(heightKey('block', 4), raw);
  await store.batch([{ type: 'del', key: recordKey('transaction', prepared.txid) }]);
  await find(/^block 2: the index of transactions does not have/, 4);
  await dev.close();
});

test.run();
