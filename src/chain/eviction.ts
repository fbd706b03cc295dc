import type { PreparedTransaction } from '../tx/envelope.js';
import { REJECT, TransactionRejected } from '../tx/reject.js';
import { feeRateOf, type MempoolEntry } from './mempool-entry.js';
import { afterEviction, exceeds, exceedsSpace, type MempoolLimits } from './mempool-limits.js';
import type { WaitingTransactions } from './waiting-transactions.js';

/**
 * Requires that a transaction would stay in the pool: a full one does not execute what it would evict at once.
 * @throws TransactionRejected
 */
export function requireCompetitiveFee(
  prepared: PreparedTransaction,
  waiting: WaitingTransactions,
  limits: MempoolLimits,
): void {
  const { transactions, bytes, ...rest } = waiting.load;
  const load = { transactions: transactions + 1, bytes: bytes + prepared.raw.length, ...rest };
  if (!exceedsSpace(load, limits)) return;
  const best = feeRateOf(prepared, 0n);
  for (const { feeRate } of waiting.unsorted()) if (feeRate < best) return;
  throw poolIsFull();
}

/**
 * Evicts the entries with the lowest fee rates, among equal ones the latest, until there is room; the newcomer
 * may be among them, and nothing goes that offers more than it.
 * @param evict - removes an entry from those that wait
 */
export function evictFor(
  newcomer: MempoolEntry,
  waiting: WaitingTransactions,
  limits: MempoolLimits,
  evict: (entry: MempoolEntry) => void,
): void {
  const target = afterEviction(limits);
  const worstFirst = [...waiting.unsorted()].sort((a, b) => a.feeRate - b.feeRate || b.arrival - a.arrival);
  for (const entry of worstFirst) {
    const { load } = waiting;
    // What takes no fuel and no work need not go for those of others.
    if (takesNothing(entry) && !exceedsSpace(load, target)) continue;
    if (!exceeds(load, target) || (entry !== newcomer && entry.feeRate > newcomer.feeRate)) break;
    evict(entry);
  }
}

function takesNothing({ fuel, work }: MempoolEntry): boolean {
  return fuel === 0n && work.own === 0 && work.code.size === 0;
}

/** The answer to a transaction that a full pool has no room for. */
export function poolIsFull(): TransactionRejected {
  return new TransactionRejected(
    REJECT.REJECT_INSUFFICIENTFEE,
    'the memory pool is full and the fee is among its lowest; offer a higher fee or wait for a block',
  );
}
