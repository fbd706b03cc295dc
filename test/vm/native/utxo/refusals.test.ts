import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid } from '../../../../src/codec/uid.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { ASSETS } from '../../../../src/state/tables/assets.js';
import { ALL_PERMISSIONS, ASSET_PERMISSION, PERMISSION } from '../../../../src/tx/permissions.js';
import type { UtxoTransfer } from '../../../../src/tx/types/utxo-transfer.js';
import { CONDITION_TYPES } from '../../../../src/tx/utxo.js';
import { type RefusalRow, testRefusalOrder } from '../../../support/ledgers/refusal-order.js';
import {
  ALICE,
  BOB,
  KEY_OFF_CURVE,
  ScratchLedger,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';
import {
  byAddress,
  charge,
  fromHeight,
  input,
  output,
  proofTx,
  toAddress,
  toKeyId,
  toPassword,
  utxoTx,
} from '../../../support/ledgers/utxo-ledger.js';

const INVALID = 16;
const COIN = 100_000_000n;

/** ALICE has an output of hers, one of BOB and one of another coin. */
class ChargedLedger extends ScratchLedger {
  readonly txid: string;
  readonly otherCoin: string;

  constructor() {
    super();
    this.txid = charge(this, [output(toAddress(ALICE)), output(toAddress(BOB))]);
    this.endow(ALICE.keyId, 'WUSD', 10n * COIN);
    this.otherCoin = charge(this, [output(toAddress(ALICE))], { coinSymbol: 'WUSD' });
    const offCurve = keyIdOf(Buffer.from(KEY_OFF_CURVE, 'hex'));
    this.endow(offCurve, 'WICC', COIN);
  }
}

type Row = RefusalRow<ChargedLedger, UtxoTransfer>;

function row(
  reason: string,
  spoil: (tx: UtxoTransfer, ledger: ChargedLedger) => Partial<UtxoTransfer>,
  code = INVALID,
): Row {
  return {
    code,
    reason,
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, ...spoil(scenario.tx, scenario.ledger) };
    },
  };
}

testRefusalOrder(test, () => {
  const ledger = new ChargedLedger();
  const vins = [input(ledger.txid, 0, byAddress)];
  return { ledger, tx: utxoTx({ vins, vouts: [output(toAddress(BOB))] }) };
}, [
  row('memo-size-toolarge', () => ({ memo: Buffer.alloc(101) })),
  row('bad-publickey', () => ({
    txUid: publicKeyUid(KEY_OFF_CURVE),
    signature: signatureOf(KEY_OFF_CURVE),
  })),
  row('vins-size-too-large', (_, { txid }) => ({ vins: Array(101).fill(input(txid, 0)) })),
  row('vouts-size-too-large', () => ({ vouts: Array(101).fill(output()) })),
  row('utxo-empty-err', () => ({ vins: [], vouts: [] })),
  row('bad-tx-fee-toosmall', ({ vins, vouts }) => ({
    fees: 10_000n * BigInt(2 * vins.length + vouts.length) - 1n,
  })),
  row('invalid-coin-symbol', () => ({ coinSymbol: 'NOCOIN' })),
  row('lack_PERM_TRANSFER', ({ coinSymbol }, { state }) => {
    const asset = state.get(ASSETS, coinSymbol);
    if (asset === undefined) return {};
    state.put(ASSETS, coinSymbol, { ...asset, permsSum: ALL_PERMISSIONS - ASSET_PERMISSION.TRANSFER });
    return {};
  }),
  row('failed-to-load-prev-utxo-err', () => ({ vins: [input('33'.repeat(32), 0)] })),
  row('prev-utxo-index-OOR-err', (_, { txid }) => ({ vins: [input(txid, 2)] })),
  row('prev-utxo-symbol-mismatch', (_, { otherCoin }) => ({ vins: [input(otherCoin, 0)] })),
  row('check-utox-cond-err', (_, { txid }) => ({ vins: [input(txid, 1, byAddress)] })),
  row('zero-output-amount-err', () => ({ vouts: [{ coinAmount: 0n, conds: [] }] })),
  row('check-utox-cond-err', () => ({ vouts: [output(toAddress(ALICE), toAddress(BOB))] })),
  row('utxo-amount-overflow', () => ({
    vouts: [{ coinAmount: 21_000_000_000_000_000n, conds: [] }, output()],
  })),
  row('insufficient-account-coin-amount', () => ({
    vouts: [{ coinAmount: 200_000_000_000_000n, conds: [] }],
  })),
  row('double-spend-prev-utxo-err', (_, { txid }) => ({ vins: [input(txid, 0), input(txid, 0)] })),
]);

test('a fee below the minimum of the type is refused by the base check', () => {
  const ledger = new ScratchLedger();
  const tx = utxoTx({ vouts: [output()], fees: 9_999n });
  assert.is(ledger.rejection(tx).reason, 'The given fee is too small: 9999 < 10000 sawi');
});

test('without the permission to send outputs nothing is moved: account-lacks-perm (48)', () => {
  const ledger = new ScratchLedger();
  ledger.alter(ALICE.keyId, { permsSum: ALL_PERMISSIONS - PERMISSION.SEND_UTXO });
  const lacking = { code: 48, reason: 'account-lacks-perm' };
  assert.equal(ledger.rejection(utxoTx({ vouts: [output()] })), lacking);
  assert.equal(ledger.rejection(proofTx({}, ALICE)), lacking);
});

const NO_LOCKS = {
  'an address of nobody': [{ type: CONDITION_TYPES.OP2SA, uid: { kind: 'null' } }],
  'a key id of zeros': [toKeyId('0'.repeat(40))],
  'a password hash of zeros': [
    { type: CONDITION_TYPES.OP2PH, passwordProofRequired: false, passwordHash: '0'.repeat(64) },
  ],
  'height 0 to claim from': [fromHeight(0n)],
  'height 0 to reclaim from': [{ type: CONDITION_TYPES.ORECLAIM_LOCK, height: 0n }],
  'an address and a multi-signature address': [toAddress(BOB), toKeyId('11'.repeat(20))],
  'two passwords': [toPassword('a'), toPassword('b')],
} as const;

for (const [what, conds] of Object.entries(NO_LOCKS)) {
  test(`an output cannot be locked with ${what}`, () => {
    const rejection = new ScratchLedger().rejection(utxoTx({ vouts: [output(...conds)] }));
    assert.equal(rejection, { code: INVALID, reason: 'check-utox-cond-err' });
  });
}

test('inputs that together exceed what a coin can have are refused', () => {
  const ledger = new ScratchLedger();
  ledger.addAsset('ROGTEST');
  ledger.endow(ALICE.keyId, 'ROGTEST', 2n ** 63n - 1n);
  const half = { coinAmount: 2n ** 62n, conds: [] };
  const txid = charge(ledger, [half], { coinSymbol: 'ROGTEST' });
  ledger.endow(ALICE.keyId, 'ROGTEST', 2n ** 63n - 1n);
  const vins = [input(txid, 0)];
  const overflow = { code: INVALID, reason: 'utxo-amount-overflow' };
  assert.equal(ledger.rejection(utxoTx({ coinSymbol: 'ROGTEST', vins })), overflow, 'with the balance');
  const other = charge(ledger, [half], { coinSymbol: 'ROGTEST', memo: Buffer.from('another') });
  ledger.endow(ALICE.keyId, 'ROGTEST', 0n);
  const both = [...vins, input(other, 0)];
  assert.equal(ledger.rejection(utxoTx({ coinSymbol: 'ROGTEST', vins: both })), overflow, 'among each other');
});

test('a proof needs an output to name and must not be zero', () => {
  const ledger = new ScratchLedger();
  const zero = '0'.repeat(64);
  const refused = (reason: string) => ({ code: INVALID, reason });
  assert.equal(
    ledger.rejection(proofTx({ utxoTxid: zero, passwordProof: zero }, BOB)),
    refused('uxto-txid-empty-err'),
  );
  assert.equal(
    ledger.rejection(proofTx({ passwordProof: zero }, BOB)),
    refused('utxo-password-proof-empty-err'),
  );
});

test.run();
