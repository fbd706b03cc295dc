import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID, publicKeyUid, regIdUid } from '../../../../src/codec/uid.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import type { UcoinTransfer } from '../../../../src/tx/types/ucoin-transfer.js';
import { transferTo, transferTx } from '../../../support/ledgers/sample-transactions.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  KEY_OFF_CURVE,
  type Rejection,
  ScratchLedger,
  STRANGER_KEY_ID,
  STRANGER_KEYS,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';

const COIN = 100_000_000n;
const MILLION = 1_000_000n * COIN;
const STRANGER = STRANGER_KEYS[0];
const STRANGER_ID = keyIdOf(Buffer.from(STRANGER, 'hex'));
/** The regid that the first transaction of a block gives. */
const GIVEN_REGID = { height: HEIGHT, index: 1 };

interface Rule {
  readonly rule: string;
  readonly changes: Partial<UcoinTransfer>;
  readonly rejection: Rejection;
}

const MANY_FEES = { fees: 10_000n * 101n };

/** The checks of spec 07 §14.1 in their order. */
const RULES: readonly Rule[] = [
  {
    rule: 'a memo has at most 100 bytes',
    changes: { memo: Buffer.alloc(101) },
    rejection: { code: 16, reason: 'memo-size-toolarge' },
  },
  {
    rule: 'there is at least one transfer',
    changes: { transfers: [] },
    rejection: { code: 16, reason: 'invalid-transfers' },
  },
  {
    rule: 'there are at most a hundred transfers',
    changes: { ...MANY_FEES, transfers: Array.from({ length: 101 }, () => transferTo(BOB.uid)) },
    rejection: { code: 16, reason: 'invalid-transfers' },
  },
  {
    rule: 'a transfer names a receiver',
    changes: { transfers: [transferTo(NULL_UID)] },
    rejection: { code: 16, reason: 'invalid-toUid' },
  },
  {
    rule: 'a transfer is of a coin that exists',
    changes: { transfers: [transferTo(BOB.uid, 'NOCOIN')] },
    rejection: { code: 16, reason: 'invalid-coin-symbol' },
  },
  {
    rule: 'a coin needs the permission to be transferred',
    changes: { transfers: [transferTo(BOB.uid, 'FROZEN')] },
    rejection: { code: 16, reason: 'lack_PERM_TRANSFER' },
  },
  {
    rule: 'a transfer is of at least 10000 sawi',
    changes: { transfers: [transferTo(BOB.uid, 'WICC', 9_999n)] },
    rejection: { code: 33, reason: 'invalid-coin-amount' },
  },
  {
    rule: 'a transfer is within the range of its coin',
    changes: { transfers: [transferTo(BOB.uid, 'WICC', 210_000_000n * COIN + 1n)] },
    rejection: { code: 33, reason: 'invalid-coin-amount' },
  },
  {
    rule: 'a receiver that is named by regid exists',
    changes: { transfers: [transferTo(regIdUid({ height: 9, index: 9 }))] },
    rejection: { code: 48, reason: 'account-not-exist' },
  },
  {
    rule: 'the sender has what it transfers, after the fee',
    changes: { transfers: [transferTo(BOB.uid, 'WICC', MILLION - 9_999n)] },
    rejection: { code: 50, reason: 'transfer-coin-failed' },
  },
  {
    rule: 'the sender has the fee',
    changes: { fees: MILLION + 1n },
    rejection: { code: 50, reason: 'sub-account-fees-failed' },
  },
];

for (const { rule, changes, rejection } of RULES) {
  test(`${rule}: ${rejection.reason} (${rejection.code})`, () => {
    const ledger = new ScratchLedger();
    ledger.addAsset('FROZEN', { permsSum: 2n ** 64n - 1n - 1n });
    assert.equal(ledger.rejection(transferTx(changes)), rejection);
  });
}

test('a sender key off the curve is refused: bad-publickey (16)', () => {
  const ledger = new ScratchLedger();
  const txUid = publicKeyUid(KEY_OFF_CURVE);
  ledger.endow(keyIdOf(Buffer.from(KEY_OFF_CURVE, 'hex')), 'WICC', MILLION);
  const tx = transferTx({ txUid, signature: signatureOf(KEY_OFF_CURVE) });
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'bad-publickey' });
});

test('the limits themselves are allowed: 100 bytes, 100 transfers, 10000 sawi, all that is left', () => {
  const ledger = new ScratchLedger();
  ledger.execute(transferTx({ memo: Buffer.alloc(100) }));
  const transfers = Array.from({ length: 100 }, () => transferTo(BOB.uid, 'WICC', 10_000n));
  ledger.execute(transferTx({ transfers, fees: 1_000_000n }));
  const left = ledger.free(ALICE.keyId, 'WICC') - 10_000n;
  ledger.execute(transferTx({ transfers: [transferTo(BOB.uid, 'WICC', left)] }));
  assert.is(ledger.free(ALICE.keyId, 'WICC'), 0n);
});

test('fee and coins leave the sender, the coins reach the receiver, a receipt says each', () => {
  const ledger = new ScratchLedger();
  const { receipts, fuel, fuelFee } = ledger.execute(
    transferTx({ fees: 12_345n, transfers: [transferTo(BOB.uid, 'WICC', 7n * COIN)] }),
  );
  assert.is(ledger.free(ALICE.keyId, 'WICC'), MILLION - 7n * COIN - 12_345n);
  assert.is(ledger.free(BOB.keyId, 'WICC'), MILLION + 7n * COIN);
  assert.equal(receipts, [
    {
      type: RECEIPT.BLOCK_REWARD_TO_MINER,
      operation: 'SUB_FREE',
      from: keyIdUid(ALICE.keyId),
      to: NULL_UID,
      coinSymbol: 'WICC',
      amount: 12_345n,
    },
    {
      type: RECEIPT.TRANSFER_ACTUAL_COINS,
      operation: 'SUB_FREE',
      from: keyIdUid(ALICE.keyId),
      to: keyIdUid(BOB.keyId),
      coinSymbol: 'WICC',
      amount: 7n * COIN,
    },
  ]);
  assert.is(fuel, 0n);
  assert.is(fuelFee, 0n);
});

test('transfers see what those before them did', () => {
  const ledger = new ScratchLedger();
  ledger.endow(ALICE.keyId, 'WICC', 10n * COIN + 30_000n);
  const transfers = [
    transferTo(ALICE.uid, 'WICC', 10n * COIN),
    transferTo(BOB.uid, 'WICC', 6n * COIN),
    transferTo(CAROL.uid, 'WICC', 4n * COIN),
  ];
  ledger.execute(transferTx({ transfers, fees: 30_000n }));
  assert.is(ledger.free(ALICE.keyId, 'WICC'), 0n);
  assert.is(ledger.free(BOB.keyId, 'WICC'), MILLION + 6n * COIN);
  assert.is(ledger.free(CAROL.keyId, 'WICC'), MILLION + 4n * COIN);
});

test('a key id without an account gets one, unregistered', () => {
  const ledger = new ScratchLedger();
  ledger.execute(transferTx({ transfers: [transferTo(keyIdUid(STRANGER_KEY_ID))] }));
  const created = ledger.account(STRANGER_KEY_ID)!;
  assert.is(created.ownerKey, '');
  assert.equal(created.regId, { height: 0, index: 0 });
  assert.is(created.permsSum, 2n ** 64n - 1n);
  assert.is(ledger.free(STRANGER_KEY_ID, 'WICC'), 1000n * COIN);
});

test('a single transfer to the key of an unregistered account registers it (spec 07 §8.3)', () => {
  const ledger = new ScratchLedger();
  ledger.execute(transferTx({ transfers: [transferTo(publicKeyUid(STRANGER))] }));
  assert.equal(ledger.account(STRANGER_ID)!.regId, GIVEN_REGID);
  assert.is(ledger.account(STRANGER_ID)!.ownerKey, STRANGER);
  assert.is(ledger.keyIdAt(GIVEN_REGID), STRANGER_ID);
});

test('one of several transfers to a key registers nobody: a transaction gives one regid', () => {
  const ledger = new ScratchLedger();
  const transfers = [transferTo(publicKeyUid(STRANGER)), transferTo(publicKeyUid(STRANGER_KEYS[1]))];
  ledger.execute(transferTx({ transfers, fees: 20_000n }));
  assert.is(ledger.account(STRANGER_ID)!.ownerKey, '');
  assert.is(ledger.keyIdAt(GIVEN_REGID), undefined);
});

test('a sender that is named by its key keeps the regid for itself', () => {
  const ledger = new ScratchLedger();
  ledger.endow(STRANGER_ID, 'WICC', MILLION);
  const tx = transferTx({
    txUid: publicKeyUid(STRANGER),
    signature: signatureOf(STRANGER),
    transfers: [transferTo(publicKeyUid(STRANGER_KEYS[1]))],
  });
  ledger.execute(tx);
  assert.is(ledger.keyIdAt(GIVEN_REGID), STRANGER_ID);
  assert.is(ledger.account(STRANGER_ID)!.ownerKey, STRANGER);
  assert.is(ledger.account(keyIdOf(Buffer.from(STRANGER_KEYS[1], 'hex')))!.ownerKey, '');
});

test('a registered sender that is named by its key keeps its regid', () => {
  const ledger = new ScratchLedger();
  ledger.execute(transferTx({ txUid: publicKeyUid(ALICE.publicKey) }));
  assert.equal(ledger.account(ALICE.keyId)!.regId, ALICE.regId);
  assert.is(ledger.keyIdAt(GIVEN_REGID), undefined);
});

test('a registered receiver that is named by its key keeps its regid', () => {
  const ledger = new ScratchLedger();
  ledger.execute(transferTx({ transfers: [transferTo(publicKeyUid(BOB.publicKey))] }));
  assert.equal(ledger.account(BOB.keyId)!.regId, BOB.regId);
  assert.is(ledger.keyIdAt(GIVEN_REGID), undefined);
});

test('coins can go to a key off the curve, but it is never registered (spec 07 A9)', () => {
  const ledger = new ScratchLedger();
  ledger.execute(transferTx({ transfers: [transferTo(publicKeyUid(KEY_OFF_CURVE))] }));
  const keyId = keyIdOf(Buffer.from(KEY_OFF_CURVE, 'hex'));
  assert.is(ledger.account(keyId)!.ownerKey, '');
  assert.is(ledger.free(keyId, 'WICC'), 1000n * COIN);
  assert.is(ledger.keyIdAt(GIVEN_REGID), undefined);
});

test.run();
