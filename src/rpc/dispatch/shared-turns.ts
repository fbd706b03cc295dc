import { SLICE_MILLISECONDS } from '../../chain/turns.js';
import { FairQueue } from './fair-queue.js';

/** The slices of one request. */
export interface RequestTurns {
  /** Whether the present slice is used up. */
  readonly areDue: boolean;
  /** Lets others have their turn, and begins the next slice. */
  give(): Promise<void>;
}

/**
 * Divides the work of requests into slices, of which one is done each time the event loop goes round; the clients take
 * turns. So what others ask for waits for one slice, and not for one of each request that is being answered.
 */
export class SharedTurns {
  readonly #waiting = new FairQueue<() => void>();
  #isScheduled = false;

  /** For a request of a client. */
  begin(client: string): RequestTurns {
    let began = performance.now();
    return {
      get areDue() {
        return performance.now() - began >= SLICE_MILLISECONDS;
      },
      give: async () => {
        await new Promise<void>(resolve => {
          this.#waiting.add(client, resolve);
          this.#schedule();
        });
        began = performance.now();
      },
    };
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#waiting.next()?.();
      if (this.#waiting.size > 0) this.#schedule();
    });
  }
}
