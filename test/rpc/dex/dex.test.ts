import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringifyJson } from '../../../src/codec/json.js';
import { type Json, type JsonObject, JsonReal } from '../../../src/codec/json-value.js';
import { DEVELOPMENT_KEYS } from '../../../src/config/networks/development-keys.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { encodeAddress } from '../../../src/crypto/address.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { TX } from '../../../src/tx/transactions.js';
import { startTestNode } from '../../support/nodes/node.js';
import { type SdkParameters, sdkSigned, sdkWallet } from '../../support/nodes/wallet-sdk.js';

const { alice, bob } = EXAMPLE;
const GOVERNOR = encodeAddress(
  REGTEST.addressVersion,
  keyIdOf(Buffer.from(REGTEST.genesis.governanceKey, 'hex')),
);
const SETTLER_ADDRESS = encodeAddress(
  REGTEST.addressVersion,
  keyIdOf(Buffer.from(REGTEST.genesis.matcherKey, 'hex')),
);

/** The settler's regid is too new at first for its address to be replaced by it, and settling needs the regid. */
const SETTLER = '1-3';

const node = await startTestNode();
const dex = suite('dex');
dex.after(() => node.stop());

/** Submits a transaction and puts it in a block. @returns its id */
async function submitted(method: string, ...params: Json[]): Promise<string> {
  const { txid } = await node.call(method, ...params);
  await node.call('generate', 1);
  return txid as string;
}

/** What a call answered as plain objects, to be compared as a whole. */
function plain(answer: Json | undefined): unknown {
  return JSON.parse(stringifyJson(answer ?? null));
}

/** Calls a method on the path of strict JSON-RPC, with parameters by name. */
async function byName(method: string, params: JsonObject): Promise<JsonObject> {
  const response = await fetch(new URL('/rpc', node.endpoint), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(node.credentials).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: stringifyJson({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: JsonObject; error?: unknown };
  assert.is(error, undefined);
  return result as JsonObject;
}

const orderOf = (id: string) => node.call('getdexorder', id);

dex.before(async () => {
  await node.call('generate', 3);
  await submitted('submitsendtx', alice, GOVERNOR, 'WICC:100:wi');
  await submitted('submitsendtx', alice, SETTLER_ADDRESS, 'WICC:100:wi');
  await submitted('submitsendtx', GOVERNOR, bob, 'WGRT:10000:wi');
});

dex('a fee that is given by name without an operator is the fee', async () => {
  const order = { sender: alice, coin_symbol: 'WICC', asset: 'WGRT:2:wi', price: 30_000_000 };
  const { txid } = await byName('submitdexbuylimitordertx', { ...order, fee: 'WICC:31000:sawi' });
  await node.call('generate', 1);
  assert.is((await node.call('gettxdetail', txid as string)).fees, 31_000);
  assert.is((await orderOf(txid as string)).dex_id, 0);
  await submitted('submitdexcancelordertx', alice, txid as string);
});

dex('an order is placed in each of the three forms, and shown as the reference does', async () => {
  const current = await submitted(
    'submitdexbuylimitordertx',
    alice,
    'WICC',
    'WGRT:2:wi',
    30_000_000,
    0,
    'WICC:20000:sawi',
    'memo',
  );
  const older = await submitted('submitdexselllimitordertx', bob, 'WICC', 'WGRT', 200_000_000, 40_000_000);
  const interim = await submitted('submitdexsellmarketordertx', bob, 'WICC', 'WGRT:1:wi', 'WICC:20000:sawi');
  const order = await orderOf(current);
  assert.equal(Object.keys(order), [
    ...['order_id', 'generate_type', 'order_type', 'order_side', 'coin_symbol', 'asset_symbol'],
    ...['coin_amount', 'asset_amount', 'price', 'dex_id', 'has_operator_config', 'tx_cord', 'user_regid'],
    ...['total_deal_coin_amount', 'total_deal_asset_amount', 'src_type', 'src_id'],
  ]);
  assert.is(order.coin_amount, 60_000_000);
  assert.is((await orderOf(older)).price, 40_000_000);
  assert.is((await orderOf(interim)).order_type, 'MARKET_PRICE');
  for (const [owner, id] of [
    [alice, current],
    [bob, older],
    [bob, interim],
  ] as const) {
    await submitted('submitdexcancelordertx', owner, id);
    assert.is((await orderOf(id)).state, 'CANCELLED');
  }
});

dex('every parameter of an order is checked, in the order and with the codes of the reference', async () => {
  const failure = async (...params: Json[]) => {
    const { code, message } = await node.fail('submitdexbuylimitordertx', ...params);
    return [code, message];
  };
  const name = 'submitdexbuylimitordertx';
  assert.equal(await failure('nobody', 'WICC', 'WGRT:1:wi', 1), [
    -5,
    'Invalid address=nobody: it ends at position 6, an address has 34 characters',
  ]);
  assert.equal(await failure(alice, 'WICC', 'WGRT:x:wi', 1), [-8, 'Invalid combo money format=WGRT:x:wi']);
  assert.equal(await failure(alice, 'WICC', 'WGRT:1:wi', 21_000_000_000_000_001n), [-3, 'Invalid amount']);
  assert.equal(await failure(alice, 'WICC', 'WGRT:1:wi', 1, -1), [-8, 'value=-1 out of range']);
  assert.equal(await failure(alice, 'WICC', 'WGRT:1:wi', 1, 0, 'WGRT:1:wi'), [
    -32602,
    'Fee symbol is WGRT, but expect WUSD|WICC',
  ]);
  assert.equal(await failure(alice, 'WICC', 'WGRT:1:wi', 1, 0, 'WICC:1:wi', 'x'.repeat(101)), [
    -8,
    'memo.size=101 is large than 100',
  ]);
  assert.equal(await failure(alice, 'WICC', 'WICC:1:wi', 1), [
    16,
    `${name}, coin_symbol=WICC is same to asset_symbol=WICC`,
  ]);
  assert.equal(await failure(alice, 'NOPE', 'WICC:1:wi', 1), [16, `${name}, unsupport coin_symbol=NOPE`]);
  assert.equal(await failure(alice, 'WICC', 'NOPE:1:wi', 1), [16, `${name}, unsupport asset_symbol=NOPE`]);
  assert.equal(await failure(alice, 'WICC', 'WGRT:1:wi', 1, 0, 'WICC:9999'), [
    -32602,
    'The given fees is too small: 9999 < 10000 sawi, staked_wicc_amount=0',
  ]);
  assert.equal(await failure(alice, 'WGRT', 'WICC:1:wi', 100_000_000), [
    -2002,
    'Account does not have enough WGRT',
  ]);
  assert.equal(await failure(alice, 'WICC', 'WGRT:1:wi', 1, 99), [
    -8,
    'the dex operator does not exist! dex_id=99',
  ]);
  assert.equal(await failure(alice, 'WICC', 'WGRT:0.01:wi', 1), [
    -2001,
    'CommitTx failed: code=16, reason=order-amount-too-small',
  ]);
  assert.equal(await failure(alice, 'WICC', 'WGRT:1:wi', 0), [
    -2001,
    'CommitTx failed: code=16, reason=invalid-price-range',
  ]);
  const [code, overflow] = await failure(alice, 'WICC', 'WGRT:90000000000:sawi', 20_999_999_999_999_999n);
  assert.is(code, -8);
  assert.match(String(overflow), /more than an amount can be/);
  assert.match(String((await failure(alice, 'WICC', 'WGRT', 1))[1]), /^submitdexbuylimitordertx "sender"/);
});

dex('two orders are settled by the settler, and the history says what became of them', async () => {
  const buy = await submitted('submitdexbuylimitordertx', alice, 'WICC', 'WGRT:2:wi', 50_000_000);
  const sell = await submitted('submitdexselllimitordertx', bob, 'WICC', 'WGRT:2:wi', 40_000_000);
  const item = {
    buy_order_id: buy,
    sell_order_id: sell,
    deal_price: 50_000_000,
    deal_coin_amount: 50_000_000,
    deal_asset_amount: 100_000_000,
  };
  assert.is(
    (await node.fail('submitdexsettletx', alice, [item])).message,
    'CommitTx failed: code=16, reason=unauthorized-settle-account',
  );
  const { deal_price: _price, ...incomplete } = item;
  assert.equal(await node.fail('submitdexsettletx', SETTLER, [incomplete]), {
    code: -8,
    message: 'field deal_price not found in json object',
  });
  await submitted('submitdexsettletx', SETTLER, [item]);
  assert.is((await orderOf(buy)).total_deal_coin_amount, 50_000_000);
  assert.is((await orderOf(buy)).state, undefined);
  const settled = await submitted('submitdexsettletx', SETTLER, JSON.stringify([item]));
  const filled = await orderOf(sell);
  assert.is(filled.state, 'FILLED');
  assert.is(filled.closed_txid, settled);
  assert.is(filled.fee_symbol, 'WICC');
  assert.is(filled.total_friction_fee, 20_000);
  assert.is(filled.total_operator_fee, 39_992);
  assert.equal(
    (filled.trades as JsonObject[]).map(({ price, taker_side }) => [price, taker_side]),
    [
      [50_000_000, 'SELL'],
      [50_000_000, 'SELL'],
    ],
  );
  const { orders } = await node.call('getdexsysorders');
  assert.equal(
    (orders as JsonObject[]).map(({ src_type, src_id }) => [src_type, src_id]),
    [['settle', settled]],
  );
  const trades = await node.call('getdextrades', 'WGRT', 'WICC', 1);
  assert.is(trades.has_more, true);
  const older = await node.call('getdextrades', 'WGRT', 'WICC', 1, trades.before as string);
  assert.is(older.has_more, false);
  assert.equal((older.trades as JsonObject[])[0]?.price, 50_000_000);
  const { candles } = await node.call('getdexcandles', 'WGRT', 'WICC', 4_000_000_000);
  assert.equal(plain(candles), [
    {
      ...{ time: 0, open: 50_000_000, high: 50_000_000, low: 50_000_000, close: 50_000_000, trades: 2 },
      ...{ asset_volume: 200_000_000, coin_volume: 100_000_000 },
    },
  ]);
  assert.equal(await node.fail('submitdexcancelordertx', alice, buy), {
    code: -4003,
    message: 'Order is inactive or not existed',
  });
  assert.match((await node.fail('getdexorder', '11'.repeat(32))).message, /is invalid or fulfilled!/);
});

dex('an order that owner and operator sign is placed with its own conditions', async () => {
  const { rawtx } = await node.call(
    'gendexoperatorordertx',
    ...[alice, 'LIMIT_PRICE', 'BUY', 'WICC:0', 'WGRT:2:wi', 30_000_000, 0, 'PRIVATE', 80_000, 40_000],
    ...['WICC:10000:sawi', 'WICC:5000:sawi', 'by two'],
  );
  const half = await node.call('signtxraw', rawtx as string, [alice]);
  assert.is(half.signed_count, 1);
  assert.is(
    (await node.fail('submittxraw', half.rawtx as string)).message,
    'CommitTx failed: code=16, reason=bad-operator-signature',
  );
  const whole = await node.call('signtxraw', rawtx as string, [alice, SETTLER_ADDRESS]);
  const signatures = (whole.signed_list as JsonObject[]).map(({ addr, signature }) => ({ addr, signature }));
  const id = await submitted('submittxraw', rawtx as string, signatures as Json);
  assert.equal(plain((await orderOf(id)).operator_config), {
    open_mode: 'PRIVATE',
    taker_fee_ratio: 80_000,
    maker_fee_ratio: 40_000,
  });
  await submitted('submitdexcancelordertx', alice, id);
  assert.equal(
    await node.fail(
      'gendexoperatorordertx',
      ...[alice, 'LIMIT_PRICE', 'BUY', 'WICC:100', 'WGRT:2:wi', 1, 0, 'PUBLIC', 0, 0],
    ),
    {
      code: -32602,
      message: 'coin amount=100 must be 0 when order_type=LIMIT_PRICE, order_side=BUY',
    },
  );
  assert.is(
    (
      await node.fail(
        'gendexoperatorordertx',
        ...[alice, 'LIMIT', 'BUY', 'WICC:0', 'WGRT:2:wi', 1, 0, 'PUBLIC', 0, 0],
      )
    ).message,
    'order_type=LIMIT is invalid',
  );
});

dex('the price of an order that an operator signs is a whole number, also as text', async () => {
  const order = (price: Json) =>
    [
      ...[alice, 'LIMIT_PRICE', 'BUY', 'WICC:0', 'WGRT:2:wi', price, 0, 'PUBLIC', 0, 0],
      ...['WICC:10000:sawi', 'WICC:5000:sawi', 'the same'],
    ] as const;
  const method = 'gendexoperatorordertx';
  const withText = await node.call(method, ...order('30000000'));
  assert.equal(withText, await node.call(method, ...order(30_000_000)));
  for (const price of [new JsonReal(0.5), '0.5', '100000000.7']) {
    const { code, message } = await node.fail(method, ...order(price));
    assert.is(code, -8);
    assert.match(message, /price=.* has a fraction/);
  }
});

dex('a wallet library of others signs every kind of order that it knows, and its cancellation', async () => {
  const { regid } = await node.call('getaccountinfo', alice);
  const wallet = sdkWallet(DEVELOPMENT_KEYS.accounts[0]!);
  const nValidHeight = await node.call<number>('getblockcount');
  const common = { nValidHeight, srcRegId: regid as string, feeSymbol: 'WICC' };
  const coins = { ...common, coinSymbol: 'WICC', assetSymbol: 'WGRT' };
  const ids: string[] = [];
  const orders: readonly [SdkParameters, string, string][] = [
    [
      { nTxType: TX.DEX_LIMIT_BUY_ORDER, fees: 20_001, ...coins, assetAmount: 200_000_000, price: 1000 },
      'LIMIT_PRICE',
      'BUY',
    ],
    [
      { nTxType: TX.DEX_MARKET_BUY_ORDER, fees: 20_002, ...coins, assetAmount: 200_000_000 },
      'MARKET_PRICE',
      'BUY',
    ],
    [
      {
        ...common,
        nTxType: TX.DEX_LIMIT_SELL_ORDER,
        fees: 20_003,
        coinSymbol: 'WUSD',
        assetSymbol: 'WICC',
        assetAmount: 200_000_000,
        price: 7,
      },
      ...(['LIMIT_PRICE', 'SELL'] as const),
    ],
    [
      {
        ...common,
        nTxType: TX.DEX_MARKET_SELL_ORDER,
        fees: 20_004,
        coinSymbol: 'WUSD',
        assetSymbol: 'WICC',
        assetAmount: 200_000_000,
      },
      ...(['MARKET_PRICE', 'SELL'] as const),
    ],
  ];
  for (const [parameters, type, side] of orders) {
    const id = await submitted('submittxraw', sdkSigned(wallet, parameters));
    const order = await orderOf(id);
    assert.equal([order.order_type, order.order_side, order.user_regid], [type, side, regid]);
    ids.push(id);
  }
  for (const orderId of ids) {
    await submitted(
      'submittxraw',
      sdkSigned(wallet, { ...common, nTxType: TX.DEX_CANCEL_ORDER, fees: 20_000, orderId }),
    );
    assert.is((await orderOf(orderId)).state, 'CANCELLED');
  }
});

dex('an operator is registered, changed and found by its owner', async () => {
  await node.call('generate', 100);
  await submitted(
    'submitdexoperatorregtx',
    ...[alice, alice, bob, 'mydex', 'http://dex.example', 'PUBLIC', 100_000, 200_000, [0]],
    'WICC:10000',
    'memo',
  );
  const operator = await node.call('getdexoperatorbyowner', alice);
  assert.equal(
    [operator.id, operator.name, operator.memo_hex, operator.activated, operator.order_open_dexop_list],
    [1, 'mydex', '6d656d6f', false, [0]],
  );
  const changes = [
    [3, 'other', 'name'],
    [4, 'http://x', 'portal_url'],
    [5, 'PRIVATE', 'order_open_mode'],
    [9, 'm2', 'memo'],
  ] as const;
  for (const [field, value, member] of changes) {
    await submitted('submitdexopupdatetx', alice, 1, field, value);
    assert.is((await node.call('getdexoperator', 1))[member], value);
  }
  await submitted('submitdexoperatorupdatetx', alice, 1, 7, '300000');
  await submitted('submitdexopupdatetx', alice, 1, 8, '[]');
  const changed = await node.call('getdexoperator', 1);
  assert.equal([changed.taker_fee_ratio, changed.order_open_dexop_list], [300_000, []]);
  assert.is(
    (await node.fail('submitdexopupdatetx', alice, 1, 77, 'x')).message,
    'unsupport dex update_field=77',
  );
  assert.is((await node.fail('getdexoperator', 99)).message, 'dex operator does not exist! dex_id=99');
  assert.match((await node.fail('getdexoperatorbyowner', bob)).message, /dos not have a dex operator/);
  const regId = await node.fail(
    'submitdexoperatorregtx',
    ...[alice, '999999-1', bob, 'x', '', 'PUBLIC', 1, 1, []],
  );
  assert.equal(regId, { code: -32602, message: 'owner_uid must be a matured regid!' });
});

dex('fees and coins of the exchange are told', async () => {
  const fee = await node.call('getdexorderfee', alice, 'DEX_ORDER_TX');
  assert.equal([fee.actual_min_fee, fee.default_min_fee, fee.min_fee_for_pubkey], [10_000, 10_000, 20_000]);
  assert.equal(Object.keys(fee.account as JsonObject), ['addr', 'regid', 'staked_wicc_amount']);
  assert.equal(await node.fail('getdexorderfee', alice, 'DEX_TRADE_SETTLE_TX'), {
    code: -32603,
    message: 'unsupport order tx_type=DEX_TRADE_SETTLE_TX',
  });
  assert.equal(await node.fail('getdexorderfee', alice, 'NOPE'), {
    code: 16,
    message: 'unsupport tx_type=NOPE',
  });
  assert.is(
    (await node.fail('getdexorderfee', alice, 'DEX_ORDER_TX', 'WGRT')).message,
    'unsupport fee_symbol=WGRT',
  );
  assert.equal(plain(await node.call('getdexbaseandquotecoins')), {
    dex_base_coins: ['WGRT', 'WICC', 'WUSD'],
    dex_quote_coins: ['WGRT', 'WICC', 'WUSD'],
  });
});

dex(
  '1200 orders are listed page by page with none lost and none twice, whatever the size of a page',
  async () => {
    const { orders: before } = await node.call('getdexorders');
    const known = new Set((before as JsonObject[]).map(({ order_id }) => order_id));
    for (let block = 0; block < 4; block++) {
      const calls = Array.from({ length: 300 }, (_, i) => ({
        method: 'submitdexselllimitordertx',
        params: [bob, 'WICC', 'WGRT:0.1:wi', 1_000_000_000 + block * 1000 + i],
      }));
      const replies = await node.batch(calls);
      assert.is(replies.filter(({ error }) => error !== null).length, 0);
      await node.call('generate', 1);
    }
    const tip = await node.call<number>('getblockcount');
    const whole = (await node.call('getdexorders', 0, tip, 5000)).orders as JsonObject[];
    const ids = whole.map(({ order_id }) => order_id);
    assert.is(ids.filter(id => !known.has(id ?? '')).length, 1200);
    for (const size of [1, 7, 500]) {
      const paged: unknown[] = [];
      let position = '';
      for (let more = true; more; ) {
        const page = await node.call('getdexorders', 0, tip, size, position);
        for (const { order_id } of page.orders as JsonObject[]) paged.push(order_id);
        more = page.has_more === true;
        position = page.last_pos_info as string;
        assert.is(position.length, more ? 140 : 0);
      }
      assert.equal(paged, ids, `pages of ${size}`);
    }
  },
);

dex('a page cannot begin with a wrong position, and heights are checked', async () => {
  const tip = await node.call<number>('getblockcount');
  const { last_pos_info } = await node.call('getdexorders', 0, tip, 2);
  const failure = async (...params: Json[]) => (await node.fail('getdexorders', ...params)).message;
  assert.match(await failure(tip, tip, 2, last_pos_info as string), /^Invalid last_pos_info! its height/);
  const foreign = `00${(last_pos_info as string).slice(2)}`;
  assert.match(await failure(0, tip, 2, foreign), /^Invalid last_pos_info! block/);
  assert.match(await failure(0, tip, 2, 'abcd'), /^Invalid last_pos_info! /);
  assert.is(await failure(tip + 1), `begin_height=${tip + 1} must >= 0 and <= tip_height=${tip}`);
  assert.is(await failure(5, 4), `end_height=4 must >= begin_height=5 and <= tip_height=${tip}`);
  assert.is(await failure(0, 1, -1), 'max_count=-1 must be at least 1');
  assert.is(await failure(0, 1, 0), 'max_count=0 must be at least 1');
  assert.is(
    (await node.fail('getdexsysorders', tip + 1)).message,
    `height=${tip + 1} must >= 0 and <= tip_height=${tip}`,
  );
});

dex('the book of a pair sums up what waits at each price', async () => {
  const buy = await submitted('submitdexbuylimitordertx', alice, 'WICC', 'WGRT:3:wi', 5_000_000);
  const more = await submitted('submitdexbuylimitordertx', alice, 'WICC', 'WGRT:4:wi', 5_000_000, 0);
  const lower = await submitted('submitdexbuylimitordertx', alice, 'WICC', 'WGRT:4:wi', 4_000_000, 0);
  const market = await submitted('submitdexbuymarketordertx', alice, 'WICC:5:wi', 'WGRT');
  const book = await node.call('getdexorderbook', 'WGRT', 'WICC', 0, 3);
  const { bids } = book;
  assert.equal(plain(bids), [
    { price: 5_000_000, asset_amount: 700_000_000, orders: 2 },
    { price: 4_000_000, asset_amount: 400_000_000, orders: 1 },
  ]);
  assert.equal(
    (book.asks as JsonObject[]).map(({ price }) => price),
    [1_000_000_000, 1_000_000_001, 1_000_000_002],
  );
  assert.is((book.market_buy as JsonObject).orders, 3, 'this one, and two of the reserve');
  assert.equal((await node.call('getdexorderbook', 'WGRT', 'WICC', 7)).bids, []);
  for (const id of [buy, more, lower, market]) await submitted('submitdexcancelordertx', alice, id);
});

dex('the matcher settles what crosses when it is switched on, and says what it did', async () => {
  assert.is((await node.call('getmatcherinfo')).enabled, false);
  const sell = await submitted('submitdexselllimitordertx', bob, 'WICC', 'WGRT:2:wi', 20_000_000);
  const buy = await submitted('submitdexbuylimitordertx', alice, 'WICC', 'WGRT:2:wi', 30_000_000);
  const { deal_items: foreseen } = await node.call('dexmatchdryrun');
  assert.ok((foreseen as JsonObject[]).length >= 1);
  assert.is((await node.call('setdexmatcher', true)).enabled, true);
  for (let tries = 0; (await node.call('getmatcherinfo')).in_flight === 0; tries++) {
    assert.ok(tries < 100, 'the matcher hands in a settlement');
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  await node.call('generate', 1);
  assert.is((await orderOf(sell)).state, 'FILLED');
  assert.is((await orderOf(buy)).state, 'FILLED');
  await node.call('generate', 1);
  const info = await node.call('setdexmatcher', false);
  assert.equal([info.enabled, info.last_error], [false, null]);
});

dex.run();
