import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { executeBlock } from '../../src/chain/accept-block.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { buildCore } from '../../src/node/build-core.js';
import { Cleanup } from '../../src/node/cleanup.js';
import { openMemory } from '../../src/storage/memory.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { rejectionOf } from '../support/ledgers/scratch-ledger.js';

/** A node without consensus beside one that makes its blocks. */
async function open() {
  const maker = await openTestChain();
  const cleanup = new Cleanup();
  const core = await buildCore(
    { network: REGTEST, store: openMemory(), consensus: 'none', now: chain => chain.tip.header.time },
    cleanup,
  );
  await core.consensus.start();
  /** Lets it have the blocks that it has not yet. */
  const follow = async (): Promise<void> => {
    for (let height = core.chain.tip.header.height + 1; height <= maker.chain.tip.header.height; height++) {
      const block = maker.chain.blocks.blockByHeight(height)!;
      await core.chain.connect(executeBlock(core.chain, block, { spacing: 'same-second' }));
    }
  };
  await follow();
  const close = async (): Promise<void> => {
    await core.consensus.stop();
    await cleanup.run();
    await maker.close();
  };
  return { maker, ...core, follow, close };
}

test('without consensus a transaction waits until a block from elsewhere has it', async () => {
  const { maker, chain, mempool, consensus, follow, close } = await open();
  const sent = transfer(USERS[0]!, USERS[1]!);
  assert.equal(await consensus.submit(sent), { txid: sent.txid, block: undefined });
  assert.equal(
    consensus.pending().map(({ prepared }) => prepared.txid),
    [sent.txid],
  );
  await maker.solo.submit(sent);
  await maker.solo.produce(1);
  await follow();
  assert.is(mempool.has(sent.txid), false);
  assert.is(consensus.tip().hash, maker.chain.tip.hash);
  assert.is(consensus.finalHeight(), chain.tip.header.height);
  await close();
});

test('without consensus a transaction is refused for the same reasons', async () => {
  const { mempool, consensus, close } = await open();
  const poor = transfer(USERS[0]!, USERS[1]!, { amount: 10n ** 18n });
  const admitted = rejectionOf(() => mempool.admit(poor));
  const submitted = await consensus.submit(poor).catch(error => error);
  assert.equal({ code: submitted.code, reason: submitted.reason }, admitted);
  assert.is(consensus.pending().length, 0);
  await close();
});

test('without consensus nothing makes blocks, and nothing can be told to', async () => {
  const { consensus, close } = await open();
  assert.is(consensus.makesBlocks, false);
  assert.is(consensus.chainControl, undefined);
  assert.is(consensus.catchingUp(), false);
  assert.equal(consensus.peers(), []);
  await close();
});

test.run();
