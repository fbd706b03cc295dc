import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { plain } from '../support/answers/plain.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../support/nodes/node.js';

/*
 * What operators of nodes do and integrations of long ago still call (spec 02 §7: W1, W13, W18, W20,
 * W21, W24, W26, W30, W31, W33), each on a node of its own over HTTP.
 */

const { alice, bob } = EXAMPLE;
const COIN = 100_000_000n;

async function withNode(
  work: (node: TestNode) => Promise<void>,
  options: TestNodeOptions = {},
): Promise<void> {
  const node = await startTestNode(options);
  try {
    await node.call('generate', 3);
    await work(node);
  } finally {
    await node.stop();
  }
}

/** Submits a transaction and puts it in a block. @returns its id */
async function submitted(node: TestNode, method: string, ...params: Json[]): Promise<string> {
  const { txid } = await node.call(method, ...params);
  await node.call('generate', 1);
  return txid as string;
}

async function token(node: TestNode, uid: string, symbol: string): Promise<Record<string, bigint>> {
  const { tokens } = await node.call<{ tokens: Record<string, Record<string, number | bigint>> }>(
    'getaccountinfo',
    uid,
  );
  return Object.fromEntries(
    Object.entries(tokens[symbol] ?? {}).map(([key, amount]) => [key, BigInt(amount)]),
  );
}

test('W1: monitoring sees the tip grow, the final block not above it, and a node in step', () =>
  withNode(async node => {
    const before = await node.call<number>('getblockcount');
    await node.call('generate', 5);
    assert.is(await node.call('getblockcount'), before + 5);
    const info = await node.call('getinfo');
    assert.is(info.tipblock_height, before + 5);
    assert.is(info.state, 'InSync');
    assert.ok((await node.call<number>('getfinblockcount')) <= before + 5);
    assert.is(await node.call('getconnectioncount'), 0);
    assert.equal(plain(await node.call('getpeerinfo')), []);
  }));

test('W13: a cold mining wallet makes blocks and cannot spend', () =>
  withNode(async node => {
    const { addr } = await node.call<{ addr: string }>('getnewaddr', true);
    await submitted(node, 'submitsendtx', alice, addr, 'WICC:100:wi');
    await submitted(node, 'submitaccountregistertx', addr);
    assert.ok((await node.call('getaccountinfo', addr)).miner_pubkey);
    await node.call('dropminermainkeys');
    const { privkey, minerkey } = await node.call('dumpprivkey', addr);
    assert.is(privkey, 'null');
    assert.match(String(minerkey), /^Y/);
    const before = await node.call<number>('getblockcount');
    await node.call('generate', 3);
    assert.is(await node.call('getblockcount'), before + 3);
    assert.is((await node.fail('submitsendtx', addr, bob, 'WICC:1:wi')).code, -2001);
  }));

test('W18: whoever stakes enough feeds prices, and their median is in the block and in getscoininfo', () =>
  withNode(async node => {
    const feed = (price: number) => [{ coin: 'WICC', currency: 'USD', price }];
    const outsider = await node.fail('submitpricefeedtx', alice, feed(20_000_000));
    assert.is(outsider.code, -2001, 'only active producers feed prices');
    const staked = (await token(node, '0-5', 'WICC')).staked_amount ?? 0n;
    if (staked > 0n) await submitted(node, 'submitcoinstaketx', '0-5', `WICC:${staked}:sawi`, 'UNSTAKE');
    const poor = await node.fail('submitpricefeedtx', '0-5', feed(20_000_000));
    assert.match(poor.message, /stake/, 'nothing is staked');
    await submitted(node, 'submitsendtx', alice, '0-5', 'WICC:210001:wi');
    await submitted(node, 'submitcoinstaketx', '0-5', 'WICC:210000:wi', 'STAKE');
    assert.is((await token(node, '0-5', 'WICC')).staked_amount, 210_000n * COIN);
    for (const [feeds, reason] of [
      [[{ coin: 'NOPE', currency: 'USD', price: 1 }], /NOPE|coin/],
      [feed(0), /price/],
      [feed(-1), /price|range|type/],
    ] as [Json, RegExp][]) {
      assert.match((await node.fail('submitpricefeedtx', '0-5', feeds)).message, reason);
    }
    await submitted(node, 'submitpricefeedtx', '0-5', feed(25_000_000));
    await submitted(node, 'submitpricefeedtx', '0-6', feed(27_000_000)).catch(() => undefined);
    const height = await node.call<number>('getblockcount');
    const { median_price: median } = await node.call<{ median_price: JsonObject[] }>('getblock', height);
    assert.is(median.length, 1);
    assert.equal([median[0]!.coin_symbol, median[0]!.price_symbol], ['WICC', 'USD']);
    const info = await node.call<{ median_price: JsonObject[] }>('getscoininfo');
    assert.is(info.median_price.length, 1);
    await submitted(node, 'submitcoinstaketx', '0-5', 'WICC:210000:wi', 'UNSTAKE');
    assert.is((await token(node, '0-5', 'WICC')).staked_amount ?? 0n, 0n);
  }));

test('W20: orders freeze coins, are settled in part and in whole, and give back what is cancelled', () =>
  withNode(async node => {
    await submitted(node, 'submitsendtx', '1-2', bob, 'WGRT:1000:wi');
    await submitted(node, 'submitsendtx', alice, '1-3', 'WICC:10:wi');
    const sell = await submitted(node, 'submitdexselllimitordertx', bob, 'WICC', 'WGRT:10:wi', 20_000_000);
    const buy = await submitted(node, 'submitdexbuylimitordertx', alice, 'WICC', 'WGRT:4:wi', 25_000_000);
    assert.is((await token(node, bob, 'WGRT')).frozen_amount, 10n * COIN);
    assert.is((await token(node, alice, 'WICC')).frozen_amount, COIN);
    const settle = (buyId: string, sellId: string, price: bigint, coins: bigint, assets: bigint): Json => [
      {
        buy_order_id: buyId,
        sell_order_id: sellId,
        deal_price: price,
        deal_coin_amount: coins,
        deal_asset_amount: assets,
      },
    ];
    // The seller was there first, so the deal is at his price.
    await submitted(node, 'submitdexsettletx', '1-3', settle(buy, sell, 20_000_000n, 20_000_000n, COIN));
    assert.is((await node.call('getdexorder', buy)).total_deal_asset_amount, 100_000_000);
    await submitted(node, 'submitdexsettletx', '1-3', settle(buy, sell, 20_000_000n, 60_000_000n, 3n * COIN));
    assert.is((await node.call('getdexorder', buy)).state, 'FILLED');
    assert.is((await token(node, alice, 'WICC')).frozen_amount, 0n, 'what the better price saved is free');
    const market = await submitted(node, 'submitdexbuymarketordertx', alice, 'WICC:1.2:wi', 'WGRT');
    await submitted(
      node,
      'submitdexsettletx',
      '1-3',
      settle(market, sell, 20_000_000n, 120_000_000n, 6n * COIN),
    );
    assert.is((await node.call('getdexorder', market)).state, 'FILLED');
    assert.is((await node.call('getdexorder', sell)).state, 'FILLED');
    const open = await submitted(node, 'submitdexselllimitordertx', bob, 'WICC', 'WGRT:1:wi', 90_000_000);
    await submitted(node, 'submitdexcancelordertx', bob, open);
    assert.is((await token(node, bob, 'WGRT')).frozen_amount, 0n);
    assert.is((await node.fail('submitdexcancelordertx', bob, open)).code, -4003);
    const { orders } = await node.call<{ orders: JsonObject[] }>('getdexorders');
    const ids = orders.map(({ order_id: id }) => id);
    for (const id of [sell, buy, market, open]) assert.not(ids.includes(id));
  }));

test('W21: an order with conditions of its own is signed by its owner on one node and by the operator on another', () =>
  withNode(async node => {
    const { rawtx } = await node.call<{ rawtx: string }>(
      'gendexoperatorordertx',
      ...[alice, 'LIMIT_PRICE', 'BUY', 'WICC:0', 'WGRT:2:wi', 30_000_000, 0, 'PRIVATE', 80_000, 40_000],
    );
    assert.is((await node.call('decodetxraw', rawtx)).tx_type, 'DEX_OPERATOR_ORDER_TX');
    const byOwner = await node.call<{ rawtx: string }>('signtxraw', rawtx, [alice]);
    assert.match((await node.fail('submittxraw', rawtx)).message, /bad-tx-sign/);
    assert.match((await node.fail('submittxraw', byOwner.rawtx)).message, /bad-operator-signature/);

    const operator = await startTestNode();
    await operator.call('generate', 3);
    const { signed_list: signatures } = await operator.call<{
      signed_list: { addr: string; signature: string }[];
    }>('signtxraw', byOwner.rawtx, ['1-3']);
    await operator.stop();
    const given = signatures.map(({ addr, signature }) => ({ addr, signature }));
    const id = await submitted(node, 'submittxraw', byOwner.rawtx, given);
    assert.equal(plain((await node.call('getdexorder', id)).operator_config), {
      open_mode: 'PRIVATE',
      taker_fee_ratio: 80_000,
      maker_fee_ratio: 40_000,
    });

    const cheap = async () =>
      (await node.call('getdexorderfee', bob, 'DEX_ORDER_TX')).actual_min_fee as number;
    const before = await cheap();
    await submitted(node, 'submitcoinstaketx', bob, 'WICC:100000:wi', 'STAKE');
    assert.ok((await cheap()) < before, 'who has staked coins pays less for an order');
  }));

test('W24: votes decide the order of the producers, and can be taken back', () =>
  withNode(async node => {
    const ranking = async () =>
      (await node.call<{ delegates: JsonObject[] }>('listdelegates')).delegates.map(({ regid }) => regid);
    const last = (await ranking()).at(-1) as string;
    await submitted(node, 'submitdelegatevotetx', alice, [{ delegate: last, votes: 1_000_000_000 }]);
    // Votes are counted at the next multiple of a hundred, and take effect a hundred blocks later.
    await node.call('generate', 200);
    assert.is((await ranking())[0], last);
    const { vote_list: votes } = await node.call<{ vote_list: JsonObject[] }>('getaccountinfo', alice);
    assert.is(votes.length, 1);
    await submitted(node, 'submitdelegatevotetx', alice, [{ delegate: last, votes: -1_000_000_000 }]);
    await node.call('generate', 200);
    assert.is.not((await ranking())[0], last);
  }));

test('W26: a message is verified with the address that signed it, and with no other', () =>
  withNode(async node => {
    const signature = await node.call<string>('signmessage', alice, 'a message');
    const verify = (addr: string, text: string, given: string) =>
      node.call<boolean>('verifymessage', addr, given, text);
    assert.is(await verify(alice, 'a message', signature), true);
    assert.is(await verify(alice, 'another message', signature), false);
    assert.is(await verify(bob, 'a message', signature), false);
    assert.is((await node.fail('verifymessage', alice, 'A', 'a message')).code, -5);
  }));

test('W30: amounts beyond 2^53 keep every digit in both directions', () =>
  withNode(async node => {
    const supply = 9_000_000_000_000_000_000n;
    const issue = (symbol: string, amount: bigint) =>
      node.call('submittx', '0-13', '0-800', 'issue', [`8,${symbol}`, '0-13', 'Big', amount, true, '']);
    await node.call('generate', 100);
    await issue('BIGNUM', supply);
    await node.call('generate', 1);
    const info = await node.call('getassetinfo', 'BIGNUM');
    assert.is(BigInt(info.total_supply as bigint), supply);
    const amount = 2n ** 53n + 1n;
    await submitted(node, 'submitsendtx', alice, bob, `BIGNUM:${amount}:sawi`);
    assert.is((await token(node, bob, 'BIGNUM')).free_amount, amount);
    assert.is((await token(node, alice, 'BIGNUM')).free_amount, supply - amount);
  }));

test('W31: methods can be allowed, barred, and limited to those that change nothing', async () => {
  await withNode(
    async node => {
      assert.match(
        (await node.fail('getblockhash', 0)).message,
        /^Banned RPC method=getblockhash by blacklist/,
      );
    },
    { switches: ['-rpcblacklistcmd=getblockhash'] },
  );
  const listed = await startTestNode({ switches: ['-rpcwhitelistcmd=getinfo', '-rpcwhitelistcmd=stop'] });
  assert.ok(await listed.call('getinfo'));
  assert.match((await listed.fail('getblockcount')).message, /^Banned RPC method=getblockcount by whitelist/);
  await listed.stop();
  const safe = await startTestNode({ switches: ['-disablesafemode=0'] });
  assert.is((await safe.fail('submitsendtx', alice, bob, 'WICC:1:wi')).code, -2);
  assert.is(await safe.call('getblockcount'), 1);
  await safe.stop();
});

test('W33: the names of release 1 answer', () =>
  withNode(async node => {
    const { addr } = await node.call<{ addr: string }>('getnewaddress');
    assert.is((await node.call('validateaddress', addr)).ret, true);
    const { hash } = await node.call<{ hash: string }>('sendtoaddress', alice, addr, 500_000_000);
    await node.call('generate', 1);
    assert.is((await node.call('gettxdetail', hash)).confirmed_height, await node.call('getblockcount'));
    const registered = await node.call<{ hash: string }>('registeraccounttx', addr, 1_000_000);
    await node.call('generate', 1);
    assert.ok((await node.call('gettxdetail', registered.hash)).confirmed_height);
    const balance = await node.call<{ balance: { value: number } }>('getbalance', addr);
    assert.is(balance.balance.value, 4.99);
    const height = await node.call<number>('getblockcount');
    const { hash: blockHash } = await node.call<{ hash: string }>('getblockhash', height);
    assert.is((await node.call('getblock', height)).curr_block_hash, blockHash);
    await node.call('sendtoaddresswithfee', alice, addr, 100_000_000, 20_000);
    await node.call('generate', 1);
  }));

test.run();
