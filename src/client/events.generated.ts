// Written by `npm run docs` from the kinds in src/rpc/events/event-kinds.ts. Do not edit.
import type { Integer } from './methods.generated.js';

/** A block is the newest one. */
export interface BlockEvent {
  event: 'block';
  /** With it a subscription goes on behind this event. */
  cursor: string;
  height: number;
  hash: string;
  previous_hash: string;
  /** seconds since 1970 */
  time: number;
  /** regid */
  producer: string;
  /** bytes */
  size: number;
  tx_count: number;
}

/** A transaction is in a block. */
export interface TransactionEvent {
  event: 'transaction';
  /** With it a subscription goes on behind this event. */
  cursor: string;
  height: number;
  /** place in the block */
  index: number;
  txid: string;
  /** such as UCOIN_TRANSFER_TX */
  tx_type: string;
  /** of the accounts that take part */
  addresses: string[];
  /** regids of the contracts that it called */
  contracts: string[];
}

/** Coins moved: a receipt of a transaction, or of the block itself. */
export interface ReceiptEvent {
  event: 'receipt';
  /** With it a subscription goes on behind this event. */
  cursor: string;
  height: number;
  /** empty for a receipt of the block itself */
  txid: string;
  receipt_type: number;
  receipt_type_name: string;
  /** 0 to 11 */
  op_type: number;
  /** such as ADD_FREE */
  op_type_name: string;
  /** empty where coins come from nobody */
  from_addr: string;
  /** empty where coins go to nobody */
  to_addr: string;
  coin_symbol: string;
  /** in sawi */
  coin_amount: Integer;
  /** of what a contract has made: an order, a debt position, outputs */
  object_id?: string;
}

/** A block has changed an order of the exchange: one event, with the order as it is after the block. */
export interface OrderEvent {
  event: 'order';
  /** With it a subscription goes on behind this event. */
  cursor: string;
  order_id: string;
  /** dealt: in part */
  status: 'placed' | 'dealt' | 'filled' | 'cancelled';
  pair: string;
  side: 'buy' | 'sell';
  order_type: 'limit' | 'market';
  /** coins for an asset times 10^8; 0 of a market order */
  price: Integer;
  /** in sawi */
  coin_amount: Integer;
  /** in sawi */
  asset_amount: Integer;
  /** in sawi */
  dealt_coin_amount: Integer;
  /** in sawi */
  dealt_asset_amount: Integer;
  /** of the operator */
  dex_id: number;
  /** regid */
  owner: string;
  /** of the owner */
  address: string;
}

/** Two orders were dealt with each other. */
export interface TradeEvent {
  event: 'trade';
  /** With it a subscription goes on behind this event. */
  cursor: string;
  pair: string;
  /** coins for an asset times 10^8 */
  price: Integer;
  /** in sawi */
  coin_amount: Integer;
  /** in sawi */
  asset_amount: Integer;
  /** of the order that met a resting one */
  taker_side: 'buy' | 'sell';
  buy_order_id: string;
  sell_order_id: string;
  /** address */
  buyer: string;
  /** address */
  seller: string;
  /** of the settlement */
  txid: string;
}

/** A debt position was changed, or has come nearer to its liquidation or away from it by a price or a parameter. */
export interface PositionEvent {
  event: 'position';
  /** With it a subscription goes on behind this event. */
  cursor: string;
  cdp_id: string;
  /** repriced: only a price or a parameter has changed; closed with previous_level none: opened and closed in this block, with what it had at first */
  status: 'opened' | 'changed' | 'closed' | 'repriced';
  pair: string;
  /** in sawi */
  collateral: Integer;
  /** in sawi */
  debt: Integer;
  /** of the collateral times 10^8; 0 where there is none */
  price: Integer;
  /** forced: the system liquidates it; liquidatable: any account may; near: its ratio is at most 1.25 times that at which that begins */
  level: 'unpriced' | 'safe' | 'near' | 'liquidatable' | 'forced';
  /** before the block; none where it was not there */
  previous_level: 'unpriced' | 'safe' | 'near' | 'liquidatable' | 'forced' | 'none';
  /** regid */
  owner: string;
  /** of the owner */
  address: string;
}

/** A block was taken back, with all events of it; the newest first. Every subscription has these. */
export interface ReorganizationEvent {
  event: 'reorganization';
  /** With it a subscription goes on behind this event. */
  cursor: string;
  /** of the block that is gone */
  height: number;
  /** of it */
  hash: string;
}

/** A transaction begins to wait for a block, or has left the pool without getting into one. */
export interface PoolEvent {
  event: 'pool';
  txid: string;
  /** returned: its block was taken back */
  change: 'arrived' | 'returned' | 'removed';
  tx_type: string;
  /** of the sender; empty where it has none */
  address: string;
  /** why it was removed */
  reason?: string;
}

/** Any event. */
export type NodeEvent =
  | BlockEvent
  | TransactionEvent
  | ReceiptEvent
  | OrderEvent
  | TradeEvent
  | PositionEvent
  | ReorganizationEvent
  | PoolEvent;

/** What a subscriber asks for: a kind, and conditions that all have to hold. */
export type EventFilter =
  | {
      readonly event: 'block';
    }
  | {
      readonly event: 'transaction';
      /** address, regid, key id or public key of an account that takes part in any way: it has signed, is named, or its coins moved */
      readonly address?: string;
      /** regid of a contract that it called, itself or through others */
      readonly contract?: string;
    }
  | {
      readonly event: 'receipt';
      /** address, regid, key id or public key from or to which coins moved */
      readonly address?: string;
    }
  | {
      readonly event: 'order';
      /** such as WICC:WUSD */
      readonly pair?: string;
      /** address, regid, key id or public key of the owner */
      readonly address?: string;
    }
  | {
      readonly event: 'trade';
      /** such as WICC:WUSD */
      readonly pair?: string;
      /** address, regid, key id or public key of the buyer or the seller */
      readonly address?: string;
    }
  | {
      readonly event: 'position';
      /** collateral and debt, such as WICC:WUSD */
      readonly pair?: string;
      /** address, regid, key id or public key of the owner */
      readonly address?: string;
      /** how near it is to its liquidation now */
      readonly level?: 'unpriced' | 'safe' | 'near' | 'liquidatable' | 'forced';
    }
  | {
      readonly event: 'reorganization';
    }
  | {
      readonly event: 'pool';
      /** address, regid, key id or public key of the sender */
      readonly address?: string;
    };
