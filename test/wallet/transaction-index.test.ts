import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, regIdUid } from '../../src/codec/uid.js';
import { fromDisplayHex } from '../../src/crypto/hash.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { type PreparedTransaction, prepareTransaction } from '../../src/tx/envelope.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import { type IndexedBlock, TransactionIndex } from '../../src/wallet/transaction-index.js';

const RULES = { varintPricesFrom: 0 };
const OWN = 1;
const FOREIGN = 2;

/** A transfer of the account 0-`sender`; `n` tells transfers apart. */
function transfer(sender: number, n: number): PreparedTransaction {
  return prepareTransaction(
    {
      type: TX.UCOIN_TRANSFER,
      version: 1,
      validHeight: n,
      txUid: regIdUid({ height: 0, index: sender }),
      feeSymbol: 'WICC',
      fees: 10_000n,
      transfers: [{ toUid: keyIdUid('11'.repeat(20)), coinSymbol: 'WICC', coinAmount: 10_000n }],
      memo: Buffer.alloc(0),
      signature: Buffer.alloc(0),
    },
    RULES,
  );
}

function owns(tx: Transaction): boolean {
  return tx.txUid.kind === 'regid' && tx.txUid.regId.index === OWN;
}

function block(height: number, ...transactions: PreparedTransaction[]): IndexedBlock {
  return { height, hash: hashOf(height), previousHash: hashOf(height - 1), transactions };
}

function hashOf(height: number): string {
  return height.toString(16).padStart(64, '0');
}

function open(store: KeyValueStore): TransactionIndex {
  return new TransactionIndex(store, owns);
}

/** Takes a block in, or takes it back, as a chain does: its newest block is another one before that is on the disk. */
async function connect(store: KeyValueStore, index: TransactionIndex, added: IndexedBlock): Promise<void> {
  const written = store.batch(index.connectOperations(added));
  index.follow();
  await written;
}

async function disconnect(store: KeyValueStore, index: TransactionIndex, taken: IndexedBlock): Promise<void> {
  const written = store.batch(index.disconnectOperations(taken));
  index.follow();
  await written;
}

test('transactions of wallet keys are listed, newest block first, then by the bytes of the txid', async () => {
  const store = openMemory();
  const index = open(store);
  const first = [transfer(OWN, 1), transfer(OWN, 2), transfer(OWN, 3), transfer(FOREIGN, 1)];
  const second = transfer(OWN, 4);
  await connect(store, index, block(1, ...first));
  await connect(store, index, block(2, second));
  const byBytes = first
    .slice(0, 3)
    .map(({ txid }) => txid)
    .sort((a, b) => Buffer.compare(fromDisplayHex(a), fromDisplayHex(b)));
  assert.equal(await index.confirmed(), [second.txid, ...byBytes]);
  assert.equal(await index.confirmed(2, 1), byBytes.slice(0, 2));
  assert.equal(await index.confirmed(0), []);
  assert.is(index.confirmedCount, 4);
});

test('a transaction that was submitted here is listed whoever sends it', async () => {
  const store = openMemory();
  const index = open(store);
  const foreign = transfer(FOREIGN, 1);
  index.expect(foreign.txid);
  await connect(store, index, block(1, foreign, transfer(FOREIGN, 2)));
  assert.equal(await index.confirmed(), [foreign.txid]);
});

test('a waiting transaction survives a restart and leaves the list when a block has it', async () => {
  const store = openMemory();
  const index = open(store);
  const prepared = transfer(OWN, 1);
  index.expect(prepared.txid);
  await index.keep(prepared, 7);
  const reopened = open(store);
  assert.equal(
    reopened.waiting().map(({ txid, raw }) => [txid, raw.toString('hex')]),
    [[prepared.txid, prepared.raw.toString('hex')]],
  );
  await connect(store, reopened, block(1, prepared));
  assert.equal(reopened.waiting(), []);
  assert.equal(open(store).waiting(), []);
});

test('what the memory pool has dropped is forgotten, also on the disk', async () => {
  const store = openMemory();
  const index = open(store);
  const [kept, dropped] = [transfer(OWN, 1), transfer(OWN, 2)];
  await index.keep(kept, 7);
  await index.keep(dropped, 7);
  await index.forget(dropped.txid);
  assert.equal(
    open(store)
      .waiting()
      .map(({ txid }) => txid),
    [kept.txid],
  );
});

test('a refused transaction leaves nothing', async () => {
  const store = openMemory();
  const index = open(store);
  const prepared = transfer(FOREIGN, 1);
  index.expect(prepared.txid);
  await index.forget(prepared.txid);
  await connect(store, index, block(1, prepared));
  assert.equal(await index.confirmed(), []);
});

test('a reorganisation makes transactions wait again until the other branch confirms them', async () => {
  const store = openMemory();
  const index = open(store);
  const [a, b, foreign] = [transfer(OWN, 1), transfer(OWN, 2), transfer(FOREIGN, 1)];
  await connect(store, index, block(1, a));
  await connect(store, index, block(2, b, foreign));
  await disconnect(store, index, block(2, b, foreign));
  assert.equal(await index.confirmed(), [a.txid]);
  assert.equal(
    index.waiting().map(({ txid }) => txid),
    [b.txid],
  );
  assert.equal(index.tip && [index.tip.height, index.tip.hash], [1, hashOf(1)]);
  await connect(store, index, block(2, foreign));
  await connect(store, index, block(3, b));
  assert.equal(await index.confirmed(), [b.txid, a.txid]);
  assert.equal(index.waiting(), []);
  assert.is(index.confirmedCount, 2);
});

test('a reopened index goes on where it was', async () => {
  const store = openMemory();
  await connect(store, open(store), block(1, transfer(OWN, 1)));
  const reopened = open(store);
  assert.is(reopened.confirmedCount, 1);
  assert.is(reopened.tip!.height, 1);
  await reopened.reset();
  assert.is(reopened.tip, undefined);
  assert.equal(await reopened.confirmed(), []);
});

test('a block that was asked about and did not get into the chain changes nothing', async () => {
  const store = openMemory();
  const index = open(store);
  const [a, b] = [transfer(OWN, 1), transfer(OWN, 2)];
  await index.keep(b, 7);
  await connect(store, index, block(1, a));
  index.connectOperations(block(2, b));
  assert.is(index.tip!.height, 1);
  assert.is(index.confirmedCount, 1);
  assert.is(index.waiting().length, 1);
  await connect(store, index, block(2));
  assert.equal(await index.confirmed(), [a.txid]);
});

test('a block above the newest one of the index cannot be taken back from it', async () => {
  const store = openMemory();
  const index = open(store);
  await connect(store, index, block(1, transfer(OWN, 1)));
  index.connectOperations(block(2, transfer(OWN, 2)));
  await disconnect(store, index, block(3, transfer(OWN, 3)));
  assert.is(index.tip!.height, 1);
  assert.is(index.confirmedCount, 1);
});

test('a transaction that a block takes while its entry is being written leaves no entry', async () => {
  const store = openMemory();
  const index = open(store);
  const [first, second] = [transfer(OWN, 1), transfer(OWN, 2)];
  const writing = [index.keep(first, 7), index.keep(second, 7)];
  await connect(store, index, block(1, first, second));
  await Promise.all(writing);
  assert.equal(open(store).waiting(), []);
});

test('whose key is in the wallet is asked as the state after the block has it', async () => {
  const store = openMemory();
  const index = open(store);
  const foreign = transfer(FOREIGN, 1);
  await store.batch(index.connectOperations(block(1, foreign), () => true));
  index.follow();
  assert.equal(await index.confirmed(), [foreign.txid]);
});

test.run();
