import { parseJson, stringifyJson } from '../../codec/json.js';
import type { JsonObject } from '../../codec/json-value.js';

/** Whether an order was added, dealt in part, or is closed by the end of a block. */
export type OrderStatus = 'placed' | 'dealt' | 'filled' | 'cancelled';
/** What a block did to a debt position; `repriced`: nothing but the price or a parameter has changed. */
export type PositionStatus = 'opened' | 'changed' | 'closed' | 'repriced';
/** How near a debt position is to its liquidation, the safest first (see position-levels.ts). */
export const POSITION_LEVELS = ['unpriced', 'safe', 'near', 'liquidatable', 'forced'] as const;
export type PositionLevel = (typeof POSITION_LEVELS)[number];

/** An account in an event. */
interface Owner {
  readonly owner: string;
  readonly address: string;
}

export interface OrderEvent extends JsonObject, Owner {
  readonly event: 'order';
  readonly order_id: string;
  readonly status: OrderStatus;
  readonly pair: string;
  readonly side: 'buy' | 'sell';
  readonly order_type: 'limit' | 'market';
  readonly price: bigint;
  readonly coin_amount: bigint;
  readonly asset_amount: bigint;
  readonly dealt_coin_amount: bigint;
  readonly dealt_asset_amount: bigint;
  readonly dex_id: number;
}

export interface TradeEvent extends JsonObject {
  readonly event: 'trade';
  readonly pair: string;
  readonly price: bigint;
  readonly coin_amount: bigint;
  readonly asset_amount: bigint;
  readonly taker_side: 'buy' | 'sell';
  readonly buy_order_id: string;
  readonly sell_order_id: string;
  readonly buyer: string;
  readonly seller: string;
  readonly txid: string;
}

export interface PositionEvent extends JsonObject, Owner {
  readonly event: 'position';
  readonly cdp_id: string;
  readonly status: PositionStatus;
  readonly pair: string;
  readonly collateral: bigint;
  readonly debt: bigint;
  readonly price: bigint;
  readonly level: PositionLevel;
  readonly previous_level: PositionLevel | 'none';
}

/** What a block did to the exchange and to debt positions, which cannot be found out of the block alone. */
export type MarketEvent = OrderEvent | TradeEvent | PositionEvent;

/** How the events of a block are stored: JSON, in their order. */
export function encodeMarketEvents(events: readonly MarketEvent[]): Buffer {
  return Buffer.from(stringifyJson(events), 'utf8');
}

export function decodeMarketEvents(bytes: Buffer): readonly MarketEvent[] {
  return parseJson(bytes.toString('utf8')) as unknown as readonly MarketEvent[];
}
