import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid } from '../../src/codec/uid.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { ACCOUNTS, tokenOf } from '../../src/state/tables/accounts.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import { registerTx, transferTo, transferTx } from '../support/ledgers/sample-transactions.js';
import {
  BOB,
  HEIGHT,
  rejectionOf,
  ScratchLedger,
  STRANGER_KEYS,
  signatureOf,
} from '../support/ledgers/scratch-ledger.js';

function pendingOf(ledger: ScratchLedger) {
  const pending = ledger.state.child();
  const execution = ledger.ledger.beginPending(pending, ledger.contextAt(HEIGHT), ledger.recent);
  return { pending, admit: (tx: Transaction) => execution.execute(ledger.prepare(tx)) };
}

test('a pending transaction can spend what another pending one has brought', () => {
  const ledger = new ScratchLedger();
  const [newcomer] = STRANGER_KEYS;
  const { pending, admit } = pendingOf(ledger);
  admit(transferTx({ transfers: [transferTo(publicKeyUid(newcomer), 'WICC', 1_000_000n)] }));
  admit(
    transferTx({
      txUid: publicKeyUid(newcomer),
      signature: signatureOf(newcomer),
      transfers: [transferTo(BOB.uid, 'WICC', 990_000n)],
    }),
  );
  assert.is(tokenOf(pending.get(ACCOUNTS, keyIdOf(Buffer.from(newcomer, 'hex')))!, 'WICC').free, 0n);
});

test('a refused transaction leaves the pending state as it was', () => {
  const ledger = new ScratchLedger();
  const { pending, admit } = pendingOf(ledger);
  admit(transferTx());
  const before = pending.changes();
  assert.throws(() => admit(transferTx({ transfers: [transferTo(BOB.uid, 'WUSD', 10_000n)] })));
  assert.equal(pending.changes(), before);
});

test('pending registrations get regids of their own', () => {
  const ledger = new ScratchLedger();
  const keyIds = STRANGER_KEYS.map(key => keyIdOf(Buffer.from(key, 'hex')));
  for (const keyId of keyIds) ledger.endow(keyId, 'WICC', 10_000n);
  const { pending, admit } = pendingOf(ledger);
  for (const key of STRANGER_KEYS) admit(registerTx(key));
  assert.equal(
    keyIds.map(keyId => pending.get(ACCOUNTS, keyId)!.regId),
    [
      { height: HEIGHT, index: 1 },
      { height: HEIGHT, index: 2 },
    ],
  );
});

test('what only a producer makes is refused: tx-coinbase-to-mempool (16)', () => {
  const { admit } = pendingOf(new ScratchLedger());
  const systemTypes: readonly Transaction[] = [
    { type: TX.BLOCK_REWARD, version: 1, txUid: BOB.uid, rewardFees: 0n, validHeight: HEIGHT },
    {
      type: TX.UCOIN_BLOCK_REWARD,
      version: 1,
      txUid: BOB.uid,
      rewardFees: new Map(),
      inflatedBcoins: 0n,
      validHeight: HEIGHT,
    },
    { type: TX.PRICE_MEDIAN, version: 1, txUid: { kind: 'null' }, validHeight: HEIGHT, medianPrices: [] },
  ];
  for (const tx of systemTypes) {
    assert.equal(
      rejectionOf(() => admit(tx)),
      { code: 16, reason: 'tx-coinbase-to-mempool' },
      `type ${tx.type}`,
    );
  }
});

test('the window of valid_height is that of blocks (spec 07 A1): tx-invalid-height (16)', () => {
  const { admit } = pendingOf(new ScratchLedger());
  const tip = HEIGHT - 1;
  for (const validHeight of [tip - 251, tip + 251]) {
    assert.equal(
      rejectionOf(() => admit(transferTx({ validHeight }))),
      { code: 16, reason: 'tx-invalid-height' },
    );
  }
  for (const validHeight of [tip - 250, tip + 250]) admit(transferTx({ validHeight }));
});

test('a transaction of one of the last blocks is refused: tx-duplicate-confirmed (16)', () => {
  const ledger = new ScratchLedger();
  ledger.recent.add(ledger.prepare(transferTx()).txid);
  const { admit } = pendingOf(ledger);
  assert.equal(
    rejectionOf(() => admit(transferTx())),
    { code: 16, reason: 'tx-duplicate-confirmed' },
  );
});

test('what is wrong with the transaction itself is said before height and duplicates', () => {
  const ledger = new ScratchLedger();
  const tx = transferTx({ validHeight: 9999, transfers: [], memo: Buffer.alloc(101) });
  ledger.recent.add(ledger.prepare(tx).txid);
  const { admit } = pendingOf(ledger);
  assert.is(rejectionOf(() => admit(tx)).reason, 'memo-size-toolarge');
});

test.run();
