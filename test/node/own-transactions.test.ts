import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { followOwnTransactions, resubmitWaiting } from '../../src/node/own-transactions.js';
import { KeySpace } from '../../src/storage/key-space.js';
import { WALLET_INDEX_PREFIX } from '../../src/storage/layout.js';
import { openMemory } from '../../src/storage/memory.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { REJECT, TransactionRejected } from '../../src/tx/reject.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { TransactionIndex } from '../../src/wallet/transaction-index.js';
import { Wallet } from '../../src/wallet/wallet.js';
import { memoryStorage } from '../../src/wallet/wallet-storage.js';
import { openDevChain, transfer, USERS } from '../support/chains/dev-chain.js';
import { lasting } from '../support/stores/surviving-store.js';

const RULES = wireRulesOf(REGTEST);
const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

async function indexOf(waiting: readonly PreparedTransaction[]): Promise<TransactionIndex> {
  const index = new TransactionIndex(openMemory(), () => true);
  for (const prepared of waiting) {
    index.expect(prepared.txid);
    await index.keep(prepared);
  }
  return index;
}

function refused(): TransactionRejected {
  return new TransactionRejected(REJECT.REJECT_INVALID, 'operate-account-failed');
}

test('what spends what another waiting transaction brings in is handed in after it, in whatever order they are read', async () => {
  const waiting = [transfer(ALICE, BOB), transfer(ALICE, BOB), transfer(ALICE, BOB)];
  const index = await indexOf(waiting);
  const [first, second, third] = index
    .waiting()
    .map(({ txid }) => txid)
    .reverse();
  const needs = new Map([
    [second, first],
    [third, second],
  ]);
  const accepted: (string | undefined)[] = [];
  const submit = async ({ txid }: PreparedTransaction) => {
    const needed = needs.get(txid);
    if (needed !== undefined && !accepted.includes(needed)) throw refused();
    accepted.push(txid);
    return { txid, block: undefined };
  };
  await resubmitWaiting(index, { submit, chainControl: undefined }, RULES, error =>
    assert.unreachable(error.message),
  );
  assert.equal(accepted, [first, second, third]);
});

test('a transaction that the program fails at is reported and kept, and does not keep the others from their turn', async () => {
  const [faulty, good, bad] = [transfer(ALICE, BOB), transfer(ALICE, BOB), transfer(ALICE, BOB)] as const;
  const index = await indexOf([faulty, good, bad]);
  const fault = new TypeError('no such thing');
  const accepted: string[] = [];
  const problems: Error[] = [];
  const submit = async ({ txid }: PreparedTransaction) => {
    if (txid === faulty.txid) throw fault;
    if (txid === bad.txid) throw refused();
    accepted.push(txid);
    return { txid, block: undefined };
  };
  await resubmitWaiting(index, { submit, chainControl: undefined }, RULES, error => problems.push(error));
  assert.equal(accepted, [good.txid]);
  assert.equal(
    problems.map(({ message, cause }) => [message, cause]),
    [[`transaction ${faulty.txid} cannot be handed in again`, fault]],
  );
  const left = index.waiting().map(({ txid }) => txid);
  assert.ok(left.includes(faulty.txid));
  assert.not(left.includes(bad.txid), 'what the rules refuse is forgotten');
});

test('more transactions than a transaction may be blocks old are all handed in again, also where each makes a block', async () => {
  const { chain, mempool, solo, close } = await openDevChain({ mode: 'instant' });
  const waiting = Array.from({ length: REGTEST.transactionCacheDepth + 50 }, (_, i) =>
    transfer(ALICE, BOB, { memo: `${i}` }),
  );
  await resubmitWaiting(await indexOf(waiting), solo, RULES, error => assert.unreachable(error.message));
  assert.not.ok(solo.paused);
  while (mempool.load.transactions > 0) await new Promise(resolve => setImmediate(resolve));
  await chain.settled();
  for (const { txid } of waiting) assert.ok(chain.blocks.transactionLocation(txid), txid);
  await close();
});

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
  const { chain, mempool, solo, problems, close } = await openDevChain({ store });
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
  assert.is(batches, 2);
  assert.equal(await own.index.confirmed(), []);
  assert.is(own.index.tip!.hash, chain.tip.hash);
  assert.equal(problems, []);
  own.unsubscribe();
  await solo.produce(1);
  assert.is(own.index.tip!.height, chain.tip.header.height - 1, 'it follows no longer');
  await close();
});

test.run();
