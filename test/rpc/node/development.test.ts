import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject, JsonReal } from '../../../src/codec/json-value.js';
import { plain } from '../../support/answers/plain.js';
import { startTestNode } from '../../support/nodes/node.js';

const development = suite('development methods');
const node = await startTestNode({ switches: ['-price=WICC:USD=0.2', '-price=WGRT:USD=0.05'] });
development.after(() => node.stop());

const WICC = { coin_symbol: 'WICC', price_symbol: 'USD', price: 20_000_000 };
const WGRT = { coin_symbol: 'WGRT', price_symbol: 'USD', price: 5_000_000 };

async function medianPrices(): Promise<string[]> {
  const { median_price: prices } = await node.call<{ median_price: JsonObject[] }>('getscoininfo');
  return prices.map(({ coin_symbol, price }) => `${coin_symbol} ${(price as JsonReal).value}`);
}

development('prices of the option are fed from the first block on', async () => {
  assert.equal(plain(await node.call('dev_getPrices')), { prices: [WICC, WGRT], problem: null });
  await node.call('generate', 1);
  assert.equal(await medianPrices(), ['WGRT 0.05', 'WICC 0.2']);
});

development('a price can be changed, and feeding ended, while the node runs', async () => {
  await node.call('generate', 10);
  const changed = await node.call('dev_setPrice', 'WICC:USD=0.10000001');
  assert.equal(plain(changed), { prices: [{ ...WICC, price: 10_000_001 }, WGRT], problem: null });
  await node.call('generate', 6);
  assert.equal(await medianPrices(), ['WGRT 0.05', 'WICC 0.10000001']);
  assert.equal(plain(await node.call('dev_stopPrice', 'WICC:USD')), { prices: [WGRT], problem: null });
  await node.call('generate', 1);
  const info = await node.call<{ median_price: JsonObject[] }>('getscoininfo');
  const height = await node.call<number>('getblockcount');
  assert.equal(
    info.median_price.map(({ last_feed_height }) => last_feed_height),
    [height, height - 1],
  );
});

development('what is wrong with a price is said', async () => {
  const rows = [
    ['WICC:USD', 'must be a pair and a price above 0'],
    ['WICC:USD=0', 'must be a pair and a price above 0'],
    ['WUSD:USD=1', 'the price of WUSD:USD cannot be fed; there are WGRT:USD, WICC:USD'],
    ['WICC:EUR=1', 'the price of WICC:EUR cannot be fed; there are WGRT:USD, WICC:USD'],
  ] as const;
  for (const [price, message] of rows) {
    const failure = await node.fail('dev_setPrice', price);
    assert.is(failure.code, -8, price);
    assert.match(failure.message, message);
  }
  assert.equal(await node.fail('dev_stopPrice', 'WICC:USD'), {
    code: -8,
    message: 'the price of WICC:USD is not fed by this node; fed are WGRT:USD',
  });
});

development('all blocks with fed prices are found right', async () => {
  assert.is(await node.call<boolean>('verifychain', 4, 0), true);
});

development('a public network refuses the option and the method', async () => {
  let refusal = '';
  try {
    await startTestNode({ switches: ['-nettype=main', '-price=WICC:USD=0.2'] });
  } catch (error) {
    refusal = (error as Error).message;
  }
  assert.match(refusal, 'only on a development network such as regtest, not on main');
  const main = await startTestNode({ switches: ['-nettype=main'] });
  const { code, message } = await main.fail('dev_setPrice', 'WICC:USD=0.2');
  await main.stop();
  assert.is(code, -8);
  assert.match(message, 'only on a development network such as regtest, not on main');
});

development.run();
