import { callAfter } from '../../config/long-timer.js';
import { requireWriting } from '../../storage/read-only.js';

/** What a load test has done so far. */
export interface LoadTestFigures {
  readonly submitted: number;
  readonly refused: number;
  /** Why the last one was refused; empty where none was. */
  readonly lastRefusal: string;
}

export interface LoadTestPlan {
  /** Milliseconds between two batches; 0: no load. */
  readonly periodMs: number;
  /** Transactions in a batch; 0: no load. */
  readonly batch: number;
  /** Makes and submits a transaction that differs from that of every other number. */
  readonly submit: (number: number) => Promise<unknown>;
}

/** Submits transactions at a steady pace until it is stopped. One test runs at a time. */
export class LoadTest {
  #cancelTimer: (() => void) | undefined;
  #unanswered = 0;
  #number = 0;
  #figures: LoadTestFigures = { submitted: 0, refused: 0, lastRefusal: '' };

  /** Of the test that runs, or of the last one that ran. */
  get figures(): LoadTestFigures {
    return this.#figures;
  }

  /** Ends the test that runs and begins another one, unless its period or batch is 0. */
  start({ periodMs, batch, submit }: LoadTestPlan): void {
    requireWriting('the load test');
    this.stop();
    if (periodMs === 0 || batch === 0) return;
    this.#figures = { submitted: 0, refused: 0, lastRefusal: '' };
    const next = (): void => {
      this.#cancelTimer = callAfter(periodMs, () => {
        next();
        this.#submitBatch(batch, submit);
      });
    };
    next();
  }

  stop(): void {
    requireWriting('the load test');
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Where the node is slower than the pace, the batch waits for the next time. */
  #submitBatch(batch: number, submit: LoadTestPlan['submit']): void {
    if (this.#unanswered >= batch) return;
    for (let i = 0; i < batch; i++) void this.#submitOne(submit);
  }

  async #submitOne(submit: LoadTestPlan['submit']): Promise<void> {
    this.#unanswered++;
    try {
      await submit(this.#number++);
      this.#figures = { ...this.#figures, submitted: this.#figures.submitted + 1 };
    } catch (error) {
      const lastRefusal = error instanceof Error ? error.message : String(error);
      this.#figures = { ...this.#figures, refused: this.#figures.refused + 1, lastRefusal };
    } finally {
      this.#unanswered--;
    }
  }
}
