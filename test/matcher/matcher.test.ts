import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid, type Uid } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import type { Submission } from '../../src/consensus/consensus.js';
import { Matcher, type MatcherParts } from '../../src/matcher/matcher.js';
import { match } from '../../src/matcher/order-books.js';
import { pairOf, viewOf } from '../../src/matcher/order-view.js';
import { DEFAULT_MATCHER_SETTINGS, matchRules } from '../../src/matcher/settings.js';
import { CLOSED_ORDERS } from '../../src/state/tables/dex-history.js';
import { ORDERS } from '../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT, ORDER_SELL } from '../../src/tx/enums.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { TX } from '../../src/tx/transactions.js';
import type { DexSettle } from '../../src/tx/types/dex-settle.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { Wallet } from '../../src/wallet/wallet.js';
import { memoryStorage } from '../../src/wallet/wallet-storage.js';
import {
  balanceOf,
  openTestChain,
  regIdOf,
  signed,
  type TestChain,
  USERS,
  type User,
  userOf,
} from '../support/chains/test-chain.js';
import { memoryState } from '../support/stores/memory-state.js';

const [ALICE, BOB] = USERS as [User, User];
const GOVERNOR = userOf(REGTEST.development!.governor);
const SETTLER = userOf(REGTEST.development!.matcher);
const COIN = 100_000_000n;
const FEE = 10_000n;

let memo = 0;

/** A development chain on which ALICE has base coins and BOB governance coins. */
class Exchange {
  readonly problems: Error[] = [];
  matcher: Matcher;

  private constructor(
    readonly dev: TestChain,
    readonly wallet: Wallet,
    readonly parts: Partial<MatcherParts>,
  ) {
    this.matcher = this.newMatcher();
  }

  static async open({
    keys = [SETTLER],
    parts = {},
  }: {
    keys?: readonly User[];
    parts?: Partial<MatcherParts>;
  } = {}): Promise<Exchange> {
    const dev = await openTestChain();
    const wallet = await Wallet.open({
      storage: memoryStorage(),
      network: REGTEST.name,
      firstKeys: keys.map(({ privateKey }) => privateKey),
    });
    const exchange = new Exchange(dev, wallet, parts);
    await exchange.transfer(GOVERNOR, BOB, 'WGRT', 10_000n * COIN);
    await dev.solo.produce(1);
    return exchange;
  }

  newMatcher(changes: Partial<MatcherParts> = {}): Matcher {
    const { chain, mempool, solo } = this.dev;
    return new Matcher({
      chain,
      mempool,
      consensus: solo,
      wallet: this.wallet,
      wireRules: wireRulesOf(REGTEST),
      onProblem: problem => this.problems.push(problem),
      ...this.parts,
      ...changes,
    });
  }

  async transfer(from: User, to: User, coinSymbol: string, coinAmount: bigint): Promise<void> {
    const transfers = [{ toUid: to.uid, coinSymbol, coinAmount }];
    const tx = { type: TX.UCOIN_TRANSFER, ...this.#standard(from), transfers, memo: this.#memo() } as const;
    await this.dev.solo.submit(signed(tx, from));
  }

  /** Hands an order in. @returns its id */
  async order(owner: User, orderSide: number, price: bigint, assetAmount: bigint): Promise<string> {
    const terms = {
      orderType: ORDER_LIMIT,
      orderSide,
      coinSymbol: 'WICC',
      assetSymbol: 'WGRT',
      coinAmount: 0n,
      assetAmount,
      price,
      dexId: 0,
    };
    const prepared = signed(
      { type: TX.DEX_ORDER, ...this.#standard(owner), ...terms, memo: this.#memo() },
      owner,
    );
    await this.dev.solo.submit(prepared);
    return prepared.txid;
  }

  async cancel(owner: User, orderId: string): Promise<void> {
    await this.dev.solo.submit(
      signed({ type: TX.DEX_CANCEL_ORDER, ...this.#standard(owner), orderId }, owner),
    );
  }

  /** Makes a block, then lets the matcher do what it does. */
  async block(): Promise<void> {
    await this.dev.solo.produce(1);
    await this.matcher.idle();
  }

  isFilled(id: string): boolean {
    return this.dev.chain.state.get(CLOSED_ORDERS, id)?.outcome === 1;
  }

  get settlements(): readonly PreparedTransaction[] {
    return this.dev.solo
      .pending()
      .flatMap(({ prepared }) => (prepared.tx.type === TX.DEX_TRADE_SETTLE ? [prepared] : []));
  }

  /** What a match of all open orders would still deal. */
  get crossing(): number {
    const { state } = this.dev.chain;
    const views = [...state.iterate(ORDERS)].flatMap(
      ([id, order]) => viewOf(state, REGTEST, id, order) ?? [],
    );
    return match(views).length;
  }

  async close(): Promise<void> {
    await this.matcher.disable();
    await this.dev.close();
  }

  #standard(sender: User) {
    return {
      version: 1,
      validHeight: this.dev.chain.tip.header.height,
      txUid: this.#uidOf(sender),
      feeSymbol: 'WICC',
      fees: FEE,
      signature: Buffer.alloc(0),
    } as const;
  }

  #uidOf(user: User): Uid {
    return user === GOVERNOR ? regIdUid({ height: 1, index: 2 }) : regIdOf(this.dev.chain.state, user);
  }

  #memo(): Buffer {
    return Buffer.from(String(++memo));
  }
}

test('orders that cross are settled in the block after the one they came in', async () => {
  const exchange = await Exchange.open();
  exchange.matcher.enable();
  const sell = await exchange.order(BOB, ORDER_SELL, 20_000_000n, 20n * COIN);
  const buy = await exchange.order(ALICE, ORDER_BUY, 30_000_000n, 4n * COIN);
  await exchange.block();
  assert.is(exchange.settlements.length, 1);
  await exchange.block();
  assert.ok(exchange.isFilled(buy));
  assert.is(exchange.dev.chain.state.get(ORDERS, sell)?.dealtAssetAmount, 4n * COIN);
  assert.is(exchange.matcher.status.itemsTotal, 1);
  const later = await exchange.order(ALICE, ORDER_BUY, 20_000_000n, 6n * COIN);
  await exchange.block();
  await exchange.block();
  assert.ok(exchange.isFilled(later));
  // What the reserve buys for the friction takes its part of the sell order.
  for (let i = 0; i < 3; i++) await exchange.block();
  assert.is(exchange.crossing, 0);
  assert.equal(exchange.problems, []);
  await exchange.close();
});

test('nothing is handed in while the matcher is off, and everything once it is on', async () => {
  const exchange = await Exchange.open();
  const ids = [
    await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN),
    await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN),
  ];
  await exchange.block();
  assert.is(exchange.settlements.length, 0);
  exchange.matcher.enable();
  await exchange.matcher.idle();
  await exchange.block();
  assert.ok(ids.every(id => exchange.isFilled(id)));
  await exchange.close();
});

test('an order that is being cancelled is left alone', async () => {
  const exchange = await Exchange.open();
  const sell = await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
  await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN);
  await exchange.block();
  await exchange.cancel(BOB, sell);
  exchange.matcher.enable();
  await exchange.matcher.idle();
  assert.is(exchange.settlements.length, 0);
  await exchange.block();
  assert.is(exchange.dev.chain.state.get(CLOSED_ORDERS, sell)?.outcome, 2);
  assert.equal(exchange.problems, []);
  await exchange.close();
});

test('a matcher that starts anew does not settle again what is in flight', async () => {
  const exchange = await Exchange.open();
  exchange.matcher.enable();
  const sell = await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
  const buy = await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN);
  await exchange.block();
  await exchange.matcher.disable();
  exchange.matcher = exchange.newMatcher();
  exchange.matcher.enable();
  await exchange.matcher.idle();
  assert.is(exchange.settlements.length, 1);
  await exchange.block();
  assert.ok(exchange.isFilled(sell) && exchange.isFilled(buy));
  assert.equal(exchange.problems, []);
  await exchange.close();
});

test('blocks may be taken back: what they settled is settled again, once', async () => {
  const exchange = await Exchange.open();
  exchange.matcher.enable();
  const sell = await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
  const buy = await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN);
  await exchange.block();
  await exchange.block();
  assert.ok(exchange.isFilled(buy));
  await exchange.dev.solo.disconnectBlocks(2);
  await exchange.matcher.idle();
  assert.not.ok(exchange.isFilled(buy));
  for (let i = 0; i < 3; i++) await exchange.block();
  assert.ok(exchange.isFilled(sell) && exchange.isFilled(buy));
  assert.is(exchange.crossing, 0);
  await exchange.close();
});

test('a settlement that leaves the memory pool is made again', async () => {
  const exchange = await Exchange.open();
  exchange.matcher.enable();
  const buy = await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN);
  await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
  await exchange.block();
  const [settlement] = exchange.settlements;
  exchange.dev.mempool.drop(settlement!.txid);
  await exchange.matcher.idle();
  assert.is(exchange.settlements.length, 1);
  await exchange.block();
  assert.ok(exchange.isFilled(buy));
  await exchange.close();
});

test('a bad deal costs only itself: the others of its settlement are handed in without it', async () => {
  const handedIn: (readonly string[])[] = [];
  let poisoned = '';
  const exchange = await Exchange.open({
    parts: {
      consensus: {
        catchingUp: () => false,
        async submit(prepared): Promise<Submission> {
          const { dealItems } = prepared.tx as DexSettle;
          if (dealItems.some(({ buyOrderId }) => buyOrderId === poisoned)) {
            throw new TransactionRejected(16, 'deal-price-unmatch');
          }
          handedIn.push(dealItems.map(({ buyOrderId }) => buyOrderId));
          return { txid: prepared.txid, block: undefined };
        },
      },
    },
  });
  const buys: string[] = [];
  for (let i = 0; i < 8; i++) {
    buys.push(await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN));
    await exchange.order(BOB, ORDER_SELL, 30_000_000n, COIN);
  }
  poisoned = buys[3]!;
  await exchange.block();
  exchange.matcher.enable();
  await exchange.matcher.idle();
  assert.equal(handedIn.flat().sort(), buys.filter(id => id !== poisoned).sort());
  assert.match(
    exchange.problems[0]!.message,
    /the deal of buy order .* was refused: deal-price-unmatch; order .* is left alone up to height/,
  );
  await exchange.close();
});

test('only so many settlements are handed in for a block, each of limited size; the rest follows', async () => {
  const exchange = await Exchange.open({ parts: { settings: { maxItems: 2, maxTransactionsPerBlock: 2 } } });
  for (let i = 0; i < 10; i++) {
    await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN);
    await exchange.order(BOB, ORDER_SELL, 30_000_000n, COIN);
  }
  await exchange.block();
  exchange.matcher.enable();
  await exchange.matcher.idle();
  assert.equal(
    exchange.settlements.map(({ tx }) => (tx as DexSettle).dealItems.length),
    [2, 2],
  );
  assert.is(exchange.matcher.status.waiting, 6);
  for (let i = 0; i < 3; i++) await exchange.block();
  assert.is(exchange.crossing, 0);
  assert.is(exchange.matcher.status.itemsTotal, 10);
  await exchange.close();
});

test('with confirmations an order is dealt only when its block has blocks on top', async () => {
  const exchange = await Exchange.open({ parts: { settings: { confirmations: 3 } } });
  exchange.matcher.enable();
  const sell = await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
  await exchange.block();
  const buy = await exchange.order(ALICE, ORDER_BUY, 20_000_000n, COIN);
  for (let i = 0; i < 2; i++) {
    await exchange.block();
    assert.is(exchange.settlements.length, 0);
    assert.equal(exchange.matcher.simulate(), []);
  }
  assert.is(exchange.matcher.status.openOrders, 1, 'the first order rests');
  await exchange.block();
  assert.is(exchange.settlements.length, 1, 'the second has two blocks on top of its own');
  assert.is(exchange.matcher.simulate().length, 1);
  await exchange.block();
  assert.ok(exchange.isFilled(sell) && exchange.isFilled(buy));
  await exchange.close();
});

test('a matcher that serves some pairs or operators leaves the others alone', async () => {
  const others = [
    { pairs: new Set([pairOf({ assetSymbol: 'WICC', coinSymbol: 'WUSD' })]) },
    { dexIds: new Set([1, 2]) },
  ];
  for (const settings of others) {
    const exchange = await Exchange.open({ parts: { settings } });
    exchange.matcher.enable();
    await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
    await exchange.order(ALICE, ORDER_BUY, 20_000_000n, COIN);
    await exchange.block();
    assert.is(exchange.settlements.length, 0);
    assert.equal(exchange.matcher.simulate(), []);
    await exchange.matcher.disable();
    const served = {
      pairs: new Set([pairOf({ assetSymbol: 'WGRT', coinSymbol: 'WICC' })]),
      dexIds: new Set([0]),
    };
    exchange.matcher = exchange.newMatcher({ settings: served });
    exchange.matcher.enable();
    await exchange.matcher.idle();
    assert.is(exchange.settlements.length, 1);
    await exchange.close();
  }
});

test('two market orders meet at the fixed price of their pair, where it has one', async () => {
  const rules = (pair: { assetSymbol: string; coinSymbol: string }) =>
    matchRules(
      {
        ...DEFAULT_MATCHER_SETTINGS,
        referencePrice: 'static',
        staticPrices: new Map([[pairOf(pair), 25_000_000n]]),
      },
      memoryState(),
    );
  const market = { isMarket: true, price: 0n, dexId: 0, openMode: OPEN_PUBLIC, sharedWith: [] };
  const pair = { assetSymbol: 'WGRT', coinSymbol: 'WICC' };
  const views = [
    {
      ...market,
      ...pair,
      id: '1'.repeat(64),
      isBuy: true,
      owner: '1-1',
      position: { height: 2, index: 1 },
      remaining: COIN,
    },
    {
      ...market,
      ...pair,
      id: '2'.repeat(64),
      isBuy: false,
      owner: '1-2',
      position: { height: 2, index: 2 },
      remaining: 8n * COIN,
    },
  ];
  assert.equal(match(views, rules({ assetSymbol: 'WICC', coinSymbol: 'WGRT' })), []);
  const [deal] = match(views, rules(pair));
  assert.is(deal!.price, 25_000_000n);
  assert.is(deal!.coinAmount, COIN);
  assert.is(deal!.assetAmount, 4n * COIN);
});

test('without the key of the settler the matcher rests and says so, once', async () => {
  const exchange = await Exchange.open({ keys: [ALICE] });
  exchange.matcher.enable();
  for (let i = 0; i < 3; i++) await exchange.block();
  assert.equal(
    exchange.problems.map(({ message }) => message),
    ['the matcher rests: the key of the settler 1-3 is not in the wallet'],
  );
  await exchange.close();
});

test('while the wallet is locked the matcher rests; it goes on when the wallet is unlocked', async () => {
  const exchange = await Exchange.open();
  await exchange.wallet.encrypt('secret');
  exchange.matcher.enable();
  const buy = await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN);
  await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
  await exchange.block();
  await exchange.block();
  assert.equal(
    exchange.problems.map(({ message }) => message),
    ['the matcher rests: the wallet is locked'],
  );
  await exchange.wallet.unlock('secret', 60);
  await exchange.block();
  await exchange.block();
  assert.ok(exchange.isFilled(buy));
  await exchange.wallet.close();
  await exchange.close();
});

test('a settler without coins for the fee is a problem that is told; orders stay open', async () => {
  const exchange = await Exchange.open();
  await exchange.transfer(SETTLER, ALICE, 'WICC', balanceOf(exchange.dev.chain.state, SETTLER) - FEE);
  await exchange.block();
  exchange.matcher.enable();
  await exchange.order(ALICE, ORDER_BUY, 30_000_000n, COIN);
  await exchange.order(BOB, ORDER_SELL, 20_000_000n, COIN);
  await exchange.block();
  assert.match(exchange.problems[0]!.message, /refused: sub-account-fees-failed/);
  await exchange.transfer(ALICE, SETTLER, 'WICC', COIN);
  await exchange.block();
  await exchange.block();
  assert.is(exchange.crossing, 0);
  await exchange.close();
});

test.run();
