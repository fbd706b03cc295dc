import { feeOf, type PreparedTransaction } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';

/** Fees in sawi below which a transaction counts as free. */
const FREE_BELOW = 1000n;
/** What was let through counts less by this part every second: after ten minutes by about two thirds. */
const DECAY_PER_SECOND = 1 / 600;
/** The limit is that of a minute, what is counted is about that of ten. */
const MINUTES = 10;

/** Bounds how much is taken in of transactions with hardly a fee (spec 07 §16, step 5). */
export class FreeRelayLimiter {
  readonly #limit: number;
  #bytes = 0;
  #time = 0;

  /** @param kilobytesPerMinute - of 1000 bytes (option limitfreerelay) */
  constructor(kilobytesPerMinute: number) {
    this.#limit = kilobytesPerMinute * MINUTES * 1000;
  }

  /**
   * Counts a transaction that is about to be taken in.
   * @param now - seconds since 1970
   * @throws TransactionRejected `insufficient priority`
   */
  pass({ tx, raw }: PreparedTransaction, now: number): void {
    if (feeOf(tx) >= FREE_BELOW) return;
    this.#bytes *= (1 - DECAY_PER_SECOND) ** Math.max(now - this.#time, 0);
    this.#time = now;
    if (this.#bytes >= this.#limit) reject(REJECT.REJECT_INSUFFICIENTFEE, 'insufficient priority');
    this.#bytes += raw.length;
  }
}
