import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, regIdUid } from '../../src/codec/uid.js';
import { fromDisplayHex } from '../../src/crypto/hash.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { type SealedTransaction, sealTransaction } from '../../src/tx/envelope.js';
import type { Transaction } from '../../src/tx/transactions.js';
import { type IndexedBlock, TransactionIndex } from '../../src/wallet/transaction-index.js';

const RULES = { varintPricesFrom: 0 };
const OWN = 1;
const FOREIGN = 2;

/** A transfer of the account 0-`sender`; `n` tells transfers apart. */
function transfer(sender: number, n: number): SealedTransaction {
  return sealTransaction(
    {
      type: 11,
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

function block(height: number, ...transactions: SealedTransaction[]): IndexedBlock {
  return { height, hash: hashOf(height), previousHash: hashOf(height - 1), transactions };
}

function hashOf(height: number): string {
  return height.toString(16).padStart(64, '0');
}

function open(store: KeyValueStore): TransactionIndex {
  return new TransactionIndex(store, owns);
}

test('transactions of wallet keys are listed, newest block first, then by the bytes of the txid', async () => {
  const index = open(openMemory());
  const first = [transfer(OWN, 1), transfer(OWN, 2), transfer(OWN, 3), transfer(FOREIGN, 1)];
  const second = transfer(OWN, 4);
  await index.connect(block(1, ...first));
  await index.connect(block(2, second));
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
  const index = open(openMemory());
  const foreign = transfer(FOREIGN, 1);
  index.expect(foreign.txid);
  await index.connect(block(1, foreign, transfer(FOREIGN, 2)));
  assert.equal(await index.confirmed(), [foreign.txid]);
});

test('a waiting transaction survives a restart and leaves the list when a block has it', async () => {
  const store = openMemory();
  const index = open(store);
  const sealed = transfer(OWN, 1);
  index.expect(sealed.txid);
  await index.keep(sealed);
  const reopened = open(store);
  assert.equal(
    reopened.waiting().map(({ txid, raw }) => [txid, raw.toString('hex')]),
    [[sealed.txid, sealed.raw.toString('hex')]],
  );
  await reopened.connect(block(1, sealed));
  assert.equal(reopened.waiting(), []);
  assert.equal(open(store).waiting(), []);
});

test('what the memory pool has dropped is forgotten, also on the disk', async () => {
  const store = openMemory();
  const index = open(store);
  const [kept, dropped] = [transfer(OWN, 1), transfer(OWN, 2)];
  await index.keep(kept);
  await index.keep(dropped);
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
  const sealed = transfer(FOREIGN, 1);
  index.expect(sealed.txid);
  await index.forget(sealed.txid);
  await index.connect(block(1, sealed));
  assert.equal(await index.confirmed(), []);
});

test('a reorganisation makes transactions wait again until the other branch confirms them', async () => {
  const store = openMemory();
  const index = open(store);
  const [a, b, foreign] = [transfer(OWN, 1), transfer(OWN, 2), transfer(FOREIGN, 1)];
  await index.connect(block(1, a));
  await index.connect(block(2, b, foreign));
  await index.disconnect(block(2, b, foreign));
  assert.equal(await index.confirmed(), [a.txid]);
  assert.equal(
    index.waiting().map(({ txid }) => txid),
    [b.txid],
  );
  assert.equal(index.tip && [index.tip.height, index.tip.hash], [1, hashOf(1)]);
  await index.connect(block(2, foreign));
  await index.connect(block(3, b));
  assert.equal(await index.confirmed(), [b.txid, a.txid]);
  assert.equal(index.waiting(), []);
  assert.is(index.confirmedCount, 2);
});

test('a reopened index goes on where it was', async () => {
  const store = openMemory();
  await open(store).connect(block(1, transfer(OWN, 1)));
  const reopened = open(store);
  assert.is(reopened.confirmedCount, 1);
  assert.is(reopened.tip!.height, 1);
  await reopened.reset();
  assert.is(reopened.tip, undefined);
  assert.equal(await reopened.confirmed(), []);
});

test.run();
