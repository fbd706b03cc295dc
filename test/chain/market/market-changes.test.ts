import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { marketChanges } from '../../../src/chain/market/market-changes.js';
import type { MarketEvent, OrderEvent, PositionEvent } from '../../../src/chain/market/market-event.js';
import { decodeMarketEvents, encodeMarketEvents } from '../../../src/chain/market/market-event.js';
import { levelOf, pairTerms } from '../../../src/chain/market/position-levels.js';
import { keyIdUid, NULL_UID } from '../../../src/codec/uid.js';
import { CDP_PARAMETERS } from '../../../src/config/system-parameters.js';
import type { Overlay, StateReader } from '../../../src/state/state.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../../src/state/tables/accounts.js';
import { CDP_PARAMS } from '../../../src/state/tables/cdp-parameters.js';
import { CDPS, type Cdp } from '../../../src/state/tables/cdps.js';
import { closeOrder, ORDER_OUTCOME, recordTrade } from '../../../src/state/tables/dex-history.js';
import { ORDERS, type Order, putOrder } from '../../../src/state/tables/orders.js';
import { MEDIAN_PRICES } from '../../../src/state/tables/prices.js';
import { ORDER_BUY, ORDER_LIMIT } from '../../../src/tx/enums.js';
import { RECEIPT, type Receipt } from '../../../src/tx/receipt.js';
import { addPosition, changePosition, closePosition } from '../../../vm/native/cdp/positions.js';
import { scaled } from '../../support/random/scale.js';
import { SeededRandom } from '../../support/random/seeded-random.js';
import { memoryState } from '../../support/stores/memory-state.js';

const PAIR = { bcoinSymbol: 'WICC', scoinSymbol: 'WUSD' };
const POSITIONS = 60;
const BLOCKS = scaled(40, 2000);

function idOf(number: number): string {
  return number.toString(16).padStart(64, '0');
}

function positionsOf(state: StateReader): Map<string, Cdp> {
  return new Map(state.iterate(CDPS));
}

/** What events must say of positions, found out by looking at all of them. */
function expectedPositions(before: StateReader, after: StateReader): string[] {
  const [old, now] = [pairTerms(before, PAIR), pairTerms(after, PAIR)];
  const [earlier, later] = [positionsOf(before), positionsOf(after)];
  const told: string[] = [];
  for (const id of [...new Set([...earlier.keys(), ...later.keys()])].sort()) {
    const [was, is] = [earlier.get(id), later.get(id)];
    const previous = was === undefined ? 'none' : levelOf(was, old);
    const level = levelOf((is ?? was)!, now);
    const isChanged = was?.staked !== is?.staked || was?.owed !== is?.owed || was?.height !== is?.height;
    if (isChanged || previous !== level) told.push(`${id} ${previous} ${level}`);
  }
  return told;
}

function positionsIn(events: readonly MarketEvent[]): string[] {
  return events
    .filter((event): event is PositionEvent => event.event === 'position')
    .map(({ cdp_id, previous_level, level }) => `${cdp_id} ${previous_level} ${level}`);
}

/** Changes positions, the price and parameters at random. */
function change(state: Overlay, random: SeededRandom, height: number): void {
  for (let n = random.integer(0, 3); n > 0; n--) {
    const number = random.integer(1, POSITIONS);
    const id = idOf(number);
    const cdp: Cdp = {
      owner: { height: 1, index: number },
      height,
      ...PAIR,
      staked: BigInt(random.integer(1, 2 ** 30)) * 1000n,
      owed: BigInt(random.integer(1, 2 ** 30)) * 100n,
    };
    const known = state.get(CDPS, id);
    if (known === undefined) addPosition(state, id, cdp);
    else if (random.integer(0, 2) === 0) closePosition(state, id, known, 'redeem', idOf(height));
    else changePosition(state, id, known, cdp);
  }
  if (random.integer(0, 1) === 0) {
    const price = BigInt(random.integer(0, 9) === 0 ? 0 : random.integer(1, 2 ** 26));
    state.put(MEDIAN_PRICES, undefined, [
      { baseSymbol: 'WICC', quoteSymbol: 'USD', price, lastFeedHeight: height },
    ]);
  }
  if (random.integer(0, 5) === 0) {
    const { code } = CDP_PARAMETERS.CDP_START_LIQUIDATE_RATIO;
    state.put(CDP_PARAMS, ['WICC', 'WUSD', code], BigInt(random.integer(10_500, 30_000)));
  }
}

test('what is told of debt positions is what a look at all of them before and after each block finds', async () => {
  const random = new SeededRandom();
  const state = memoryState();
  let told = 0;
  for (let height = 0; height < BLOCKS; height++) {
    const [before, after] = [state.overlay(), state.overlay()];
    change(after, random, height);
    const events = positionsIn(marketChanges({ before, after, executed: [], addressVersion: 0 }));
    assert.equal(events, expectedPositions(before, after), `SEED=${random.seed}`);
    told += events.length;
    await state.commit(after, { height });
  }
  assert.ok(told > BLOCKS);
});

test('a position that was opened and closed in the same block is told of once, with what it had at first', async () => {
  const state = memoryState();
  const owner = { height: 1, index: 7 };
  const first = state.overlay();
  first.put(REGIDS, owner, OWNER_KEY_ID);
  first.put(ACCOUNTS, OWNER_KEY_ID, { ...newAccount(OWNER_KEY_ID), regId: owner });
  await state.commit(first, { height: 1 });
  const after = state.overlay();
  const [typed, ofAction] = [idOf(1), idOf(2)];
  for (const id of [typed, ofAction]) {
    const cdp: Cdp = { owner, height: 2, ...PAIR, staked: 1000n, owed: 10n };
    addPosition(after, id, cdp);
    closePosition(after, id, cdp, 'redeem', idOf(9));
  }
  const receipts = (objectId?: string): Receipt[] => {
    const about = { from: keyIdUid(OWNER_KEY_ID), to: NULL_UID, ...(objectId !== undefined && { objectId }) };
    return [
      {
        ...about,
        type: RECEIPT.CDP_PLEDGED_ASSET_FROM_OWNER,
        operation: 'PLEDGE',
        coinSymbol: 'WICC',
        amount: 1000n,
      },
      {
        ...about,
        type: RECEIPT.CDP_MINTED_SCOIN_TO_OWNER,
        operation: 'ADD_FREE',
        coinSymbol: 'WUSD',
        amount: 10n,
      },
    ];
  };
  const executed = [
    { prepared: { txid: typed }, receipts: receipts() },
    { prepared: { txid: idOf(3) }, receipts: receipts(ofAction) },
  ];
  const events = marketChanges({ before: state.overlay(), after, executed, addressVersion: 0 });
  assert.equal(
    events.map(event => (event as PositionEvent).cdp_id),
    [typed, ofAction],
  );
  for (const { status, previous_level, collateral, debt, owner: named } of events as PositionEvent[]) {
    assert.equal([status, previous_level, collateral, debt, named], ['closed', 'none', 1000n, 10n, '1-7']);
  }
});

const OWNER_KEY_ID = 'aa'.repeat(20);

function order(status: Partial<Order> = {}): Order {
  return {
    generatedBy: 1,
    orderType: ORDER_LIMIT,
    orderSide: ORDER_BUY,
    coinSymbol: 'WUSD',
    assetSymbol: 'WICC',
    coinAmount: 50n,
    assetAmount: 100n,
    price: 50_000_000n,
    dexId: 0,
    operatorParameters: undefined,
    position: { height: 1, index: 1 },
    owner: { height: 1, index: 1 },
    dealtCoinAmount: 0n,
    dealtAssetAmount: 0n,
    sourceType: 'user',
    sourceId: idOf(1),
    ...status,
  };
}

test('of each order that a block has changed one event tells what it is after the block; trades come in the order of the chain', async () => {
  const state = memoryState();
  const first = state.overlay();
  for (const number of [1, 2, 3]) putOrder(first, idOf(number), order());
  const placed = marketChanges({ before: state.overlay(), after: first, executed: [], addressVersion: 0 });
  await state.commit(first, { height: 0 });
  const second = state.overlay();
  const closing = { closedAt: { height: 2, index: 1 }, closedBy: idOf(9) };
  putOrder(second, idOf(1), order({ dealtAssetAmount: 10n, dealtCoinAmount: 5n }));
  closeOrder(second, idOf(2), { order: order(), outcome: ORDER_OUTCOME.cancelled, ...closing });
  putOrder(second, idOf(3), order());
  putOrder(second, idOf(4), order());
  closeOrder(second, idOf(4), { order: order(), outcome: ORDER_OUTCOME.filled, ...closing });
  const trade = {
    buyOrderId: idOf(1),
    sellOrderId: idOf(4),
    takerSide: 1,
    price: 50_000_000n,
    coinAmount: 5n,
    assetAmount: 10n,
    buyerFriction: 0n,
    sellerFriction: 0n,
    buyerFee: 0n,
    sellerFee: 0n,
    time: 1,
    txid: idOf(9),
  };
  recordTrade(second, ['WICC', 'WUSD', 2, 2, 0], { ...trade, coinAmount: 2n });
  recordTrade(second, ['WICC', 'WUSD', 2, 1, 1], { ...trade, coinAmount: 1n });
  recordTrade(second, ['WGRT', 'WUSD', 2, 1, 0], trade);
  const events = marketChanges({ before: state.overlay(), after: second, executed: [], addressVersion: 0 });
  const orders = (all: readonly MarketEvent[]) =>
    all
      .filter((event): event is OrderEvent => event.event === 'order')
      .map(({ order_id, status }) => [order_id, status]);
  assert.equal(
    orders(placed),
    [1, 2, 3].map(number => [idOf(number), 'placed']),
  );
  assert.equal(orders(events), [
    [idOf(1), 'dealt'],
    [idOf(2), 'cancelled'],
    [idOf(4), 'filled'],
  ]);
  assert.equal(
    events.filter(({ event }) => event === 'trade').map(({ pair, coin_amount }) => [pair, coin_amount]),
    [
      ['WGRT:WUSD', 5n],
      ['WICC:WUSD', 1n],
      ['WICC:WUSD', 2n],
    ],
  );
  assert.is(second.get(ORDERS, idOf(4)), undefined);
  assert.equal(
    encodeMarketEvents(decodeMarketEvents(encodeMarketEvents(events))),
    encodeMarketEvents(events),
  );
});

test.run();
