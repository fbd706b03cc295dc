import { Worker } from 'node:worker_threads';
import { verify } from './signature.js';
import { type BatchAnswer, type BatchRequest, packJobs, type VerifyJob } from './verify-batch.js';

export type { VerifyJob } from './verify-batch.js';

/** Below this many signatures a round trip to another thread costs more than it frees. */
const MIN_WORKER_BATCH = 16;

/** After this many crashes the pool stops starting workers: the cause is not transient. */
const MAX_CRASHES = 3;

/**
 * MiB for short-lived objects of the worker (its young generation). The default of 48 would all be
 * touched.
 */
const YOUNG_GENERATION = 6;

const WORKER_PROGRAM = new URL('./verify-worker.js', import.meta.url);

/** Settings of a {@link VerifyPool}. */
export interface VerifyPoolOptions {
  /** The worker's program, for tests of what happens when it fails. */
  readonly program?: URL;
  /** Called each time the worker has died, so that the node can log it; no result is lost. */
  readonly onCrash?: (cause: Error) => void;
}

/** A batch that the worker has not answered yet. */
interface PendingBatch {
  readonly jobs: readonly VerifyJob[];
  readonly resolve: (results: boolean[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Verifies signatures in a worker thread when there are enough of them to outweigh the cost of the
 * transfer, so that a block full of transactions does not block the thread that answers requests.
 *
 * The worker starts with the first large batch. It keeps the process alive only while a batch is in
 * progress. If it dies, its batches are verified here instead, so that every call gets its answer.
 */
export class VerifyPool {
  readonly #program: URL;
  readonly #onCrash: ((cause: Error) => void) | undefined;
  readonly #pending = new Map<number, PendingBatch>();
  #worker: Worker | undefined;
  #lastId = 0;
  #crashes = 0;
  #closed = false;

  constructor({ program = WORKER_PROGRAM, onCrash }: VerifyPoolOptions = {}) {
    this.#program = program;
    this.#onCrash = onCrash;
  }

  /**
   * Verifies each job as `verify` does.
   *
   * @returns one verdict for each job, in their order.
   * @throws what verification threw in the worker, which would be a bug; Error after `close()`.
   */
  verifyMany(jobs: readonly VerifyJob[]): Promise<boolean[]> {
    if (this.#closed) return Promise.reject(new Error('the verification pool is closed'));
    if (jobs.length < MIN_WORKER_BATCH || this.#crashes >= MAX_CRASHES) {
      return verifyInline(jobs);
    }
    return new Promise((resolve, reject) => {
      const worker = this.#startedWorker();
      const request: BatchRequest = { id: ++this.#lastId, ...packJobs(jobs) };
      this.#pending.set(request.id, { jobs, resolve, reject });
      worker.ref();
      worker.postMessage(request, [request.lengths.buffer, request.bytes.buffer]);
    });
  }

  /** Stops the worker. Batches that are out are verified in this thread first. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#abandonWorker();
    await worker?.terminate();
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    // Options of the parent such as --input-type are not for this program and would stop it.
    const worker = new Worker(this.#program, {
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    worker.on('message', (answer: BatchAnswer) => this.#settle(answer));
    let cause: Error | undefined;
    worker.on('error', (error: Error) => {
      cause = error; // exit follows
    });
    worker.on('exit', code => {
      if (this.#worker !== worker) return; // stopped by close()
      this.#crashes++;
      this.#abandonWorker();
      this.#onCrash?.(cause ?? new Error(`the verification worker exited with code ${code}`));
    });
    this.#worker = worker;
    return worker;
  }

  #settle(answer: BatchAnswer): void {
    const batch = this.#pending.get(answer.id);
    if (batch === undefined) return;
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker?.unref();
    if ('error' in answer) batch.reject(answer.error);
    else batch.resolve(Array.from(answer.results, verdict => verdict === 1));
  }

  #abandonWorker(): void {
    this.#worker = undefined;
    const batches = [...this.#pending.values()];
    this.#pending.clear();
    for (const batch of batches) verifyInline(batch.jobs).then(batch.resolve, batch.reject);
  }
}

async function verifyInline(jobs: readonly VerifyJob[]): Promise<boolean[]> {
  return jobs.map(job => verify(job.hash, job.signature, job.publicKey));
}
