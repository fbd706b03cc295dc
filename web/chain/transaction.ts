import type { Json } from '../../src/client/methods.generated.js';

/** A transaction as gettxdetail shows it: what all have, and the members of its type. */
export interface ShownTransaction {
  readonly txid: string;
  readonly tx_type: string;
  readonly tx_uid?: string;
  readonly from_addr?: string;
  readonly fee_symbol?: string;
  readonly fees?: number | bigint;
  readonly confirmed_height?: number;
  readonly confirmed_time?: number;
  readonly block_hash?: string;
  readonly tx_cord?: string;
  readonly receipts?: readonly ShownReceipt[];
  readonly rawtx?: string;
  readonly memo?: string;
  readonly tx_trace?: ShownTrace;
  readonly [member: string]: unknown;
}

export interface ShownReceipt {
  readonly receipt_type: number;
  readonly receipt_type_name: string;
  readonly op_type_name: string;
  readonly from_addr: string;
  readonly to_addr: string;
  readonly coin_symbol: string;
  readonly coin_amount: number | bigint;
  readonly object_id?: string;
}

/** The trace of a transaction: its actions, each with those that it caused. */
export interface ShownTrace {
  readonly burned_fuel?: number;
  readonly fuel_rate?: number;
  readonly traces?: readonly ActionTrace[];
}

export interface ActionTrace {
  readonly receiver: string;
  readonly trx: { readonly contract: string; readonly action: string; readonly data: Json };
  readonly console?: string;
  readonly object_id?: string;
  readonly inline_traces?: readonly ActionTrace[];
}

/** A member that is a text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A member that is an integer; 0 where it is none. */
export function integerOf(value: unknown): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : 0;
}

/** A member that is an array of objects; empty where it is none. */
export function objectsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(element => typeof element === 'object' && element !== null) : [];
}
