import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID, publicKeyUid, regIdUid } from '../../../../src/codec/uid.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import type { BcoinTransfer } from '../../../../src/tx/types/bcoin-transfer.js';
import { baseTransferTx } from '../../../support/ledgers/sample-transactions.js';
import {
  ALICE,
  BOB,
  KEY_OFF_CURVE,
  type Rejection,
  ScratchLedger,
  STRANGER_KEY_ID,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';

const COIN = 100_000_000n;
const MILLION = 1_000_000n * COIN;

/** The checks of spec 07 §14.2 in their order. */
const RULES: readonly (readonly [rule: string, changes: Partial<BcoinTransfer>, rejection: Rejection])[] = [
  ['a memo has at most 100 bytes', { memo: Buffer.alloc(101) }, { code: 16, reason: 'memo-size-toolarge' }],
  [
    'a receiver is not named by its key',
    { toUid: publicKeyUid(BOB.publicKey) },
    { code: 16, reason: 'toUid-type-error' },
  ],
  ['a receiver is named', { toUid: NULL_UID }, { code: 16, reason: 'toUid-type-error' }],
  [
    'a transfer is of at least 10000 sawi',
    { coinAmount: 9_999n },
    { code: 33, reason: 'invalid-coin-amount' },
  ],
  [
    'a receiver that is named by regid exists',
    { toUid: regIdUid({ height: 9, index: 9 }) },
    { code: 48, reason: 'account-not-exist' },
  ],
  [
    'the sender has what it transfers, after the fee',
    { coinAmount: MILLION - 9_999n },
    { code: 50, reason: 'account-free-insufficient' },
  ],
];

for (const [rule, changes, rejection] of RULES) {
  test(`${rule}: ${rejection.reason} (${rejection.code})`, () => {
    assert.equal(new ScratchLedger().rejection(baseTransferTx(changes)), rejection);
  });
}

test('a sender key off the curve is refused: bad-publickey (16)', () => {
  const ledger = new ScratchLedger();
  ledger.endow(keyIdOf(Buffer.from(KEY_OFF_CURVE, 'hex')), 'WICC', MILLION);
  const tx = baseTransferTx({ txUid: publicKeyUid(KEY_OFF_CURVE), signature: signatureOf(KEY_OFF_CURVE) });
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'bad-publickey' });
});

test('fee and coins leave the sender, the coins reach the receiver', () => {
  const ledger = new ScratchLedger();
  const { receipts } = ledger.execute(baseTransferTx({ coinAmount: MILLION - 10_000n }));
  assert.is(ledger.free(ALICE.keyId, 'WICC'), 0n);
  assert.is(ledger.free(BOB.keyId, 'WICC'), 2n * MILLION - 10_000n);
  assert.equal(
    receipts.map(({ type, amount }) => [type, amount]),
    [
      [RECEIPT.BLOCK_REWARD_TO_MINER, 10_000n],
      [RECEIPT.TRANSFER_ACTUAL_COINS, MILLION - 10_000n],
    ],
  );
});

test('a key id without an account gets one', () => {
  const ledger = new ScratchLedger();
  ledger.execute(baseTransferTx({ toUid: keyIdUid(STRANGER_KEY_ID), coinAmount: 10_000n }));
  assert.is(ledger.free(STRANGER_KEY_ID, 'WICC'), 10_000n);
});

test.run();
