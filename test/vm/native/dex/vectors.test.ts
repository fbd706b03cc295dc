import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRegId } from '../../../../src/codec/regid.js';
import { NULL_UID, type Uid } from '../../../../src/codec/uid.js';
import { ACTIVE_DELEGATES } from '../../../../src/state/tables/delegates.js';
import { LAST_DEX_OPERATOR_ID } from '../../../../src/state/tables/dex-operators.js';
import { ORDERS, ORDERS_BY_BLOCK } from '../../../../src/state/tables/orders.js';
import { SYSTEM_PARAMS } from '../../../../src/state/tables/parameters.js';
import { encodeTransaction, prepareTransaction, transactionPreimage } from '../../../../src/tx/envelope.js';
import { ASSET_PERMISSION } from '../../../../src/tx/permissions.js';
import { TransactionRejected } from '../../../../src/tx/reject.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import { OPERATOR_FIELD, type OperatorUpdate } from '../../../../src/tx/types/dex-operator-update.js';
import { discountedMinimumFee } from '../../../../vm/native/dex/formulas.js';
import {
  DexWorld,
  openModeCode,
  orderSideCode,
  orderTypeCode,
  VECTOR_NETWORK,
  type VectorAccounts,
  type VectorBalances,
  type VectorOperator,
  type VectorOrder,
  type VectorReceipt,
  type WorldBlock,
} from '../../../support/ledgers/exchange-ledger.js';
import { checkAllRows } from '../../../support/vectors/all-rows.js';
import { readVectors } from '../../../support/vectors/vectors.js';

interface Expectation {
  readonly ok: boolean;
  readonly reject_code?: number;
  readonly reject_reason?: string;
  readonly deltas?: Readonly<Record<string, unknown>>;
  readonly receipts?: readonly VectorReceipt[];
}

interface VectorDeal {
  readonly buy_order_id: string;
  readonly sell_order_id: string;
  readonly deal_price: string;
  readonly deal_coin_amount: string;
  readonly deal_asset_amount: string;
}

interface Settlement {
  readonly id: string;
  readonly title: string;
  readonly friction_ratio: string;
  readonly operators: Readonly<Record<string, VectorOperator>>;
  readonly balances_before: VectorBalances;
  readonly orders_before: Readonly<Record<string, VectorOrder>>;
  readonly settle_tx: VectorTx & {
    readonly height: number;
    readonly index: number;
    readonly bp: string;
    readonly sender: string;
    readonly txid: string;
  };
  readonly expect: Expectation & {
    readonly orders_after?: Readonly<
      Record<
        string,
        {
          readonly active: boolean;
          readonly total_deal_coin_amount?: string;
          readonly total_deal_asset_amount?: string;
        }
      >
    >;
    readonly new_system_orders?: Readonly<Record<string, VectorOrder>>;
  };
}

interface Cancel {
  readonly id: string;
  readonly title: string;
  readonly balances_before: VectorBalances;
  readonly orders_before: Readonly<Record<string, VectorOrder>>;
  readonly cancel_tx: VectorTx & { readonly sender: string; readonly txid: string };
  readonly expect: Expectation;
}

interface Placement {
  readonly id: string;
  readonly title: string;
  readonly balances_before: VectorBalances;
  readonly operators: Readonly<Record<string, VectorOperator>>;
  readonly tx: VectorTx;
  readonly txid: string;
  readonly expect: Expectation & { readonly order?: VectorOrder };
}

interface OperatorCase {
  readonly id: string;
  readonly title: string;
  readonly balances_before: VectorBalances;
  readonly operators_before: Readonly<Record<string, VectorOperator>>;
  readonly last_dex_id_before: number;
  readonly active_delegates: readonly string[];
  readonly height: number;
  readonly tx: VectorTx;
  readonly txid: string;
  readonly expect: Expectation & {
    readonly operators_after?: Readonly<Record<string, VectorOperator>>;
    readonly last_dex_id?: number;
  };
}

/** A transaction as the vectors write it; which members there are depends on the type. */
interface VectorTx {
  readonly type?: number;
  readonly valid_height: number;
  readonly tx_uid?: string;
  readonly sender?: string;
  readonly fee_symbol: string;
  readonly fees: string;
  readonly coin_symbol?: string;
  readonly asset_symbol?: string;
  readonly coin_amount?: string;
  readonly asset_amount?: string;
  readonly price?: string;
  readonly order_type?: string;
  readonly order_side?: string;
  readonly dex_id?: number;
  readonly memo?: string;
  readonly open_mode?: string;
  readonly maker_fee_ratio?: string;
  readonly taker_fee_ratio?: string;
  readonly operator_uid?: string;
  readonly operator_tx_fee?: string;
  readonly order_id?: string;
  readonly deal_items?: readonly VectorDeal[];
  readonly items?: readonly VectorDeal[];
  readonly owner_uid?: string;
  readonly fee_receiver_uid?: string;
  readonly name?: string;
  readonly portal_url?: string;
  readonly order_open_mode?: string;
  readonly order_open_dexop_list?: readonly number[];
  readonly update_field?: number;
  readonly update_value?: string | readonly number[];
}

interface DexVectors {
  readonly accounts: VectorAccounts;
  readonly settlement: readonly Settlement[];
  readonly cancel: readonly Cancel[];
  readonly placement: readonly Placement[];
  readonly operators: readonly OperatorCase[];
  readonly order_min_fee: readonly {
    readonly default_min_fee: string;
    readonly staked_wicc_amount: string;
    readonly min_fee: string;
  }[];
  readonly serialization: readonly {
    readonly name: string;
    readonly tx: VectorTx;
    readonly unsigned_preimage_hex: string;
    readonly txid: string;
    readonly rawtx_without_signatures: string;
  }[];
  readonly paging: {
    readonly order_id_sort_example: { readonly sorted: readonly string[] };
  };
}

const vectors = readVectors<DexVectors>('dex-examples');
const RULES = { varintPricesFrom: VECTOR_NETWORK.forks.r3 };
const NO_SIGNATURE = new Uint8Array();

function uidOf(text: string | undefined): Uid {
  if (text === undefined) return NULL_UID;
  const regId = parseRegId(text) ?? parseRegId(vectors.accounts[text] ?? '');
  if (regId === undefined) throw new Error(`the vectors name no account ${text}`);
  return { kind: 'regid', regId };
}

function updateOf(tx: VectorTx): OperatorUpdate {
  const value = tx.update_value!;
  switch (tx.update_field) {
    case OPERATOR_FIELD.OWNER_UID:
    case OPERATOR_FIELD.FEE_RECEIVER_UID:
      return { field: tx.update_field, value: uidOf(String(value)) };
    case OPERATOR_FIELD.NAME:
    case OPERATOR_FIELD.PORTAL_URL:
      return { field: tx.update_field, value: String(value) };
    case OPERATOR_FIELD.OPEN_MODE:
      return { field: OPERATOR_FIELD.OPEN_MODE, value: openModeCode(String(value)) };
    case OPERATOR_FIELD.MAKER_FEE_RATIO:
    case OPERATOR_FIELD.TAKER_FEE_RATIO:
      return { field: tx.update_field, value: BigInt(String(value)) };
    case OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST:
      return { field: OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST, value: (value as readonly number[]).map(BigInt) };
    case OPERATOR_FIELD.MEMO:
      return { field: OPERATOR_FIELD.MEMO, value: Buffer.from(String(value)) };
    default:
      throw new Error(`there is no field ${tx.update_field}`);
  }
}

function transactionOf(tx: VectorTx, type = tx.type): Transaction {
  const standard = {
    version: 1,
    validHeight: tx.valid_height,
    txUid: uidOf(tx.tx_uid ?? tx.sender),
    feeSymbol: tx.fee_symbol,
    fees: BigInt(tx.fees),
    signature: NO_SIGNATURE,
  };
  const coins = { coinSymbol: tx.coin_symbol!, assetSymbol: tx.asset_symbol! };
  const amount = (text: string | undefined) => BigInt(text ?? 0);
  const order = () => ({
    ...standard,
    ...coins,
    orderType: orderTypeCode(tx.order_type!),
    orderSide: orderSideCode(tx.order_side!),
    coinAmount: amount(tx.coin_amount),
    assetAmount: amount(tx.asset_amount),
    price: amount(tx.price),
    dexId: tx.dex_id!,
    memo: Buffer.from(tx.memo ?? ''),
  });
  switch (type) {
    case TX.DEX_LIMIT_BUY_ORDER:
    case TX.DEX_LIMIT_SELL_ORDER:
      return { type, ...standard, ...coins, assetAmount: amount(tx.asset_amount), price: amount(tx.price) };
    case TX.DEX_MARKET_BUY_ORDER:
      return { type, ...standard, ...coins, coinAmount: amount(tx.coin_amount) };
    case TX.DEX_MARKET_SELL_ORDER:
      return { type, ...standard, ...coins, assetAmount: amount(tx.asset_amount) };
    case TX.DEX_CANCEL_ORDER:
      return { type, ...standard, orderId: tx.order_id! };
    case TX.DEX_TRADE_SETTLE:
      return {
        type,
        ...standard,
        dealItems: (tx.deal_items ?? tx.items!).map(deal => ({
          buyOrderId: deal.buy_order_id,
          sellOrderId: deal.sell_order_id,
          price: BigInt(deal.deal_price),
          coinAmount: BigInt(deal.deal_coin_amount),
          assetAmount: BigInt(deal.deal_asset_amount),
        })),
      };
    case TX.DEX_ORDER:
      return { type, ...order() };
    case TX.DEX_OPERATOR_ORDER:
      return {
        type,
        ...order(),
        openMode: openModeCode(tx.open_mode!),
        makerFeeRatio: amount(tx.maker_fee_ratio),
        takerFeeRatio: amount(tx.taker_fee_ratio),
        operatorUid: uidOf(tx.operator_uid),
        operatorTxFee: amount(tx.operator_tx_fee),
        operatorSignature: NO_SIGNATURE,
      };
    case TX.DEX_OPERATOR_REGISTER:
      return {
        type,
        ...standard,
        ownerUid: uidOf(tx.owner_uid),
        feeReceiverUid: uidOf(tx.fee_receiver_uid),
        dexName: tx.name!,
        portalUrl: tx.portal_url!,
        openMode: openModeCode(tx.order_open_mode!),
        makerFeeRatio: amount(tx.maker_fee_ratio),
        takerFeeRatio: amount(tx.taker_fee_ratio),
        orderOpenDexops: tx.order_open_dexop_list!.map(BigInt),
        memo: Buffer.from(tx.memo ?? ''),
      };
    case TX.DEX_OPERATOR_UPDATE:
      return { type, ...standard, dexId: tx.dex_id!, update: updateOf(tx) };
    default:
      throw new Error(`the exchange has no type ${type}`);
  }
}

/** Executes a transaction and compares everything that the vectors say about it. */
function expectOutcome(
  world: DexWorld,
  tx: Transaction,
  txid: string,
  expected: Expectation,
  block?: WorldBlock,
): void {
  assert.is(prepareTransaction(tx, RULES).txid, txid, 'txid');
  const before = world.balances();
  if (!expected.ok) {
    try {
      world.execute(tx, block);
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
      assert.equal([error.code, error.reason], [expected.reject_code, expected.reject_reason]);
      assert.equal(world.deltasSince(before), {}, 'a refused transaction changes nothing');
      return;
    }
    assert.unreachable('the transaction was expected to be refused');
  }
  const { receipts } = world.execute(tx, block);
  assert.equal(world.deltasSince(before), expected.deltas, 'balances');
  assert.equal(world.receipts(receipts), expected.receipts, 'receipts');
}

test('all settlements have the balances, orders, system orders and receipts of the reference', () => {
  const nameOf = ({ id, title }: Settlement) => `${id} ${title}`;
  checkAllRows('settlements', vectors.settlement, 87, nameOf, row => {
    const { settle_tx: tx, expect: expected, orders_before: ordersBefore } = row;
    const world = new DexWorld(vectors.accounts, row.balances_before);
    if (!(tx.bp in vectors.accounts) && expected.reject_reason !== 'account-not-exist')
      world.addAccount(tx.bp);
    world.putOperators(row.operators);
    world.putOrders(ordersBefore);
    if (row.friction_ratio !== '2') world.state.put(SYSTEM_PARAMS, 24, BigInt(row.friction_ratio));
    const block = { height: tx.height, index: tx.index, producer: tx.bp, baseChecks: false };
    expectOutcome(world, transactionOf(tx, 89), tx.txid, expected, block);
    if (!expected.ok) return;
    for (const [id, before] of Object.entries(ordersBefore)) {
      const after = expected.orders_after?.[before.label!];
      const stored = world.state.get(ORDERS, id);
      assert.is(stored !== undefined, after?.active ?? true, `${before.label} active`);
      if (stored === undefined || after === undefined) continue;
      assert.is(String(stored.dealtCoinAmount), after.total_deal_coin_amount);
      assert.is(String(stored.dealtAssetAmount), after.total_deal_asset_amount);
    }
    const created = [...world.state.iterate(ORDERS)].filter(([id]) => !(id in ordersBefore));
    assert.equal(
      Object.fromEntries(created.map(([id, order]) => [id, world.vectorOrder(order)])),
      expected.new_system_orders,
      'system orders',
    );
    assert.is([...world.state.iterate(ORDERS_BY_BLOCK)].length, [...world.state.iterate(ORDERS)].length);
  });
});

test('all cancellations have the balances and receipts of the reference', () => {
  const nameOf = ({ id, title }: Cancel) => `${id} ${title}`;
  checkAllRows('cancels', vectors.cancel, 11, nameOf, row => {
    const world = new DexWorld(vectors.accounts, row.balances_before);
    world.putOrders(row.orders_before);
    const { order_id: id } = row.cancel_tx;
    expectOutcome(world, transactionOf(row.cancel_tx, 88), row.cancel_tx.txid, row.expect);
    if (row.expect.ok) assert.is(world.state.get(ORDERS, id!), undefined);
  });
});

test('all placements have the frozen amounts, the order and the receipts of the reference', () => {
  const nameOf = ({ id, title }: Placement) => `${id} ${title}`;
  checkAllRows('placements', vectors.placement, 39, nameOf, row => {
    const world = new DexWorld(vectors.accounts, row.balances_before);
    world.putOperators(row.operators);
    // The vectors say what the coin lacks in their titles only.
    if (row.title === 'error: asset without base perm') world.addToken('MYCOIN', ASSET_PERMISSION.TRANSFER);
    expectOutcome(world, transactionOf(row.tx), row.txid, row.expect);
    const order = world.state.get(ORDERS, row.txid);
    assert.equal(order && world.vectorOrder(order), row.expect.order);
  });
});

test('all operator transactions have the records, fees and receipts of the reference', () => {
  const nameOf = ({ id, title }: OperatorCase) => `${id} ${title}`;
  checkAllRows('operator transactions', vectors.operators, 21, nameOf, row => {
    const world = new DexWorld(vectors.accounts, row.balances_before);
    for (const regId of row.active_delegates) world.addAccount(regId);
    world.addAccount('950-1');
    world.putOperators(row.operators_before);
    world.state.put(LAST_DEX_OPERATOR_ID, undefined, row.last_dex_id_before);
    const delegates = row.active_delegates.map(regId => ({ regId: parseRegId(regId)!, votes: 1n }));
    world.state.put(ACTIVE_DELEGATES, undefined, delegates);
    expectOutcome(world, transactionOf(row.tx), row.txid, row.expect, { height: row.height });
    if (!row.expect.ok) return;
    assert.equal(world.operators(), row.expect.operators_after);
    assert.is(world.state.get(LAST_DEX_OPERATOR_ID, undefined), row.expect.last_dex_id);
  });
});

test('all minimum fees are those of the reference', () => {
  const nameOf = ({ staked_wicc_amount: staked }: { staked_wicc_amount: string }) => `staked ${staked}`;
  checkAllRows('minimum fees', vectors.order_min_fee, 9, nameOf, row => {
    const fee = discountedMinimumFee(BigInt(row.default_min_fee), BigInt(row.staked_wicc_amount));
    assert.is(String(fee), row.min_fee);
  });
});

test('all encodings, preimages and txids of the types 84 to 93 are those of the reference', () => {
  checkAllRows(
    'encodings',
    vectors.serialization,
    18,
    ({ name }) => name,
    row => {
      const tx = transactionOf(row.tx);
      assert.is(transactionPreimage(tx, RULES).toString('hex'), row.unsigned_preimage_hex);
      assert.is(encodeTransaction(tx, RULES).toString('hex'), row.rawtx_without_signatures);
      assert.is(prepareTransaction(tx, RULES).txid, row.txid);
    },
  );
});

test('orders of a block are listed by the bytes of their ids, user orders before system orders', () => {
  const { sorted } = vectors.paging.order_id_sort_example;
  const world = new DexWorld(vectors.accounts, {});
  const { orders_before: orders } = vectors.settlement[0]!;
  const [order] = Object.values(orders);
  world.putOrders(Object.fromEntries([...sorted].reverse().map(id => [id, order!])));
  assert.equal(
    [...world.state.iterate(ORDERS_BY_BLOCK)].map(([[, , id]]) => id),
    sorted,
  );
});

test.run();
