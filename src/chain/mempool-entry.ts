import type { TransactionWork } from '../../vm/block-work.js';
import type { ExecutedTransaction } from '../ledger/types.js';
import { type PreparedTransaction, totalFeeOf } from '../tx/envelope.js';
import { definitionOf } from '../tx/transactions.js';

/** A pending transaction. */
export interface MempoolEntry {
  readonly prepared: PreparedTransaction;
  /** Ascending in the order of arrival. */
  readonly arrival: number;
  /** When it arrived, seconds since 1970. */
  readonly time: number;
  /** Height of the newest block when it arrived. */
  readonly height: number;
  /** The account that sent it, under one name (see `accountName`). */
  readonly sender: string;
  /** What it takes of the pool's memory: the encoded transaction. */
  readonly bytes: number;
  /** Fuel that its last execution on the pending state burned. */
  readonly fuel: bigint;
  /** What it adds to the work of a block, as of its last execution. */
  readonly work: TransactionWork;
  /** What is left of the fee after fuel, in sawi for a thousand bytes (spec 07 §16). */
  readonly feeRate: number;
}

/** The byte of the type, which the reference leaves out where it measures a waiting transaction. */
const TYPE_BYTES = 1;

/** Size by which waiting transactions are ranked, in bytes. */
export function rankingSize({ raw }: PreparedTransaction): number {
  return raw.length - TYPE_BYTES;
}

/** Fee rate of spec 07 §16: (fee - fuel fee) / size x 1000, IEEE double. */
export function feeRateOf(prepared: PreparedTransaction, fuelFee: bigint): number {
  return (Number(totalFeeOf(prepared.tx) - fuelFee) / rankingSize(prepared)) * 1000;
}

/** The entry after it was executed on the pending state. */
export function executedEntry(
  entry: MempoolEntry,
  { fuel, work, fuelFee }: Pick<ExecutedTransaction, 'fuel' | 'work' | 'fuelFee'>,
): MempoolEntry {
  return { ...entry, fuel, work, feeRate: feeRateOf(entry.prepared, fuelFee) };
}

/** Whether it goes into a block before the median prices are computed, as what feeds them does. */
export function isBeforeMedian({ tx }: PreparedTransaction): boolean {
  return definitionOf(tx.type).placement === 'before-median';
}

/** `priority` in getrawmempool: price feeds have 20000, others 1000/size (spec 07 §16). */
export function priorityOf({ prepared }: MempoolEntry): number {
  return isBeforeMedian(prepared) ? 20_000 : 1000 / rankingSize(prepared);
}
