import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { followOwnTransactions } from '../../src/node/own-transactions.js';
import { KeySpace } from '../../src/storage/key-space.js';
import { WALLET_INDEX_PREFIX } from '../../src/storage/layout.js';
import { openMemory } from '../../src/storage/memory.js';
import { Wallet } from '../../src/wallet/wallet.js';
import { memoryStorage } from '../../src/wallet/wallet-storage.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { lasting } from '../support/stores/surviving-store.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

test('what a block changes in the index is in the batch of the block, both ways, with the state of the block', async () => {
  const inner = openMemory();
  let batches = 0;
  const store = {
    ...lasting(inner),
    batch(...parameters: Parameters<typeof inner.batch>) {
      batches++;
      return inner.batch(...parameters);
    },
  };
  const { chain, mempool, solo, problems, close } = await openTestChain({ store });
  const wallet = await Wallet.open({
    storage: memoryStorage(),
    network: REGTEST.name,
    firstKeys: [ALICE.privateKey],
  });
  const onProblem = (error: Error): void => void problems.push(error);
  const space = KeySpace.of(store, WALLET_INDEX_PREFIX);
  const own = await followOwnTransactions({ store: space, chain, mempool, wallet, onProblem });
  const prepared = [transfer(ALICE, BOB), transfer(BOB, ALICE)];
  for (const each of prepared) mempool.admit(each);
  batches = 0;
  await solo.produce(1);
  assert.is(batches, 1);
  assert.equal(await own.index.confirmed(), [prepared[0]!.txid]);
  assert.is(own.index.tip!.hash, chain.tip.hash);
  await solo.disconnectBlocks(1);
  assert.is(
    batches,
    4,
    'one of the block, and one before and after it that record what was going to be done',
  );
  assert.equal(await own.index.confirmed(), []);
  assert.is(own.index.tip!.hash, chain.tip.hash);
  assert.equal(problems, []);
  own.close();
  await solo.produce(1);
  assert.is(own.index.tip!.height, chain.tip.header.height - 1, 'it follows no longer');
  await close();
});

test.run();
