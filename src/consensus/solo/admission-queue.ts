import { type Mempool, poolIsFull } from '../../chain/mempool.js';
import type { SealedTransaction } from '../../tx/envelope.js';
import type { Submission } from '../consensus.js';

/** Transactions taken in at a time: enough for the verification thread, few enough to leave room for other work. */
const BATCH_SIZE = 256;

interface Arrival {
  readonly sealed: SealedTransaction;
  readonly resolve: (outcome: Promise<Submission>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Gathers transactions that arrive at about the same time, so that their signatures are verified
 * together, and takes them into the pool in the order of their arrival.
 */
export class AdmissionQueue {
  readonly #mempool: Mempool;
  readonly #outcomeOf: (txid: string) => Promise<Submission>;
  readonly #onBatch: () => void;
  #arrivals: Arrival[] = [];
  #draining: Promise<void> | undefined;

  /**
   * @param outcomeOf - called for each transaction as soon as it is in the pool, before anything else happens
   * @param onBatch - called after every batch
   */
  constructor(mempool: Mempool, outcomeOf: (txid: string) => Promise<Submission>, onBatch: () => void) {
    this.#mempool = mempool;
    this.#outcomeOf = outcomeOf;
    this.#onBatch = onBatch;
  }

  /** Takes a transaction into the pool, then waits for its outcome. @throws TransactionRejected */
  admit(sealed: SealedTransaction): Promise<Submission> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ sealed, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when nothing waits to be taken in. */
  async drained(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#arrivals.length > 0) {
      // What else arrives in this turn of the event loop joins the batch.
      await turn();
      await this.#admitBatch(this.#arrivals.splice(0, BATCH_SIZE));
      this.#onBatch();
    }
    this.#draining = undefined;
  }

  async #admitBatch(batch: readonly Arrival[]): Promise<void> {
    try {
      const results = await this.#mempool.admitMany(batch.map(({ sealed }) => sealed));
      batch.forEach(({ sealed: { txid }, resolve, reject }, i) => {
        const result = results[i]!;
        if (result instanceof Error) reject(result);
        // A later one of the same batch can have pushed it out again.
        else if (!this.#mempool.has(txid)) reject(poolIsFull());
        else resolve(this.#outcomeOf(txid));
      });
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      for (const { reject } of batch) reject(failure);
    }
  }
}

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
