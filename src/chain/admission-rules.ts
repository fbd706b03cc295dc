import type { PreparedTransaction } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';

const STANDARD_VERSION = 1;

/** Types that only a producer makes are never taken from outside a block (spec 07 §16, step 2). */
export function requireRelayable({ tx }: PreparedTransaction): void {
  if (definitionOf(tx.type).system) reject(REJECT.REJECT_INVALID, 'tx-coinbase-to-mempool');
}

/** A transaction that fits into no block of this node would never be confirmed. */
export function requireBlockSpace({ raw }: PreparedTransaction, largest: number): void {
  if (raw.length <= largest) return;
  reject(
    REJECT.REJECT_NONSTANDARD,
    `tx-size: ${raw.length} bytes, and a block of this node has room for ${largest}`,
  );
}

/** The form that transactions must have on networks that ask for it (spec 07 §16, step 3). */
export function requireStandard({ tx, raw }: PreparedTransaction): void {
  if (tx.version !== STANDARD_VERSION) reject(REJECT.REJECT_NONSTANDARD, 'version');
  if (raw.length >= definitionOf(tx.type).standardSize) reject(REJECT.REJECT_NONSTANDARD, 'tx-size');
}
