import type { MempoolEntry } from './mempool-entry.js';

/**
 * The order in which waiting transactions are tried for a block (spec 07 §16): by fee rate, the
 * highest first, equal ones in the order of arrival. Transactions of one sender keep their order of
 * arrival, as the later may need the earlier: so each ranks no higher than those of its sender
 * before it.
 *
 * @param entries - in the order of arrival
 */
export function inPackingOrder(entries: readonly MempoolEntry[]): readonly MempoolEntry[] {
  const lowestBySender = new Map<string, number>();
  const ranked = entries.map(entry => {
    const rank = Math.min(entry.feeRate, lowestBySender.get(entry.sender) ?? Number.POSITIVE_INFINITY);
    lowestBySender.set(entry.sender, rank);
    return { entry, rank };
  });
  // Sorting is stable: equal ranks stay in the order of arrival.
  return ranked.sort((a, b) => b.rank - a.rank).map(({ entry }) => entry);
}
