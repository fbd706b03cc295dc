import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText } from '../../src/codec/regid.js';
import type { ChangedOrders } from '../../src/matcher/chain-changes.js';
import { Commitments } from '../../src/matcher/commitments.js';
import { Matching } from '../../src/matcher/matching.js';
import { match } from '../../src/matcher/order-books.js';
import { type OrderView, pairOf, viewOf } from '../../src/matcher/order-view.js';
import {
  DEFAULT_MATCHER_SETTINGS,
  isConfirmed,
  isServed,
  type MatcherSettings,
} from '../../src/matcher/settings.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { CLOSED_ORDERS } from '../../src/state/tables/dex-history.js';
import { ORDERS, ORDERS_BY_BLOCK, ORDERS_BY_PRICE, type Order } from '../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../src/tx/enums.js';
import { prepareTransaction } from '../../src/tx/envelope.js';
import { RECEIPT } from '../../src/tx/receipt.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import type { DealItem } from '../../src/tx/types/dex-settle.js';
import { frozenRestOf, isMarketBuy } from '../../vm/native/dex/order-amounts.js';
import { DexWorld, VECTOR_NETWORK, type VectorOperator } from '../support/ledgers/exchange-ledger.js';
import { scaled } from '../support/random/scale.js';

/*
 * Random exchanges: users place and cancel orders, now and then somebody else settles, the matcher
 * does the rest, and some of its settlements get lost. Whatever happens, coins are conserved and the
 * matcher leaves nothing that crosses.
 */

const BLOCKS = 40;
const RUNS = scaled(6, 500);
const USERS = ['30-1', '31-1', '32-1', '33-1', '34-1'];
const ACCOUNT_NAMES = { bp: '20-1', settler: '8-3', reserve: '8-1', op1: '40-1', op2: '41-1' };
const RICH = {
  WICC: { free: '100000000000000' },
  WUSD: { free: '100000000000000' },
  WGRT: { free: '100000000000000' },
  MYCOIN: { free: '100000000000000' },
};
const PAIRS = [
  ['WICC', 'WUSD'],
  ['WGRT', 'WUSD'],
  ['MYCOIN', 'WICC'],
] as const;
/** The pairs that the matcher serves where it does not serve all. */
const SOME_PAIRS = new Set([pairOf({ assetSymbol: 'WICC', coinSymbol: 'WUSD' })]);
const PRICES = [1n, 7n, 90_000_000n, 99_999_999n, 100_000_000n, 100_000_001n, 123_456_789n, 5_000_000_000n];

function operator(owner: string, mode: string, openSet: readonly number[]): VectorOperator {
  return {
    owner,
    receiver: owner,
    open_mode: mode,
    maker: '100000',
    taker: '300000',
    open_set: openSet,
    activated: true,
  };
}

type Pick = (count: number) => number;

/** A sequence of choices that a seed determines. */
function choices(seed: number): Pick {
  let state = seed >>> 0 || 1;
  return count => {
    // xorshift32: quick, and the same everywhere.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % count;
  };
}

class RandomExchange {
  readonly world: DexWorld;
  readonly commitments = new Commitments();
  readonly settings: MatcherSettings;
  readonly matching: Matching;
  readonly #pick: Pick;
  readonly #supplies: ReadonlyMap<string, bigint>;
  #height = 1000;
  #index = 0;
  #memo = 0;
  /** Fees so far, by coin: they leave the accounts and become the producer's reward later. */
  readonly #fees = new Map<string, bigint>();
  #known = new Map<string, Order>();
  settled = 0;

  constructor(seed: number) {
    this.#pick = choices(seed);
    this.settings = {
      ...DEFAULT_MATCHER_SETTINGS,
      confirmations: 1 + this.#pick(3),
      pairs: this.#pick(3) > 0 ? undefined : SOME_PAIRS,
      dexIds: this.#pick(3) > 0 ? undefined : new Set([0, 2]),
    };
    this.matching = new Matching(VECTOR_NETWORK, this.commitments, this.settings);
    const names = { ...ACCOUNT_NAMES, ...Object.fromEntries(USERS.map(user => [user, user])) };
    this.world = new DexWorld(names, {
      ...Object.fromEntries(USERS.map(user => [user, RICH])),
      settler: RICH,
      op1: RICH,
      op2: RICH,
    });
    this.world.putOperators({ 1: operator('40-1', 'PRIVATE', []), 2: operator('41-1', 'PUBLIC', [1]) });
    this.#supplies = this.#balances();
  }

  block(): void {
    this.#height++;
    this.#index = 0;
    for (let i = this.#pick(12); i > 0; i--) this.#place();
    for (let i = this.#pick(4); i > 0; i--) this.#cancel();
    const changes = this.#changes();
    this.#match(changes);
    this.#settle();
    this.#check();
  }

  /** Runs the matcher until it finds nothing more, and checks that nothing crosses. */
  finish(): void {
    for (let round = 0; round < 2 + this.settings.confirmations; round++) {
      this.#height++;
      this.#index = 0;
      this.#match(this.#changes());
      while (this.commitments.waiting > 0) this.#execute(this.#settlement(this.commitments.nextBatch(20)));
    }
    this.#check();
    assert.equal(match(this.#views()), [], 'nothing crosses after the matcher');
  }

  #place(): void {
    const [assetSymbol, coinSymbol] = PAIRS[this.#pick(PAIRS.length)]!;
    const isLimit = this.#pick(5) > 0;
    const orderSide = this.#pick(2) === 0 ? ORDER_BUY : ORDER_SELL;
    const amount = 10_000_000n + BigInt(this.#pick(1_000_000_000));
    const buysForCoins = !isLimit && orderSide === ORDER_BUY;
    const terms = {
      orderType: isLimit ? ORDER_LIMIT : ORDER_MARKET,
      orderSide,
      coinSymbol,
      assetSymbol,
      coinAmount: buysForCoins ? amount : 0n,
      assetAmount: buysForCoins ? 0n : amount,
      price: isLimit ? PRICES[this.#pick(PRICES.length)]! : 0n,
      dexId: this.#pick(3),
      memo: Buffer.from(String(++this.#memo)),
    };
    const standard = this.#standard(USERS[this.#pick(USERS.length)]!, 100_000n);
    if (this.#pick(6) > 0 || terms.dexId === 0) {
      this.#execute({ type: TX.DEX_ORDER, ...standard, ...terms });
      return;
    }
    this.#execute({
      type: TX.DEX_OPERATOR_ORDER,
      ...standard,
      ...terms,
      openMode: OPEN_PUBLIC + this.#pick(2),
      makerFeeRatio: BigInt(this.#pick(50_000_001)),
      takerFeeRatio: BigInt(this.#pick(50_000_001)),
      operatorUid: this.world.uid(terms.dexId === 1 ? 'op1' : 'op2'),
      operatorTxFee: BigInt(this.#pick(2) * 5000),
      operatorSignature: new Uint8Array(),
    });
  }

  #cancel(): void {
    const open = [...this.world.state.iterate(ORDERS)].filter(([, { generatedBy }]) => generatedBy === 1);
    const chosen = open[this.#pick(Math.max(1, open.length))];
    if (chosen === undefined) return;
    const [orderId, { owner }] = chosen;
    this.#execute({ type: TX.DEX_CANCEL_ORDER, ...this.#standard(regIdText(owner), 100_000n), orderId });
  }

  /** Compares what the books find with what a match of everything finds, and commits to it. */
  #match(changes: ChangedOrders | 'everything'): void {
    const round = { state: this.world.state, tipHeight: this.#height, changes, withheld: new Set<string>() };
    const ended = [...this.#endedOrders(changes)];
    if (changes !== 'everything') this.commitments.dropWaiting(new Set(ended));
    else this.commitments.clearWaiting();
    const expected = match(this.#views());
    assert.equal(this.#byPair(this.matching.next(round)), this.#byPair(expected), 'as a match of everything');
  }

  #endedOrders(changes: ChangedOrders | 'everything'): string[] {
    if (changes === 'everything') return [];
    return [...changes.ids].filter(id => this.world.state.get(ORDERS, id) === undefined);
  }

  #byPair(deals: readonly DealItem[]): Record<string, DealItem[]> {
    const pairs: Record<string, DealItem[]> = {};
    for (const deal of deals) {
      const name = pairOf(this.world.state.get(ORDERS, deal.buyOrderId)!);
      pairs[name] = [...(pairs[name] ?? []), deal];
    }
    return pairs;
  }

  /** Hands in what was matched; some settlements get lost, some wait, and others settle too. */
  #settle(): void {
    while (this.commitments.waiting > 0 && this.#pick(5) > 0) {
      const items = this.commitments.nextBatch(1 + this.#pick(20));
      const tx = this.#settlement(items);
      const { txid } = prepareTransaction(tx, { varintPricesFrom: 1 });
      this.commitments.launch(txid, items, this.#height);
      if (this.#pick(5) > 0) this.#execute(tx);
      this.commitments.land(txid);
    }
    if (this.#pick(4) === 0) this.#settleByHand();
  }

  /** A settlement of somebody who does not know what the matcher has promised; it may be refused. */
  #settleByHand(): void {
    const [deal] = match(
      [...this.world.state.iterate(ORDERS)].flatMap(([id, order]) => this.#view(id, order)),
    );
    if (deal !== undefined) this.#execute(this.#settlement([deal]));
  }

  #settlement(dealItems: readonly DealItem[]): Transaction {
    return { type: TX.DEX_TRADE_SETTLE, ...this.#standard('8-3', 10_000n), dealItems };
  }

  #standard(sender: string, fees: bigint) {
    return {
      version: 1,
      validHeight: this.#height - 1,
      txUid: this.world.uid(sender),
      feeSymbol: 'WICC',
      fees,
      signature: new Uint8Array(),
    } as const;
  }

  #execute(tx: Transaction): void {
    try {
      const block = { height: this.#height, index: ++this.#index, producer: 'bp' };
      const { receipts } = this.world.execute(tx, block);
      for (const { type, coinSymbol, amount } of receipts) {
        if (type === RECEIPT.BLOCK_REWARD_TO_MINER)
          this.#fees.set(coinSymbol, (this.#fees.get(coinSymbol) ?? 0n) + amount);
      }
      if (tx.type === TX.DEX_TRADE_SETTLE) this.settled += tx.dealItems.length;
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
    }
  }

  #changes(): ChangedOrders | 'everything' {
    const now = new Map(this.world.state.iterate(ORDERS));
    const before = this.#known;
    this.#known = now;
    if (before.size === 0) return 'everything';
    const ids = new Set<string>();
    for (const id of [...before.keys(), ...now.keys()]) if (before.get(id) !== now.get(id)) ids.add(id);
    return { ids, pairs: new Set() };
  }

  /** What is open, less what is promised. */
  #views(): OrderView[] {
    const reserved = this.commitments.reservations();
    return [...this.world.state.iterate(ORDERS)].flatMap(([id, order]) =>
      this.#view(id, order).flatMap(view => {
        const promise = reserved.get(id);
        if (promise === undefined) return [view];
        const taken = isMarketBuy(order) ? promise.coinAmount : promise.assetAmount;
        return taken < view.remaining ? [{ ...view, remaining: view.remaining - taken }] : [];
      }),
    );
  }

  #view(id: string, order: Order): OrderView[] {
    const view = viewOf(this.world.state, VECTOR_NETWORK, id, order);
    if (view === undefined || !isServed(this.settings, view)) return [];
    return isConfirmed(this.settings, view, this.#height) ? [view] : [];
  }

  #balances(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const [, { tokens }] of this.world.state.iterate(ACCOUNTS)) {
      for (const [symbol, { free, frozen }] of tokens) {
        assert.ok(free >= 0n && frozen >= 0n, 'no balance is negative');
        sums.set(symbol, (sums.get(symbol) ?? 0n) + free + frozen);
      }
    }
    return sums;
  }

  #check(): void {
    const { state } = this.world;
    for (const [symbol, sum] of this.#balances()) {
      assert.is(sum + (this.#fees.get(symbol) ?? 0n), this.#supplies.get(symbol), `${symbol} is conserved`);
    }
    const orders = [...state.iterate(ORDERS)];
    const frozen = new Map<string, bigint>();
    for (const [id, order] of orders) {
      const { symbol, amount } = frozenRestOf(order);
      const key = `${regIdText(order.owner)} ${symbol}`;
      frozen.set(key, (frozen.get(key) ?? 0n) + amount);
      assert.is(state.get(CLOSED_ORDERS, id), undefined, 'an open order is not closed');
    }
    for (const [, { regId, tokens }] of state.iterate(ACCOUNTS)) {
      for (const [symbol, token] of tokens) {
        assert.is(
          token.frozen,
          frozen.get(`${regIdText(regId)} ${symbol}`) ?? 0n,
          'frozen is what orders hold',
        );
      }
    }
    assert.is([...state.iterate(ORDERS_BY_BLOCK)].length, orders.length);
    assert.is([...state.iterate(ORDERS_BY_PRICE)].length, orders.length);
  }
}

test('coins are conserved, frozen is what open orders hold, and nothing that crosses is left', () => {
  let settled = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1 }), seed => {
      const exchange = new RandomExchange(seed);
      for (let i = 0; i < BLOCKS; i++) exchange.block();
      exchange.finish();
      settled += exchange.settled;
    }),
    { numRuns: RUNS },
  );
  console.log(`${RUNS * BLOCKS} blocks, ${settled} deals settled`);
  assert.ok(settled > RUNS * BLOCKS, `${settled} deals were settled`);
});

test.run();
