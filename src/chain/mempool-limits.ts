import { BLOCK_WORK } from '../../vm/work.js';
import { PROTOCOL } from '../config/network.js';
import { largestTransaction } from './block-space.js';

/** Limits of the memory pool (spec 07 §16). */
export interface MempoolLimits {
  /** Transactions in all. */
  readonly transactions: number;
  /** Bytes of all transactions, encoded. */
  readonly bytes: number;
  /** Bytes of one transaction: what is larger would never fit into a block of this node. */
  readonly transactionBytes: number;
  /**
   * Fuel that all transactions burned when they were last executed: all are executed again with
   * every block.
   */
  readonly fuel: bigint;
  /** Work of all transactions when they were last executed (`vm/work.ts`). */
  readonly work: number;
  /**
   * Transactions of one sender, while the pool is more than half full. Below that anyone may send
   * thousands at once; above it, what is left is shared by all senders.
   */
  readonly perSender: number;
}

export const DEFAULT_MEMPOOL_LIMITS: MempoolLimits = {
  transactions: 20_000,
  bytes: 64 * 1024 * 1024,
  transactionBytes: largestTransaction(PROTOCOL.defaultBlockSize),
  fuel: 2n * PROTOCOL.maxBlockFuel,
  work: 2 * BLOCK_WORK,
  perSender: 100,
};

/** What the pool holds at the moment. */
export interface MempoolLoad {
  readonly transactions: number;
  readonly bytes: number;
  readonly fuel: bigint;
  readonly work: number;
}

/** Whether the cap of a sender applies. */
export function isCrowded(load: MempoolLoad, limits: MempoolLimits): boolean {
  return load.transactions * 2 > limits.transactions || load.bytes * 2 > limits.bytes;
}

/** Whether there is more than may wait, or what waits burns more fuel or takes more work than the pool may execute. */
export function exceeds(load: MempoolLoad, limits: MempoolLimits): boolean {
  return exceedsSpace(load, limits) || load.fuel > limits.fuel || load.work > limits.work;
}

/** Whether there is more than may wait, whatever fuel and work that takes. */
export function exceedsSpace(load: MempoolLoad, limits: MempoolLimits): boolean {
  return load.transactions > limits.transactions || load.bytes > limits.bytes;
}

/**
 * Evicting makes a twentieth of the pool free at a time: what is left has to be executed again, so
 * it must not happen for every single transaction.
 */
export function afterEviction(limits: MempoolLimits): MempoolLimits {
  const { transactions, bytes, fuel, work } = limits;
  return {
    ...limits,
    transactions: Math.floor(transactions * 0.95),
    bytes: Math.floor(bytes * 0.95),
    fuel: (fuel * 95n) / 100n,
    work: Math.floor(work * 0.95),
  };
}
