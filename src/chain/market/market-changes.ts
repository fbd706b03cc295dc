import { once } from '../../codec/once.js';
import { regIdText } from '../../codec/regid.js';
import { encodeAddress } from '../../crypto/address.js';
import type { ExecutedTransaction } from '../../ledger/types.js';
import type { WrittenEntries } from '../../state/changes.js';
import type { Overlay, StateReader } from '../../state/state.js';
import type { AnyTable, Table } from '../../state/table.js';
import { ACCOUNTS, REGIDS } from '../../state/tables/accounts.js';
import { CDP_PARAMS, type CdpPair } from '../../state/tables/cdp-parameters.js';
import { CDP_TOTALS, CDPS, type Cdp } from '../../state/tables/cdps.js';
import {
  CLOSED_ORDERS,
  type ClosedOrder,
  ORDER_OUTCOME,
  TRADES,
  type Trade,
  type TradeKey,
} from '../../state/tables/dex-history.js';
import { ORDERS, type Order } from '../../state/tables/orders.js';
import { MEDIAN_PRICES } from '../../state/tables/prices.js';
import { ORDER_BUY, ORDER_MARKET } from '../../tx/enums.js';
import { RECEIPT } from '../../tx/receipt.js';
import { keyIdOfUid } from '../account-name.js';
import type { MarketEvent, OrderStatus, PositionEvent } from './market-event.js';
import { levelOf, type PairTerms, pairTerms, positionsBetween } from './position-levels.js';

/** The state before and after a block. */
interface Block {
  readonly before: StateReader;
  readonly after: Overlay;
  /** Its transactions. */
  readonly executed: readonly ExecutedPart[];
  readonly addressVersion: number;
}

/** What is read of a transaction. */
interface ExecutedPart extends Pick<ExecutedTransaction, 'receipts'> {
  readonly prepared: Pick<ExecutedTransaction['prepared'], 'txid'>;
}

/**
 * What a block did to orders, trades and debt positions: orders by id, trades in the order of the chain, positions by
 * id. One event for each order and position, as it is after the block.
 */
export function marketChanges(block: Block): MarketEvent[] {
  const written = new Map(block.after.written().map(entries => [entries.table, entries]));
  return [...orderEvents(block, written), ...tradeEvents(block, written), ...positionEvents(block, written)];
}

type Written = ReadonlyMap<AnyTable, WrittenEntries>;

/** What is told of a position. */
type PositionHoldings = Omit<Cdp, 'height'>;

/** The keys of a table that a block has written, in the order of the table. */
function writtenKeys<K, V>(written: Written, table: Table<K, V>): K[] {
  const entries = written.get(table as unknown as AnyTable);
  return entries === undefined ? [] : [...entries.values.keys()].sort().map(key => table.key.decode(key));
}

function* orderEvents({ before, after, addressVersion }: Block, written: Written): Generator<MarketEvent> {
  const ids = new Set([...writtenKeys(written, ORDERS), ...writtenKeys(written, CLOSED_ORDERS)]);
  for (const id of [...ids].sort()) {
    const found = orderAfter(after, before, id);
    if (found === undefined) continue;
    const { order, status } = found;
    yield {
      event: 'order',
      order_id: id,
      status,
      pair: `${order.assetSymbol}:${order.coinSymbol}`,
      side: sideOf(order.orderSide),
      order_type: order.orderType === ORDER_MARKET ? 'market' : 'limit',
      price: order.price,
      coin_amount: order.coinAmount,
      asset_amount: order.assetAmount,
      dealt_coin_amount: order.dealtCoinAmount,
      dealt_asset_amount: order.dealtAssetAmount,
      dex_id: order.dexId,
      ...ownerOf(after, order, addressVersion),
    };
  }
}

/** What became of an order in a block; undefined where it is as before. */
function orderAfter(
  after: StateReader,
  before: StateReader,
  id: string,
): { readonly order: Order; readonly status: OrderStatus } | undefined {
  const closed: ClosedOrder | undefined = after.get(CLOSED_ORDERS, id);
  if (closed !== undefined) {
    const { order, outcome } = closed;
    return { order, status: outcome === ORDER_OUTCOME.cancelled ? 'cancelled' : 'filled' };
  }
  const order = after.get(ORDERS, id);
  if (order === undefined) return undefined;
  const earlier = before.get(ORDERS, id);
  if (earlier === undefined) return { order, status: 'placed' };
  const isDealt =
    earlier.dealtAssetAmount !== order.dealtAssetAmount || earlier.dealtCoinAmount !== order.dealtCoinAmount;
  return isDealt ? { order, status: 'dealt' } : undefined;
}

function* tradeEvents({ after, before, addressVersion }: Block, written: Written): Generator<MarketEvent> {
  const trades: [TradeKey, Trade][] = [];
  for (const key of writtenKeys(written, TRADES)) {
    const trade = after.get(TRADES, key);
    if (trade !== undefined) trades.push([key, trade]);
  }
  trades.sort(([[, , , a, itemA]], [[, , , b, itemB]]) => a - b || itemA - itemB);
  const addressOf = (id: string): string => {
    const order = after.get(CLOSED_ORDERS, id)?.order ?? after.get(ORDERS, id) ?? before.get(ORDERS, id);
    return order === undefined ? '' : ownerOf(after, order, addressVersion).address;
  };
  for (const [[assetSymbol, coinSymbol], trade] of trades) {
    yield {
      event: 'trade',
      pair: `${assetSymbol}:${coinSymbol}`,
      price: trade.price,
      coin_amount: trade.coinAmount,
      asset_amount: trade.assetAmount,
      taker_side: sideOf(trade.takerSide),
      buy_order_id: trade.buyOrderId,
      sell_order_id: trade.sellOrderId,
      buyer: addressOf(trade.buyOrderId),
      seller: addressOf(trade.sellOrderId),
      txid: trade.txid,
    };
  }
}

function* positionEvents(block: Block, written: Written): Generator<MarketEvent> {
  const { before, after, addressVersion } = block;
  const terms = termsOfPairs(block);
  const ids = new Set(writtenKeys(written, CDPS));
  if (written.has(MEDIAN_PRICES as unknown as AnyTable) || written.has(CDP_PARAMS as unknown as AnyTable)) {
    for (const [[bcoinSymbol, scoinSymbol]] of after.iterate(CDP_TOTALS)) {
      const pair = { bcoinSymbol, scoinSymbol };
      const { old, now } = terms(pair);
      for (const id of positionsBetween(after, pair, old, now)) ids.add(id);
    }
  }
  const opened = once(() => openedPositions(block));
  for (const id of [...ids].sort()) {
    const [earlier, later] = [before.get(CDPS, id), after.get(CDPS, id)];
    // One that was opened and closed in the same block is in neither state.
    const cdp = later ?? earlier ?? opened().get(id);
    if (cdp === undefined) continue;
    const { old, now } = terms(cdp);
    const status = positionStatus(earlier, later);
    const previousLevel = earlier === undefined ? 'none' : levelOf(earlier, old);
    const level = levelOf(cdp, now);
    if (status === 'repriced' && level === previousLevel) continue;
    yield {
      event: 'position',
      cdp_id: id,
      status,
      pair: `${cdp.bcoinSymbol}:${cdp.scoinSymbol}`,
      collateral: cdp.staked,
      debt: cdp.owed,
      price: now.price,
      level,
      previous_level: previousLevel,
      ...ownerOf(after, cdp, addressVersion),
    };
  }
}

/** The positions that the transactions of a block have opened, as they were then, found in the receipts. */
function openedPositions({ after, executed }: Block): Map<string, PositionHoldings> {
  const found = new Map<string, PositionHoldings>();
  for (const { prepared, receipts } of executed) {
    for (const [index, pledged] of receipts.entries()) {
      if (pledged.type !== RECEIPT.CDP_PLEDGED_ASSET_FROM_OWNER) continue;
      // What is lent follows what was pledged for it.
      const minted = receipts[index + 1];
      const keyId = keyIdOfUid(after, pledged.from);
      const owner = keyId === undefined ? undefined : after.get(ACCOUNTS, keyId)?.regId;
      const id = pledged.objectId ?? prepared.txid;
      if (minted?.type !== RECEIPT.CDP_MINTED_SCOIN_TO_OWNER || owner === undefined || found.has(id))
        continue;
      found.set(id, {
        owner,
        bcoinSymbol: pledged.coinSymbol,
        scoinSymbol: minted.coinSymbol,
        staked: pledged.amount,
        owed: minted.amount,
      });
    }
  }
  return found;
}

function positionStatus(earlier: Cdp | undefined, later: Cdp | undefined): PositionEvent['status'] {
  if (later === undefined) return 'closed';
  if (earlier === undefined) return 'opened';
  const isSame = earlier.staked === later.staked && earlier.owed === later.owed;
  return isSame && earlier.height === later.height ? 'repriced' : 'changed';
}

/** The terms of each pair before and after a block, read once. */
function termsOfPairs({
  before,
  after,
}: Block): (pair: CdpPair) => { readonly old: PairTerms; readonly now: PairTerms } {
  const known = new Map<string, { readonly old: PairTerms; readonly now: PairTerms }>();
  return pair => {
    const name = `${pair.bcoinSymbol}:${pair.scoinSymbol}`;
    const terms = known.get(name) ?? { old: pairTerms(before, pair), now: pairTerms(after, pair) };
    known.set(name, terms);
    return terms;
  };
}

function sideOf(side: number): 'buy' | 'sell' {
  return side === ORDER_BUY ? 'buy' : 'sell';
}

function ownerOf(
  state: StateReader,
  { owner }: Pick<Order, 'owner'>,
  addressVersion: number,
): { readonly owner: string; readonly address: string } {
  const keyId = state.get(REGIDS, owner);
  return {
    owner: regIdText(owner),
    address: keyId === undefined ? '' : encodeAddress(addressVersion, keyId),
  };
}
