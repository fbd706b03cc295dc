import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type RegId, regIdText, sameRegId } from '../../src/codec/regid.js';
import { regIdUid } from '../../src/codec/uid.js';
import { MAIN } from '../../src/config/networks/main.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { ProducerKeys, producerKeys } from '../../src/consensus/solo/producer-keys.js';
import { PriceFeeder } from '../../src/price-feeder/price-feeder.js';
import { MEDIAN_PRICES, PRICE_SAMPLES } from '../../src/state/tables/prices.js';
import { balanceOperationCode } from '../../src/tx/balance-operation.js';
import { TX } from '../../src/tx/transactions.js';
import {
  openTestChain,
  signed,
  type TestChain,
  type TestChainOptions,
  transfer,
  USERS,
  userOf,
} from '../support/chains/test-chain.js';

const KEYS = producerKeys(REGTEST);
const WICC = { assetSymbol: 'WICC', coinSymbol: 'USD' };
const WGRT = { assetSymbol: 'WGRT', coinSymbol: 'USD' };
const FEE = 10_000n;

interface Fed {
  readonly dev: TestChain;
  readonly feeder: PriceFeeder;
  readonly problems: string[];
}

async function open(options: TestChainOptions = {}, keys = KEYS): Promise<Fed> {
  const problems: string[] = [];
  const feeder = new PriceFeeder({
    network: REGTEST,
    keys,
    onProblem: ({ message }) => problems.push(message),
  });
  const dev = await openTestChain({ ...options, ownFeeds: feeder });
  return { dev, feeder, problems };
}

/** Who has fed in the newest block, with base coin and price. */
function samples({ chain }: TestChain): string[] {
  return (chain.state.get(PRICE_SAMPLES, chain.tip.header.height) ?? []).map(
    ({ feeder, baseSymbol, price }) => `${regIdText(feeder)} ${baseSymbol} ${price}`,
  );
}

function median({ chain }: TestChain, symbol = 'WICC'): bigint | undefined {
  return chain.state.get(MEDIAN_PRICES, undefined)?.find(({ baseSymbol }) => baseSymbol === symbol)?.price;
}

/** Who is going to make the next block of manual mining. */
function nextProducer({ chain, clock }: TestChain): RegId {
  const { height, time } = chain.head.header;
  const next = Math.max(Math.floor(clock.now() / 1000), time + 3);
  return chain.ledger.producerAt(chain.state, height + 1, next)!;
}

/** A transaction of a producer, signed with its key. */
function byProducer({ chain }: TestChain, producer: RegId, content: object) {
  const base = {
    version: 1,
    validHeight: chain.tip.header.height,
    txUid: regIdUid(producer),
    feeSymbol: 'WICC',
    fees: FEE,
    signature: Buffer.alloc(0),
  };
  return signed(
    { ...base, ...content } as never,
    userOf(REGTEST.development!.delegates[producer.index - 2]!),
  );
}

test('the producer of each block feeds the prices in it, signed with its own key', async () => {
  const { dev, feeder, problems } = await open();
  feeder.set({ ...WICC, price: 20_000_000n });
  feeder.set({ ...WGRT, price: 5_000_000n });
  const feeders = new Set<string>();
  for (let i = 0; i < 30; i++) {
    await dev.clock.advance(10);
    const producer = regIdText(nextProducer(dev));
    await dev.solo.produce(1);
    assert.equal(samples(dev), [`${producer} WICC 20000000`, `${producer} WGRT 5000000`]);
    assert.is(median(dev), 20_000_000n);
    const block = dev.chain.blocks.blockByHeight(dev.chain.tip.header.height)!;
    assert.equal(
      block.transactions.map(({ tx }) => tx.type),
      [13, 16, 17],
    );
    feeders.add(producer);
  }
  assert.ok(feeders.size > 1, 'producers take turns');
  assert.equal(problems, []);
  assert.is(feeder.problem, undefined);
  await dev.close();
});

test('the median follows a new price with the sixth of eleven blocks, and stays when feeding ends', async () => {
  const { dev, feeder } = await open();
  feeder.set({ ...WICC, price: 20_000_000n });
  await dev.solo.produce(11);
  feeder.set({ ...WICC, price: 10_000_000n });
  assert.equal(feeder.prices, [{ ...WICC, price: 10_000_000n }]);
  await dev.solo.produce(5);
  assert.is(median(dev), 20_000_000n);
  await dev.solo.produce(1);
  assert.is(median(dev), 10_000_000n);
  assert.ok(feeder.stop(WICC));
  assert.not(feeder.stop(WICC));
  await dev.solo.produce(20);
  assert.equal(samples(dev), []);
  assert.is(median(dev), 10_000_000n);
  await dev.close();
});

test('prices are no reason for a block of their own where transactions are', async () => {
  const { dev, feeder } = await open({ mode: 'instant' });
  feeder.set({ ...WICC, price: 20_000_000n });
  await dev.clock.advance(100);
  assert.is(dev.chain.tip.header.height, 1);
  await dev.solo.submit(transfer(USERS[0]!, USERS[1]!));
  assert.is(dev.chain.tip.header.height, 2);
  assert.is(samples(dev).length, 1);
  await dev.close();
});

test('what a producer has submitted itself counts in its place', async () => {
  const { dev, feeder, problems } = await open();
  feeder.set({ ...WICC, price: 20_000_000n });
  feeder.set({ ...WGRT, price: 5_000_000n });
  const producer = nextProducer(dev);
  const pricePoints = [{ baseSymbol: 'WICC', quoteSymbol: 'USD', price: 7n }];
  await dev.solo.submit(byProducer(dev, producer, { type: TX.PRICE_FEED, pricePoints }));
  assert.ok(sameRegId(nextProducer(dev), producer));
  await dev.solo.produce(1);
  assert.equal(samples(dev), [`${regIdText(producer)} WICC 7`, `${regIdText(producer)} WGRT 5000000`]);
  assert.equal(problems, []);
  await dev.close();
});

test('a producer whose stake is too small makes blocks without prices, which is told once', async () => {
  const { dev, feeder, problems } = await open();
  const producers = new Set(Array.from({ length: 11 }, (_, i) => i + 2));
  const stake = async (operation: 'STAKE' | 'UNSTAKE'): Promise<void> => {
    for (const index of producers) {
      const content = {
        type: TX.UCOIN_STAKE,
        stakeType: balanceOperationCode(operation),
        coinSymbol: 'WICC',
        coinAmount: 1n,
      };
      await dev.solo.submit(byProducer(dev, { height: 0, index }, content));
    }
    await dev.solo.produce(1);
  };
  await stake('UNSTAKE');
  feeder.set({ ...WICC, price: 20_000_000n });
  await dev.solo.produce(3);
  assert.equal(samples(dev), []);
  const problem = 'a price feed was refused: account-staked-boins-insufficient';
  assert.equal(problems, [problem]);
  assert.is(feeder.problem, problem);
  await stake('STAKE');
  await dev.solo.produce(1);
  assert.is(samples(dev).length, 1);
  assert.is(feeder.problem, undefined);
  await dev.close();
});

test('a pair that cannot be fed is told once, the others are fed', async () => {
  const { dev, feeder, problems } = await open();
  feeder.set({ assetSymbol: 'ROG', coinSymbol: 'USD', price: 1n });
  feeder.set({ ...WICC, price: 20_000_000n });
  await dev.solo.produce(3);
  assert.is(samples(dev).length, 1);
  assert.equal(problems, ['ROG:USD is no pair whose price can be fed']);
  assert.is(feeder.problem, problems[0]);
  await dev.close();
});

test('without the key of a producer there is no feed, which is told', async () => {
  const { dev, feeder, problems } = await open({}, new ProducerKeys());
  feeder.set({ ...WICC, price: 20_000_000n });
  const producer = regIdText(nextProducer(dev));
  await dev.solo.produce(1);
  assert.equal(problems, [`the key of producer ${producer} is not among those of this node`]);
  await dev.close();
});

test('only development networks feed themselves, and a hundred prices at most', () => {
  const price = { ...WICC, price: 1n };
  const onProblem = (problem: Error): never => {
    throw problem;
  };
  assert.throws(
    () => new PriceFeeder({ network: MAIN, keys: KEYS, onProblem }).set(price),
    /only on a development network such as regtest, not on main/,
  );
  const feeder = new PriceFeeder({ network: REGTEST, keys: KEYS, onProblem });
  for (let i = 0; i < 100; i++) feeder.set({ ...price, assetSymbol: `A${i}` });
  feeder.set({ ...price, assetSymbol: 'A7', price: 2n });
  assert.throws(() => feeder.set(price), /at most 100 prices/);
});

test.run();
