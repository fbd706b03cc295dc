import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { addOperator, type DexOperator, dexOperator } from '../../../../src/state/tables/dex-operators.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT } from '../../../../src/tx/enums.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import { OPERATOR_FIELD } from '../../../../src/tx/types/dex-operator-update.js';
import { conditionsOf } from '../../../../vm/native/dex/deal-terms.js';
import { ALICE, BOB, HEIGHT, ScratchLedger, signatureOf } from '../../../support/ledgers/scratch-ledger.js';

const COIN = 100_000_000n;
const OPERATOR: DexOperator = {
  owner: BOB.regId,
  feeReceiver: BOB.regId,
  name: 'bob-dex',
  portalUrl: '',
  openMode: OPEN_PUBLIC,
  makerFeeRatio: 0n,
  takerFeeRatio: 0n,
  sharedWith: [],
  activated: true,
  memo: new Uint8Array(),
};

const head = (actor: typeof ALICE, height: number) =>
  ({
    version: 1,
    validHeight: height - 1,
    txUid: actor.uid,
    feeSymbol: 'WICC',
    fees: 10_000_000n,
    signature: signatureOf(actor.publicKey),
  }) as const;

function order(dexId: number, height: number): Transaction {
  return {
    type: TX.DEX_ORDER,
    ...head(ALICE, height),
    orderType: ORDER_LIMIT,
    orderSide: ORDER_BUY,
    coinSymbol: 'WICC',
    assetSymbol: 'WGRT',
    coinAmount: 0n,
    assetAmount: COIN,
    price: COIN,
    dexId,
    memo: new Uint8Array(),
  };
}

const { MAKER_FEE_RATIO, TAKER_FEE_RATIO } = OPERATOR_FIELD;

/** Takes half of what is dealt from now on. */
function raise(
  dexId: number,
  field: typeof MAKER_FEE_RATIO | typeof TAKER_FEE_RATIO,
  height: number,
): Transaction {
  return { type: TX.DEX_OPERATOR_UPDATE, ...head(BOB, height), dexId, update: { field, value: 50_000_000n } };
}

test('an order keeps the fees of its operator of the time when it was placed, through any number of changes', () => {
  const ledger = new ScratchLedger();
  const dexId = addOperator(ledger.state, OPERATOR);
  const before = ledger.execute(order(dexId, HEIGHT), HEIGHT).prepared.txid;
  ledger.execute(raise(dexId, TAKER_FEE_RATIO, HEIGHT + 1), HEIGHT + 1);
  const between = ledger.execute(order(dexId, HEIGHT + 2), HEIGHT + 2).prepared.txid;
  ledger.execute(raise(dexId, MAKER_FEE_RATIO, HEIGHT + 3), HEIGHT + 3);
  const after = ledger.execute(order(dexId, HEIGHT + 4), HEIGHT + 4).prepared.txid;

  const operator = dexOperator(ledger.state, ledger.network, dexId)!;
  const feesOf = (id: string, mended = ledger.network.mended) => {
    const { makerFeeRatio, takerFeeRatio } = conditionsOf(
      ledger.state,
      { mended },
      ledger.state.get(ORDERS, id)!,
      operator,
    );
    return [makerFeeRatio, takerFeeRatio];
  };
  assert.equal(feesOf(before), [0n, 0n]);
  assert.equal(feesOf(between), [0n, 50_000_000n]);
  assert.equal(feesOf(after), [50_000_000n, 50_000_000n]);
  assert.equal(
    feesOf(before, REFERENCE_RULES),
    [50_000_000n, 50_000_000n],
    'the reference takes those of now',
  );
});

test('an update that leaves the conditions as they are keeps nothing', () => {
  const ledger = new ScratchLedger();
  const dexId = addOperator(ledger.state, { ...OPERATOR, takerFeeRatio: 50_000_000n });
  const id = ledger.execute(order(dexId, HEIGHT), HEIGHT).prepared.txid;
  ledger.execute(
    {
      type: TX.DEX_OPERATOR_UPDATE,
      ...head(BOB, HEIGHT),
      dexId,
      update: { field: OPERATOR_FIELD.NAME, value: 'other' },
    },
    HEIGHT + 1,
  );
  const operator = dexOperator(ledger.state, ledger.network, dexId)!;
  const stored = ledger.state.get(ORDERS, id)!;
  assert.is(conditionsOf(ledger.state, ledger.network, stored, operator), operator);
});

test.run();
