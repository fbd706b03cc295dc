import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, type JsonObject, JsonReal } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { shapeOf } from '../../support/answers/answer-shape.js';
import { recordedError, recordedResult } from '../../support/answers/governance-answers.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice } = EXAMPLE;
const FEEDERS = ['0-2', '0-3', '0-4'];
const feed = (price: number | bigint, coin = 'WICC', currency = 'USD') => [{ coin, currency, price }];

const node = await startTestNode();
const prices = suite('prices');
prices.after(() => node.stop());

prices('what producers feed becomes the median price', async () => {
  assert.equal({ ...(await node.call('getscoininfo')) }.median_price, []);
  for (const [i, feeder] of FEEDERS.entries()) {
    await node.call('submitpricefeedtx', feeder, [...feed(20_000_000 + i), ...feed(5_000_000, 'WGRT')]);
  }
  await node.call('generate', 2);
  const info = await node.call('getscoininfo');
  const height = await node.call<number>('getblockcount');
  assert.equal(
    (info.median_price as JsonObject[]).map(price => ({ ...price })),
    [
      {
        coin_symbol: 'WGRT',
        price_symbol: 'USD',
        price: new JsonReal(0.05),
        last_feed_height: height - 1,
        is_active: true,
      },
      {
        coin_symbol: 'WICC',
        price_symbol: 'USD',
        price: new JsonReal(0.20000001),
        last_feed_height: height - 1,
        is_active: true,
      },
    ],
  );
  assert.is(info.tipblock_height, height);
  assert.is(info.slide_window_block_count, 11);
});

prices('getscoininfo has the recorded members', async () => {
  assert.equal(shapeOf(await node.call('getscoininfo')), shapeOf(recordedResult('getscoininfo')));
});

prices('without debt positions a collateral shows no ratio and nothing to liquidate', async () => {
  const [pair] = (await node.call('getscoininfo')).cdp_info_list as JsonObject[];
  assert.equal(
    { ...pair },
    {
      asset_symbol: 'WICC',
      scoin_symbol: 'WUSD',
      global_staked_assets: 0,
      global_owed_scoins: 0,
      global_collateral_ceiling: 5_250_000_000_000_000,
      global_collateral_ceiling_reached: false,
      global_collateral_ratio: -1,
      global_collateral_ratio_floor: new JsonReal(80),
      global_collateral_ratio_floor_reached: false,
      forced_liquidate_ratio: new JsonReal(104),
      forced_liquidate_cdp_count: 0,
    },
  );
});

prices('getfeedcoinpairs lists the built-in pairs', async () => {
  assert.equal((await node.call('getfeedcoinpairs')).feed_coin_pairs, ['WGRT-USD', 'WICC-USD']);
});

prices('the errors of feeding are the recorded ones', async () => {
  const same = async (part: string, ...params: Json[]) =>
    assert.equal(await node.fail('submitpricefeedtx', ...params), recordedError('submitpricefeedtx', part));
  await same('Regid not exist', '9-9', feed(20_000_000));
  await same('Invalid price', '0-2', feed(0));
  await same('symbol=NOPE', '0-2', feed(1, 'NOPE'));
  await same('currency_symbol=EUR', '0-2', feed(1, 'WICC', 'EUR'));
});

prices('what else is wrong with a feed is said', async () => {
  await node.call('submitcoinstaketx', '0-5', 'WICC:1:sawi', 'UNSTAKE');
  await node.call('generate', 1);
  const rows: readonly (readonly [feeder: string, feeds: Json, code: number, message: string])[] = [
    ['0-2', [{ coin: 'WICC', currency: 'USD' }], -8, 'null type not allowed!'],
    ['0-2', [{ coin: 'WICC', currency: null, price: 1 }], -8, 'null type not allowed!'],
    ['0-2', [{ coin: 'WICC', currency: 'USD', price: '1' }], -1, 'value is type str, expected int'],
    ['0-2', feed(-1), -8, 'Invalid price: -1'],
    ['0-2', feed(2n ** 63n), -8, 'value=9223372036854775808 out of range'],
    ['0-2', feed(1, 'WICC', 'WICC'), -8, 'a price of WICC in itself says nothing'],
    ['0-2', feed(1, '€'), -8, 'unsupported price feed symbol=€'],
    ['0-2', [], -2001, 'CommitTx failed: code=16, reason=price-point-size-error'],
    ['0-2', [...feed(1), ...feed(2)], -2001, 'CommitTx failed: code=64, reason=duplicated-pricefeed'],
    ['0-5', feed(1), -2001, 'CommitTx failed: code=64, reason=account-staked-boins-insufficient'],
    [alice, feed(1), -2001, "CommitTx failed: code=64, reason=account-isn't-delegate"],
  ];
  for (const [feeder, feeds, code, message] of rows) {
    assert.equal(await node.fail('submitpricefeedtx', feeder, feeds), { code, message }, message);
  }
});

prices.run();
