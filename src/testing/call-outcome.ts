import type { Json } from '../codec/json-value.js';
import type { ReceiptTypeName } from '../tx/receipt.js';

/** Units of work that a call has burned. */
export interface Fuel {
  readonly total: bigint;
  /**
   * Of Lua contracts: `step`, `op`, `store`, `account`, `func`, `memory`, less `refund`; `memoryBytes`
   * beside them is what `memory` was computed from (spec 03 §7). Of actions: `bytes` of the transaction
   * and of actions of the system, `receiver`, `native` of actions of native contracts, `store`, and `step`
   * beyond the steps that are free (spec 04 §5.6, decision D11).
   */
  readonly kinds: Readonly<Record<string, number>>;
}

/** What a call has cost, in sawi of the fee's coin. */
export interface CallFee {
  /** What the sender has paid. */
  readonly paid: bigint;
  /** The part that is burned as fuel; the rest is the producer's. */
  readonly burned: bigint;
  /** The smallest fee with which the same call would have succeeded. */
  readonly needed: bigint;
  readonly symbol: string;
}

/** A movement of coins (spec 01 §18.3). */
export interface DevReceipt {
  readonly type: ReceiptTypeName;
  /** Addresses; empty if there is none. */
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  /** In sawi. */
  readonly amount: bigint;
}

/** What a transaction did. */
export interface TransactionOutcome {
  /** 64 hex digits. */
  readonly txid: string;
  /** Height of its block. */
  readonly height: number;
  /** Position in its block. */
  readonly index: number;
  readonly fee: CallFee;
  readonly receipts: readonly DevReceipt[];
}

/** A function of `mylib` that has done nothing for a Lua contract, which only sees that it has no result. */
export interface RefusedCall {
  /** The line that called it, from 1. */
  readonly line: number;
  /** Such as `mylib.WriteData`. */
  readonly function: string;
  /** What was wrong with which value, and what would be right. */
  readonly reason: string;
  /** Whether the contract does not look at the result: it went on as if all were well. */
  readonly isIgnored: boolean;
}

/** What the call of a contract did. */
export interface CallOutcome extends TransactionOutcome {
  readonly fuel: Fuel;
  /** What the contract has logged or printed, line by line. */
  readonly logs: readonly string[];
  /** Functions of `mylib` that have done nothing, in order; empty for actions. */
  readonly refusals: readonly RefusedCall[];
  /** The call tree of actions (spec 04 §7); undefined for Lua contracts that call no actions. */
  readonly trace: Json | undefined;
}

/** What a call would have done; nothing of it stays. */
export type ViewOutcome = Omit<CallOutcome, 'txid' | 'height' | 'index'>;
