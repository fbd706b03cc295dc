import type { HeldConsensus } from './consensus.js';
import { ProductionError } from './errors.js';

/** Whether consensus may change chain and pool: not while the start holds it, and not after its end. */
export class Holding {
  #released: Promise<void> | undefined;
  #stopped = false;

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Resolves when consensus is not held any more; undefined where it is not held. */
  get released(): Promise<void> | undefined {
    return this.#released;
  }

  hold(): HeldConsensus {
    const { promise, resolve, reject } = deferred();
    promise.catch(() => undefined); // Perhaps nobody waits for it.
    this.#released = promise;
    return {
      release: () => {
        this.#released = undefined;
        resolve();
      },
      abandon: () => {
        this.#stopped = true;
        reject(stopping());
      },
    };
  }

  stop(): void {
    this.#stopped = true;
  }

  /** @throws ProductionError `stopped` */
  requireRunning(): void {
    if (this.#stopped) throw stopping();
  }

  /** @throws ProductionError `stopped` (rejects) */
  async untilReleased(): Promise<void> {
    if (this.#released === undefined) return;
    await this.#released;
    this.requireRunning();
  }
}

function stopping(): ProductionError {
  return new ProductionError('stopped', 'the node is stopping and takes nothing more');
}

function deferred() {
  let resolve = (): void => undefined;
  let reject = (_error: Error): void => undefined;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
