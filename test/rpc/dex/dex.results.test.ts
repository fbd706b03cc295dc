import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stringifyJson } from '../../../src/codec/json.js';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { parseRegId } from '../../../src/codec/regid.js';
import { decodeAddress } from '../../../src/crypto/address.js';
import { operatorJson, orderJson } from '../../../src/rpc/dex/dex.results.js';
import { parsePosition, positionText } from '../../../src/rpc/dex/order-position.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../../src/state/tables/accounts.js';
import { GENERATED_BY, type Order, type OrderSourceType } from '../../../src/state/tables/orders.js';
import {
  openModeCode,
  orderSideCode,
  orderTypeCode,
  VECTOR_NETWORK,
} from '../../support/ledgers/exchange-ledger.js';
import { memoryState } from '../../support/stores/memory-state.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { readLines, readVectors } from '../../support/vectors/vectors.js';

/* Answers of the running reference node, made again from what they say: to the letter. */

interface RecordedOrder {
  readonly order_id: string;
  readonly generate_type: string;
  readonly order_type: string;
  readonly order_side: string;
  readonly coin_symbol: string;
  readonly asset_symbol: string;
  readonly coin_amount: number;
  readonly asset_amount: number;
  readonly price: number;
  readonly dex_id: number;
  readonly operator_config?: {
    readonly open_mode: string;
    readonly maker_fee_ratio: number;
    readonly taker_fee_ratio: number;
  };
  readonly tx_cord: string;
  readonly user_regid: string;
  readonly total_deal_coin_amount: number;
  readonly total_deal_asset_amount: number;
  readonly src_type: string;
  readonly src_id: string;
}

interface RecordedPage {
  readonly last_pos_info: string;
  readonly orders: readonly RecordedOrder[];
}

interface RecordedOperator {
  readonly id: number;
  readonly owner_regid: string;
  readonly owner_addr: string;
  readonly fee_receiver_regid: string;
  readonly fee_receiver_addr: string;
  readonly name: string;
  readonly portal_url: string;
  readonly order_open_mode: string;
  readonly maker_fee_ratio: number;
  readonly taker_fee_ratio: number;
  readonly order_open_dexop_list: readonly number[];
  readonly memo: string;
  readonly activated: boolean;
}

interface Recorded {
  readonly source: string;
  readonly seq: number;
  readonly method: string;
  readonly result: unknown;
}

const recorded = readLines<Recorded>('oracle/dex-answers');

function resultsOf<T>(...methods: readonly string[]): T[] {
  return recorded.filter(({ method }) => methods.includes(method)).map(({ result }) => result as T);
}

function orderOf(order: RecordedOrder): Order {
  const conditions = order.operator_config;
  return {
    generatedBy: order.generate_type === 'USER_GEN_ORDER' ? GENERATED_BY.user : GENERATED_BY.system,
    orderType: orderTypeCode(order.order_type),
    orderSide: orderSideCode(order.order_side),
    coinSymbol: order.coin_symbol,
    assetSymbol: order.asset_symbol,
    coinAmount: BigInt(order.coin_amount),
    assetAmount: BigInt(order.asset_amount),
    price: BigInt(order.price),
    dexId: order.dex_id,
    operatorParameters: conditions && {
      openMode: openModeCode(conditions.open_mode),
      makerFeeRatio: BigInt(conditions.maker_fee_ratio),
      takerFeeRatio: BigInt(conditions.taker_fee_ratio),
    },
    position: parseRegId(order.tx_cord)!,
    owner: parseRegId(order.user_regid)!,
    dealtCoinAmount: BigInt(order.total_deal_coin_amount),
    dealtAssetAmount: BigInt(order.total_deal_asset_amount),
    sourceType: order.src_type as OrderSourceType,
    sourceId: order.src_id,
  };
}

function sameText(actual: JsonObject, expected: unknown): void {
  assert.is(stringifyJson(actual), JSON.stringify(expected));
}

test('orders are shown as the reference shows them', () => {
  const orders = [
    ...resultsOf<RecordedOrder>('getdexorder'),
    ...resultsOf<RecordedPage>('listdexorders', 'listdexsysorders').flatMap(({ orders: page }) => page),
  ];
  assert.ok(orders.some(({ operator_config }) => operator_config !== undefined));
  checkAllRows(
    'recorded orders',
    orders,
    orders.length,
    ({ order_id }) => order_id,
    order => {
      sameText(orderJson(order.order_id, orderOf(order)), order);
    },
  );
  assert.ok(orders.length > 60, `${orders.length} orders`);
});

test('operators are shown as the reference shows them', () => {
  const operators = resultsOf<RecordedOperator>('getdexoperator', 'getdexoperatorbyowner');
  assert.ok(operators.length >= 8);
  for (const operator of operators) {
    const state = memoryState().overlay();
    const accounts = [
      [operator.owner_regid, operator.owner_addr],
      [operator.fee_receiver_regid, operator.fee_receiver_addr],
    ] as const;
    for (const [regId, address] of accounts) {
      const keyId = decodeAddress(VECTOR_NETWORK.addressVersion, address)!;
      state.put(REGIDS, parseRegId(regId)!, keyId);
      state.put(ACCOUNTS, keyId, newAccount(keyId));
    }
    const shown = operatorJson({ state, network: VECTOR_NETWORK }, operator.id, {
      owner: parseRegId(operator.owner_regid)!,
      feeReceiver: parseRegId(operator.fee_receiver_regid)!,
      name: operator.name,
      portalUrl: operator.portal_url,
      openMode: openModeCode(operator.order_open_mode),
      makerFeeRatio: BigInt(operator.maker_fee_ratio),
      takerFeeRatio: BigInt(operator.taker_fee_ratio),
      sharedWith: operator.order_open_dexop_list.map(BigInt),
      activated: operator.activated,
      memo: Buffer.from(operator.memo),
    });
    sameText(shown, operator);
  }
});

test('a position has the bytes of the reference', () => {
  const { paging } = readVectors<{
    paging: {
      last_pos_info: {
        block_hash: string;
        height: number;
        generate_type: number;
        order_id: string;
        hex: string;
      };
    };
  }>('dex-examples');
  const {
    hex,
    block_hash: blockHash,
    height,
    generate_type: generatedBy,
    order_id: orderId,
  } = paging.last_pos_info;
  const position = { blockHash, height, generatedBy, orderId };
  assert.is(positionText(position), hex);
  assert.equal(parsePosition(Buffer.from(hex, 'hex')), position);
  const tokens = resultsOf<RecordedPage>('listdexorders').map(({ last_pos_info }) => last_pos_info);
  for (const token of tokens.filter(text => text !== '')) {
    assert.is(positionText(parsePosition(Buffer.from(token, 'hex'))), token);
  }
});

test.run();
