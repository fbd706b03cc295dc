import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, publicKeyUid } from '../../../../src/codec/uid.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { registerTx } from '../../../support/ledgers/sample-transactions.js';
import {
  ALICE,
  HEIGHT,
  KEY_OFF_CURVE,
  ScratchLedger,
  STRANGER_KEYS,
} from '../../../support/ledgers/scratch-ledger.js';

const [NEWCOMER, MINER_KEY] = STRANGER_KEYS;
const NEWCOMER_ID = keyIdOf(Buffer.from(NEWCOMER, 'hex'));

/** A ledger where somebody has sent the newcomer coins for the fee. */
function ledgerWithNewcomer(): ScratchLedger {
  const ledger = new ScratchLedger();
  ledger.endow(NEWCOMER_ID, 'WICC', 10_000n);
  return ledger;
}

test('registration puts the key on chain at the position of the transaction, and costs the fee', () => {
  const ledger = ledgerWithNewcomer();
  ledger.execute(registerTx(NEWCOMER));
  const account = ledger.account(NEWCOMER_ID)!;
  assert.equal(account.regId, { height: HEIGHT, index: 1 });
  assert.is(account.ownerKey, NEWCOMER);
  assert.is(account.minerKey, '');
  assert.is(account.tokens.size, 0);
});

test('a key for making blocks can be registered with it', () => {
  const ledger = ledgerWithNewcomer();
  ledger.execute(registerTx(NEWCOMER, { minerUid: publicKeyUid(MINER_KEY) }));
  assert.is(ledger.account(NEWCOMER_ID)!.minerKey, MINER_KEY);
});

test('the sender is named by its key: uid-type-error (16)', () => {
  assert.equal(ledgerWithNewcomer().rejection(registerTx(ALICE.publicKey, { txUid: ALICE.uid })), {
    code: 16,
    reason: 'uid-type-error',
  });
});

test('the key is a point on the curve: bad-tx-publickey (16)', () => {
  const ledger = new ScratchLedger();
  ledger.endow(keyIdOf(Buffer.from(KEY_OFF_CURVE, 'hex')), 'WICC', 10_000n);
  assert.equal(ledger.rejection(registerTx(KEY_OFF_CURVE)), { code: 16, reason: 'bad-tx-publickey' });
});

test('nobody registers twice: duplicate-register-account (50)', () => {
  const ledger = ledgerWithNewcomer();
  const rejection = { code: 50, reason: 'duplicate-register-account' };
  assert.equal(ledger.rejection(registerTx(ALICE.publicKey)), rejection);
  ledger.execute(registerTx(NEWCOMER));
  ledger.endow(NEWCOMER_ID, 'WICC', 10_000n);
  assert.equal(ledger.rejection(registerTx(NEWCOMER)), rejection);
});

test('the key for making blocks is given as a key: minerUid-type-error (16)', () => {
  assert.equal(ledgerWithNewcomer().rejection(registerTx(NEWCOMER, { minerUid: keyIdUid(ALICE.keyId) })), {
    code: 16,
    reason: 'minerUid-type-error',
  });
});

test('the key for making blocks is a point on the curve: MinerPKey Is Invalid (50)', () => {
  const tx = registerTx(NEWCOMER, { minerUid: publicKeyUid(KEY_OFF_CURVE) });
  assert.equal(ledgerWithNewcomer().rejection(tx), { code: 50, reason: 'MinerPKey Is Invalid' });
});

test('an account that has never received coins cannot pay for its registration', () => {
  const ledger = new ScratchLedger();
  assert.equal(ledger.rejection(registerTx(NEWCOMER)), { code: 16, reason: 'account-not-exist' });
  ledger.endow(NEWCOMER_ID, 'WICC', 9_999n);
  assert.equal(ledger.rejection(registerTx(NEWCOMER)), { code: 50, reason: 'sub-account-fees-failed' });
  assert.is(ledger.account(NEWCOMER_ID)!.ownerKey, '');
});

test.run();
