import { regIdUid } from '../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../src/config/networks/development-keys.js';
import { REGTEST } from '../src/config/networks/regtest.js';
import { matcherRegId } from '../src/config/system-accounts.js';
import { NetworkLedger } from '../src/ledger/ledger.js';
import { type BlockContext, NOTHING_RECENT } from '../src/ledger/types.js';
import { OrderBooks } from '../src/matcher/order-books.js';
import type { OrderView } from '../src/matcher/order-view.js';
import { STATE_SCHEMA } from '../src/state/schema.js';
import { StateStore } from '../src/state/state-store.js';
import { ACCOUNTS, newAccount, REGIDS, type Token } from '../src/state/tables/accounts.js';
import { openMemory } from '../src/storage/memory.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT, ORDER_SELL } from '../src/tx/enums.js';
import { type PreparedTransaction, prepareTransaction } from '../src/tx/envelope.js';
import { type Transaction, TX } from '../src/tx/transactions.js';
import type { SignatureCheck } from '../vm/context.js';
import type { BenchmarkResult } from './result.js';

/*
 * What the exchange costs in the ledger alone, and what the matcher costs by the number of orders
 * that are open already. Signatures count as verified, preparing is not measured.
 */

const HOLDERS = 20_000;
const OWNER_HEIGHT = 1_000;
const FIRST_HEIGHT = 2_000;
const PLACEMENTS = 10_000;
const DEALS_PER_SETTLEMENT = 200;
const ROUNDS = 4;
const PRICE = 100_000_000n;
const AMOUNT = 100_000_000n;
const SIGNATURE = Buffer.alloc(71, 0x30);
const OWNER_KEY = DEVELOPMENT_PUBLIC_KEYS.holder;
const RULES = { varintPricesFrom: REGTEST.forks.r3 };
const everythingIsSigned: SignatureCheck = { isValid: () => true };

const OPEN_ORDERS = [1_000, 100_000, 1_000_000];
const NEW_ORDERS = 20_000;
const BATCHES = 5;
/** New orders are later than all that are open. */
const FIRST_NEW = 10_000_000;
/** The price around which both sides lie. */
const MIDDLE = 10n * PRICE;

/** Accounts 1000-0 and following, with base and governance coins, after the two genesis blocks. */
async function filledStore(ledger: NetworkLedger): Promise<StateStore> {
  const store = new StateStore(openMemory(), STATE_SCHEMA);
  const state = store.overlay();
  const { block } = ledger.genesis(state);
  ledger.systemGenesis(state, contextAt(REGTEST.forks.systemGenesis), block.header.merkleRoot);
  const rich: Token = { free: 10n ** 15n, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n };
  const tokens = new Map(['WICC', 'WGRT', 'WUSD'].map(symbol => [symbol, rich]));
  for (let index = 0; index < HOLDERS; index++) {
    const keyId = (index + 1).toString(16).padStart(40, '0');
    const regId = { height: OWNER_HEIGHT, index };
    state.put(REGIDS, regId, keyId);
    state.put(ACCOUNTS, keyId, { ...newAccount(keyId), regId, ownerKey: OWNER_KEY, tokens });
  }
  const settler = state.get(REGIDS, matcherRegId(REGTEST))!;
  state.put(ACCOUNTS, settler, { ...state.get(ACCOUNTS, settler)!, tokens });
  await store.commit(state, { height: 0 });
  return store;
}

function contextAt(height: number): BlockContext {
  return { height, time: 1_800_000_000 + 3 * height, producer: { height: 0, index: 2 }, fuelRate: 1 };
}

function standard(sender: number, height: number, fees = 10_000n) {
  return {
    version: 1,
    validHeight: height,
    txUid: regIdUid({ height: OWNER_HEIGHT, index: sender % HOLDERS }),
    feeSymbol: 'WICC',
    fees,
    signature: SIGNATURE,
  } as const;
}

const prepare = (tx: Transaction) => prepareTransaction(tx, RULES);

/** Orders of different owners, every second one to sell, all at one price. */
function placements(height: number): PreparedTransaction[] {
  return Array.from({ length: PLACEMENTS }, (_, i) =>
    prepare({
      type: TX.DEX_ORDER,
      ...standard(i, height, 10_000n + BigInt(height)),
      orderType: ORDER_LIMIT,
      orderSide: i % 2 === 0 ? ORDER_BUY : ORDER_SELL,
      coinSymbol: 'WUSD',
      assetSymbol: 'WICC',
      coinAmount: 0n,
      assetAmount: AMOUNT,
      price: PRICE,
      dexId: 0,
      memo: new Uint8Array(),
    }),
  );
}

function cancels(orders: readonly PreparedTransaction[], height: number): PreparedTransaction[] {
  return orders.map(({ txid }, i) =>
    prepare({ type: TX.DEX_CANCEL_ORDER, ...standard(i, height), orderId: txid }),
  );
}

/** Deals each two neighbours. */
function settlements(orders: readonly PreparedTransaction[], height: number): PreparedTransaction[] {
  const deals = Array.from({ length: orders.length / 2 }, (_, i) => ({
    buyOrderId: orders[2 * i]!.txid,
    sellOrderId: orders[2 * i + 1]!.txid,
    price: PRICE,
    coinAmount: AMOUNT,
    assetAmount: AMOUNT,
  }));
  return Array.from({ length: deals.length / DEALS_PER_SETTLEMENT }, (_, i) =>
    prepare({
      type: TX.DEX_TRADE_SETTLE,
      ...standard(0, height),
      txUid: regIdUid(matcherRegId(REGTEST)),
      dealItems: deals.slice(i * DEALS_PER_SETTLEMENT, (i + 1) * DEALS_PER_SETTLEMENT),
    }),
  );
}

/** Microseconds for each placement, cancellation and settled deal: the best of some blocks. */
async function measureLedger(): Promise<{ placement: number; cancel: number; deal: number }> {
  const ledger = new NetworkLedger(REGTEST, everythingIsSigned);
  const store = await filledStore(ledger);
  let height = FIRST_HEIGHT;
  let stored = 0;
  const best = { placement: Infinity, cancel: Infinity, deal: Infinity };

  async function block(transactions: readonly PreparedTransaction[]): Promise<number> {
    const state = store.overlay();
    const start = process.hrtime.bigint();
    const execution = ledger.begin(state, contextAt(height + 1), NOTHING_RECENT);
    for (const prepared of transactions) execution.execute(prepared);
    execution.end(execution.rewardTransaction());
    execution.state.merge();
    const elapsed = Number(process.hrtime.bigint() - start) / 1000;
    await store.commit(state, { height: ++stored });
    height++;
    return elapsed;
  }

  for (let round = 0; round < ROUNDS; round++) {
    const cancelled = placements(height);
    best.placement = Math.min(best.placement, (await block(cancelled)) / PLACEMENTS);
    best.cancel = Math.min(best.cancel, (await block(cancels(cancelled, height))) / PLACEMENTS);
    const dealt = placements(height);
    best.placement = Math.min(best.placement, (await block(dealt)) / PLACEMENTS);
    best.deal = Math.min(best.deal, (await block(settlements(dealt, height))) / (PLACEMENTS / 2));
  }
  await store.close();
  return best;
}

/** An order of a wide book: many prices on both sides, hardly two owners alike. */
function view(i: number, isBuy: boolean, price: bigint): OrderView {
  return {
    id: i.toString(16).padStart(64, '0'),
    assetSymbol: 'WICC',
    coinSymbol: 'WUSD',
    isBuy,
    isMarket: i % 10 === 9 && i >= FIRST_NEW,
    price,
    dexId: 0,
    openMode: OPEN_PUBLIC,
    sharedWith: [],
    owner: `${OWNER_HEIGHT}-${i % 50_021}`,
    position: { height: 1 + Math.floor(i / 1000), index: i % 1000 },
    remaining: AMOUNT + BigInt(i % 977) * 1_000n,
  };
}

/** The same number of new orders on top of a book, half of which cross. */
function arriving(batch: number): OrderView[] {
  return Array.from({ length: NEW_ORDERS }, (_, i) => {
    const isBuy = i % 4 < 2;
    const distance = BigInt((i * 6151 + batch) % 250_007) * 100n;
    const isCrossing = i % 2 === 0;
    const price = MIDDLE + (isBuy === isCrossing ? distance : -distance);
    return view(FIRST_NEW + batch * NEW_ORDERS + i, isBuy, price);
  });
}

/**
 * Microseconds for each new order, with so many open already: the best of some batches, as the others
 * met the garbage collector.
 */
function measureMatcher(open: number): number {
  const books = new OrderBooks();
  const resting = Array.from({ length: open }, (_, i) => {
    const distance = (1n + BigInt((i * 7919) % 250_007)) * 100n;
    return view(i, i % 2 === 0, i % 2 === 0 ? MIDDLE - distance : MIDDLE + distance);
  });
  books.take(resting);
  let best = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch++) {
    const orders = arriving(batch);
    const start = process.hrtime.bigint();
    const deals = books.take(orders);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1000 / NEW_ORDERS);
    if (deals.length < NEW_ORDERS / 4) throw new Error(`only ${deals.length} deals: the orders do not cross`);
  }
  return best;
}

export async function run(): Promise<BenchmarkResult> {
  const perSecond = (microseconds: number) => Math.round(1e6 / microseconds);
  const { placement, cancel, deal } = await measureLedger();
  measureMatcher(10_000); // The first runs compile.
  measureMatcher(10_000);
  const matcher = OPEN_ORDERS.map(open => [open, measureMatcher(open)] as const);
  const row = (what: string, microseconds: number) => ({
    what,
    'µs each': microseconds.toFixed(2),
    'per second': perSecond(microseconds),
  });
  return {
    rows: [
      row('placements', placement),
      row('cancellations', cancel),
      row(`deals settled, ${DEALS_PER_SETTLEMENT} in a transaction`, deal),
      ...matcher.map(([open, microseconds]) => row(`orders matched, ${open} open`, microseconds)),
    ],
    figures: {
      placementsPerSecond: perSecond(placement),
      cancelsPerSecond: perSecond(cancel),
      settlementsPerSecond: perSecond(deal),
      matcherPerSecond: Object.fromEntries(matcher.map(([open, us]) => [String(open), perSecond(us)])),
    },
  };
}
