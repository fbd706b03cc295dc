import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, publicKeyUid, regIdUid, type Uid } from '../../../../src/codec/uid.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { addOperator, dexOperator, operatorIdOfOwner } from '../../../../src/state/tables/dex-operators.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_LIMIT, ORDER_SELL } from '../../../../src/tx/enums.js';
import { NO_PERMISSIONS } from '../../../../src/tx/permissions.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { DexCancelOrder } from '../../../../src/tx/types/dex-cancel-order.js';
import type { DexOperatorRegister } from '../../../../src/tx/types/dex-operator-register.js';
import {
  type DexOperatorUpdate,
  OPERATOR_FIELD,
  type OperatorUpdate,
} from '../../../../src/tx/types/dex-operator-update.js';
import type { DexOperatorOrder, DexOrder } from '../../../../src/tx/types/dex-order.js';
import type { DexSettle } from '../../../../src/tx/types/dex-settle.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  type Rejection,
  ScratchLedger,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';

/* The refusals that the vectors of the exchange do not have: signatures, uids, sizes, permissions, fees. */

const COIN = 100_000_000n;
const SETTLER = regIdUid({ height: 1, index: 3 });
const SETTLER_KEY = REGTEST.genesis.matcherKey;
const INVALID = 16;
const NOBODY: Uid = regIdUid({ height: 9, index: 9 });
/** A regid that is too new to be relied on at the height of the tests. */
const NEW_REGID = { height: HEIGHT - 50, index: 1 };

function standard(uid: Uid = ALICE.uid, publicKey: string = ALICE.publicKey) {
  return {
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: uid,
    feeSymbol: 'WICC',
    fees: 10_000n,
    signature: signatureOf(publicKey),
  } as const;
}

const TERMS = {
  orderType: ORDER_LIMIT,
  orderSide: ORDER_SELL,
  coinSymbol: 'WGRT',
  assetSymbol: 'WICC',
  coinAmount: 0n,
  assetAmount: COIN,
  price: COIN,
  dexId: 1,
  memo: new Uint8Array(),
} as const;

function orderTx(changes: Partial<DexOrder> = {}): DexOrder {
  return { type: TX.DEX_ORDER, ...standard(), ...TERMS, ...changes } as DexOrder;
}

/** Signed by ALICE and by BOB, who gets the fees of operator 1. */
function operatorOrderTx(changes: Partial<DexOperatorOrder> = {}): DexOperatorOrder {
  return {
    type: TX.DEX_OPERATOR_ORDER,
    ...standard(),
    ...TERMS,
    openMode: OPEN_PUBLIC,
    makerFeeRatio: 0n,
    takerFeeRatio: 0n,
    operatorUid: BOB.uid,
    operatorTxFee: 0n,
    operatorSignature: signatureOf(BOB.publicKey),
    ...changes,
  } as DexOperatorOrder;
}

function registerTx(changes: Partial<DexOperatorRegister> = {}): DexOperatorRegister {
  return {
    type: TX.DEX_OPERATOR_REGISTER,
    ...standard(),
    ownerUid: ALICE.uid,
    feeReceiverUid: BOB.uid,
    dexName: 'name',
    portalUrl: '',
    openMode: OPEN_PUBLIC,
    makerFeeRatio: 0n,
    takerFeeRatio: 0n,
    orderOpenDexops: [],
    memo: new Uint8Array(),
    ...changes,
  } as DexOperatorRegister;
}

/** CAROL owns operator 1. */
function updateTx(update: OperatorUpdate, dexId = 1): DexOperatorUpdate {
  return {
    type: TX.DEX_OPERATOR_UPDATE,
    ...standard(CAROL.uid, CAROL.publicKey),
    dexId,
    update,
  } as DexOperatorUpdate;
}

function settleTx(changes: Partial<DexSettle> = {}): DexSettle {
  const item = {
    buyOrderId: '11'.repeat(32),
    sellOrderId: '22'.repeat(32),
    price: 1n,
    coinAmount: 1n,
    assetAmount: 1n,
  };
  return {
    type: TX.DEX_TRADE_SETTLE,
    ...standard(SETTLER, SETTLER_KEY),
    dealItems: [item],
    ...changes,
  } as DexSettle;
}

function cancelTx(changes: Partial<DexCancelOrder> = {}): DexCancelOrder {
  return {
    type: TX.DEX_CANCEL_ORDER,
    ...standard(),
    orderId: '11'.repeat(32),
    ...changes,
  } as DexCancelOrder;
}

/** Operator 1 belongs to CAROL, BOB gets its fees. */
function ledgerWithOperator(): ScratchLedger {
  const ledger = new ScratchLedger();
  addOperator(ledger.state, {
    owner: CAROL.regId,
    feeReceiver: BOB.regId,
    name: 'first',
    portalUrl: '',
    openMode: OPEN_PUBLIC,
    makerFeeRatio: 0n,
    takerFeeRatio: 0n,
    sharedWith: [],
    activated: true,
    memo: new Uint8Array(),
  });
  const keyId = 'cd'.repeat(20);
  ledger.alter(keyId, { regId: NEW_REGID });
  ledger.endow(settlerKeyId(ledger), 'WICC', COIN);
  return ledger;
}

function settlerKeyId(ledger: ScratchLedger): string {
  return ledger.keyIdAt({ height: 1, index: 3 })!;
}

type Tx = Parameters<ScratchLedger['rejection']>[0];
const RULES: readonly (readonly [rule: string, tx: Tx, reason: string, code?: number])[] = [
  ['an order has a known type', orderTx({ orderType: 3 }), 'invalid-order-side'],
  ['an order has a known side', orderTx({ orderSide: 0 }), 'invalid-order-side'],
  [
    'an order is for at most what its coin can have',
    orderTx({ assetAmount: 210_000_001n * COIN }),
    'invalid-order-amount-range',
  ],
  [
    'the fee of an order is large enough',
    orderTx({ fees: 9_999n }),
    'The given fees is too small: 9999 < 10000 sawi, staked_wicc_amount=0',
  ],
  ['an order of an operator has a known open mode', operatorOrderTx({ openMode: 0 }), 'invalid-open-mode'],
  [
    'a taker ratio is at most a half',
    operatorOrderTx({ takerFeeRatio: 50_000_001n }),
    'invalid-operator-fee-ratio',
  ],
  [
    'the operator is named by its regid',
    operatorOrderTx({ operatorUid: keyIdUid(BOB.keyId) }),
    'operator-uid-not-regid',
  ],
  [
    'the operator that signs is who receives the fees, not who owns it',
    operatorOrderTx({ operatorUid: CAROL.uid }),
    'operator-uid-wrong',
  ],
  [
    'the operator signs',
    operatorOrderTx({ operatorSignature: signatureOf(CAROL.publicKey) }),
    'bad-operator-signature',
  ],
  [
    'an unsigned order of an operator is refused',
    operatorOrderTx({ operatorSignature: new Uint8Array() }),
    'bad-operator-signature',
  ],
  [
    'who pays a part for an unknown operator is told so first',
    operatorOrderTx({ dexId: 7, operatorTxFee: 1n }),
    'dex_operator_not_existed',
  ],
  [
    'both fees together are large enough',
    operatorOrderTx({ fees: 9_998n, operatorTxFee: 1n }),
    'The given fees is too small: 9999 < 10000 sawi, staked_wicc_amount=0',
  ],
  [
    'the fee of a cancellation is large enough',
    cancelTx({ fees: 1n }),
    'The given fees is too small: 1 < 10000 sawi, staked_wicc_amount=0',
  ],
  ['the settler is named by its regid', settleTx({ txUid: publicKeyUid(SETTLER_KEY) }), 'txUid-type-error'],
  [
    'a settlement has at most 10000 deals',
    settleTx({ dealItems: Array.from({ length: 10_001 }, () => settleTx().dealItems[0]!) }),
    'invalid-deal-items',
  ],
  [
    'a deal names a sell order',
    settleTx({ dealItems: [{ ...settleTx().dealItems[0]!, sellOrderId: '00'.repeat(32) }] }),
    'empty-order-id',
  ],
  [
    'a deal has a price',
    settleTx({ dealItems: [{ ...settleTx().dealItems[0]!, price: 0n }] }),
    'zero_order_amount',
  ],
  [
    'a deal has an amount of the asset',
    settleTx({ dealItems: [{ ...settleTx().dealItems[0]!, assetAmount: 0n }] }),
    'zero_order_amount',
  ],
  [
    'the fee of a settlement is large enough',
    settleTx({ fees: 9_999n }),
    'The given fee is too small: 9999 < 10000 sawi',
  ],
  [
    'the owner of an operator is named by its regid',
    registerTx({ ownerUid: keyIdUid(ALICE.keyId) }),
    'owner-uid-type-error',
  ],
  [
    'the receiver of its fees too',
    registerTx({ feeReceiverUid: keyIdUid(BOB.keyId) }),
    'match-uid-type-error',
  ],
  [
    'the memo of an operator has at most 100 bytes',
    registerTx({ memo: new Uint8Array(101) }),
    'invalid-memo',
  ],
  [
    'a list of operators has at most 500',
    registerTx({ orderOpenDexops: Array.from({ length: 501 }, (_, i) => BigInt(i)) }),
    'invalid-shared-dexop-list-size',
  ],
  ['an id above 32 bits is no operator', registerTx({ orderOpenDexops: [2n ** 32n] }), 'operator-not-exist'],
  ['the owner exists', registerTx({ ownerUid: NOBODY }), 'account-not-exist'],
  ['the receiver of the fees exists', registerTx({ feeReceiverUid: NOBODY }), 'account-not-exist'],
  ['a new owner exists', updateTx({ field: OPERATOR_FIELD.OWNER_UID, value: NOBODY }), 'owner-uid-invalid'],
  [
    'a new owner has a regid that can be relied on',
    updateTx({ field: OPERATOR_FIELD.OWNER_UID, value: regIdUid(NEW_REGID) }),
    'owner-uid-invalid',
  ],
  [
    'a new owner is stored by its regid only',
    updateTx({ field: OPERATOR_FIELD.OWNER_UID, value: keyIdUid(ALICE.keyId) }),
    'copy-updated-operator-error',
  ],
  [
    'a new name has at most 32 bytes',
    updateTx({ field: OPERATOR_FIELD.NAME, value: 'x'.repeat(33) }),
    'invalid-name',
  ],
  [
    'a new open mode is public or private',
    updateTx({ field: OPERATOR_FIELD.OPEN_MODE, value: 3 }),
    'invalid-open-mode',
  ],
  [
    'a new ratio is at most a half',
    updateTx({ field: OPERATOR_FIELD.MAKER_FEE_RATIO, value: 50_000_001n }),
    'invalid-match-fee-ratio-type',
  ],
  [
    'a new list has at most 500 operators',
    updateTx({ field: OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST, value: Array.from({ length: 501 }, () => 0n) }),
    'invalid-shared-dexop-list-size',
  ],
  [
    'a new list names operators that exist',
    updateTx({ field: OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST, value: [99n] }),
    'dexid-not-exist',
  ],
  [
    'a new memo has at most 100 bytes',
    updateTx({ field: OPERATOR_FIELD.MEMO, value: new Uint8Array(101) }),
    'invalid-memo',
  ],
];

for (const [rule, tx, reason, code = INVALID] of RULES) {
  test(`${rule}: ${reason} (${code})`, () => {
    const expected: Rejection = { code, reason };
    assert.equal(ledgerWithOperator().rejection(tx), expected);
  });
}

for (const tx of [orderTx(), cancelTx(), registerTx()] as const) {
  test(`an account without the permission of the exchange is refused: account-lacks-perm, type ${tx.type}`, () => {
    const ledger = ledgerWithOperator();
    ledger.alter(ALICE.keyId, { permsSum: 1n });
    assert.equal(ledger.rejection(tx), { code: 48, reason: 'account-lacks-perm' });
    ledger.alter(ALICE.keyId, { permsSum: NO_PERMISSIONS });
    assert.equal(ledger.rejection(tx), { code: 48, reason: 'bad-tx-sign' });
  });
}

test('two orders of one transaction id cannot be: bad-write-dexdb (16)', () => {
  const ledger = ledgerWithOperator();
  const { prepared } = ledger.execute(orderTx());
  assert.equal(ledger.rejection(orderTx()), { code: INVALID, reason: 'bad-write-dexdb' });
  assert.is(ledger.state.get(ORDERS, prepared.txid)?.dexId, 1);
});

test('who names itself by its key is registered first and owns the order by its new regid', () => {
  const ledger = ledgerWithOperator();
  const { prepared } = ledger.execute(orderTx({ txUid: publicKeyUid(ALICE.publicKey) }));
  assert.equal(ledger.state.get(ORDERS, prepared.txid)?.owner, ALICE.regId);
});

test('the fee that an operator adds is part of what the producer earns', () => {
  const ledger = ledgerWithOperator();
  const block = ledger.begin();
  block.execute(ledger.prepare(operatorOrderTx({ fees: 4_000n, operatorTxFee: 6_000n })));
  const { tx } = block.rewardTransaction();
  assert.equal(tx.type === TX.UCOIN_BLOCK_REWARD && tx.rewardFees.get('WICC'), 10_000n);
});

test('an operator that changes hands is its former owner no longer', () => {
  const ledger = ledgerWithOperator();
  ledger.execute(updateTx({ field: OPERATOR_FIELD.OWNER_UID, value: ALICE.uid }));
  const { state, network } = ledger;
  assert.equal(
    [CAROL, ALICE].map(({ regId }) => operatorIdOfOwner(state, network, regId)),
    [undefined, 1],
  );
  assert.equal(dexOperator(state, network, 1)?.owner, ALICE.regId);
});

test.run();
