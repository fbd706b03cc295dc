import type { Mempool } from '../chain/mempool.js';
import { required } from '../codec/required.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { Submission } from './consensus.js';

/**
 * Transactions admitted at a time: enough for the verification thread, few enough to let other work
 * proceed.
 */
const BATCH_SIZE = 256;
/** Batches in progress: while one is admitted here, the other thread verifies the next. */
const MAX_BATCHES = 2;

interface Arrival {
  readonly prepared: PreparedTransaction;
  readonly resolve: (outcome: Promise<Submission>) => void;
  readonly reject: (error: Error) => void;
}

/** What the queue tells. */
export interface AdmissionEvents {
  /**
   * A transaction was admitted to the memory pool; called before anything else happens.
   * @returns what its caller waits for
   */
  admitted(txid: string): Promise<Submission>;
  /** A batch is finished. */
  batchAdmitted(): void;
}

/**
 * Gathers transactions that arrive at about the same time, so that their signatures are verified
 * together, and takes them into the pool in the order of their arrival.
 */
export class AdmissionQueue {
  readonly #mempool: Mempool;
  readonly #events: AdmissionEvents;
  #arrivals: Arrival[] = [];
  /** Whether the next batch is being gathered. */
  #gathering = false;
  #batches = 0;
  /** The newest batch in progress; it never rejects. */
  #newest: Promise<void> = Promise.resolve();

  constructor(mempool: Mempool, events: AdmissionEvents) {
    this.#mempool = mempool;
    this.#events = events;
  }

  /** Admits a transaction to the pool, then waits for its outcome. @throws TransactionRejected */
  admit(prepared: PreparedTransaction): Promise<Submission> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ prepared, resolve, reject });
      this.#gather();
    });
  }

  /** Resolves when nothing waits to be taken in. */
  async drained(): Promise<void> {
    while (this.#arrivals.length > 0 || this.#batches > 0) {
      await this.#newest;
      await turn();
    }
  }

  /** Starts a batch after this turn of the event loop: transactions that arrive in the same turn join it. */
  #gather(): void {
    if (this.#gathering || this.#arrivals.length === 0 || this.#batches === MAX_BATCHES) return;
    this.#gathering = true;
    void turn().then(() => {
      this.#gathering = false;
      this.#batches++;
      this.#newest = this.#admitBatch(this.#arrivals.splice(0, BATCH_SIZE), this.#newest);
      this.#gather();
    });
  }

  async #admitBatch(batch: readonly Arrival[], before: Promise<void>): Promise<void> {
    const ids = new Set(batch.map(({ prepared }) => prepared.txid));
    const outcomes = new Map<string, Promise<Submission>>();
    /** What a later one of the batch has pushed out again. */
    const evicted = new Map<string, Error>();
    const endFollowing = this.#mempool.subscribe({
      // At once: a block may have it on the disk before the others of the batch are admitted.
      transactionAdded: ({ prepared: { txid } }) => {
        if (ids.has(txid)) outcomes.set(txid, this.#outcomeOf(txid));
      },
      transactionRemoved: ({ entry, error }) => evicted.set(entry.prepared.txid, error),
    });
    const results = await this.#results(batch, before);
    endFollowing();
    batch.forEach(({ prepared: { txid }, resolve, reject }, i) => {
      const failure = results[i] instanceof Error ? results[i] : evicted.get(txid);
      if (failure !== undefined) reject(failure);
      else resolve(required(outcomes.get(txid), 'the outcome of an admitted transaction'));
    });
    this.#batches--;
    this.#gather();
    this.#events.batchAdmitted();
  }

  #outcomeOf(txid: string): Promise<Submission> {
    const outcome = this.#events.admitted(txid);
    // It may fail before the caller has it.
    outcome.catch(() => undefined);
    return outcome;
  }

  /** The pool's answer to each transaction of a batch; a bug of the program fails all of them. */
  async #results(batch: readonly Arrival[], before: Promise<void>): Promise<readonly unknown[]> {
    const transactions = batch.map(({ prepared }) => prepared);
    try {
      const verified = this.#mempool.verify(transactions);
      await Promise.all([verified, before]);
      return await this.#mempool.admitMany(transactions);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      return batch.map(() => failure);
    }
  }
}

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
