import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProductionError } from '../../../src/consensus/errors.js';
import type { SoloConsensus } from '../../../src/consensus/solo/solo-consensus.js';
import { RpcError } from '../../../src/rpc/declaration/errors.js';
import { submit } from '../../../src/rpc/submission/submit.js';
import { openMemory } from '../../../src/storage/memory.js';
import type { PreparedTransaction } from '../../../src/tx/envelope.js';
import { TransactionIndex } from '../../../src/wallet/transaction-index.js';
import { openTestChain, transfer, USERS } from '../../support/chains/test-chain.js';
import { FaultyStore } from '../../support/stores/faulty-store.js';
import { HeldStore } from '../../support/stores/slow-store.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];
/** Block 0 and the block of the development accounts come before it. */
const FIRST_WRITE_AFTER_START = 3;

/** Counts refusals. */
class Counted {
  readonly codes: number[] = [];
  readonly tallies = { refused: (code: number) => this.codes.push(code) };
  async text(): Promise<undefined> {}
}

test('what comes while the node stops is refused with the reason, as no failure of the node', async () => {
  const { chain, solo, mempool, close } = await openTestChain();
  await close();
  const transactions = new TransactionIndex(openMemory(), () => true);
  const services = { chain, consensus: solo, mempool, transactions, metrics: new Counted() };
  const error = await submit(services, transfer(ALICE, BOB)).catch((failure: unknown) => failure);
  assert.instance(error, RpcError);
  assert.is((error as RpcError).code, -1);
  assert.match((error as RpcError).message, /^the node is stopping/);
  assert.instance((error as RpcError).cause, ProductionError);
  assert.equal(transactions.waiting(), []);
});

/** A node whose block takes a transaction as soon as that is in the pool; the block does not get to the disk yet. */
async function takenByBlock(store: HeldStore | FaultyStore, begin: () => void = () => undefined) {
  const { chain, solo, mempool, close } = await openTestChain({ store });
  const transactions = new TransactionIndex(openMemory(), () => true);
  const executed = new Promise<void>(done => {
    chain.subscribe({
      blockExecuted: () => {
        transactions.follow();
        done();
      },
    });
  });
  const consensus = {
    submit: async (prepared: PreparedTransaction) => {
      const submission = await solo.submit(prepared);
      begin();
      solo.produce(1).catch(() => undefined);
      await executed;
      return submission;
    },
  } as unknown as SoloConsensus;
  return { services: { chain, consensus, mempool, transactions, metrics: new Counted() }, close };
}

test('a transaction that a block takes meanwhile is acknowledged when the block is on the disk, not before', async () => {
  const store = new HeldStore(openMemory());
  const { services, close } = await takenByBlock(store, () => store.hold());
  const prepared = transfer(ALICE, BOB);
  let isAcknowledged = false;
  const submitted = submit(services, prepared).then(() => {
    isAcknowledged = true;
  });
  while (services.chain.head.header.height === services.chain.tip.header.height) await turn();
  for (let turns = 0; turns < 20; turns++) await turn();
  assert.is(isAcknowledged, false);
  store.release();
  await submitted;
  assert.is(services.chain.tip.hash, services.chain.head.hash);
  await close();
});

test('it is no success where the block cannot be written', async () => {
  const { services, close } = await takenByBlock(
    new FaultyStore(openMemory(), FIRST_WRITE_AFTER_START, 'refuse'),
  );
  const error = await submit(services, transfer(ALICE, BOB)).catch((failure: unknown) => failure);
  assert.instance(error, RpcError);
  assert.is((error as RpcError).code, -1);
  await close().catch(() => undefined);
});

test.run();
