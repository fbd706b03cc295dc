import type { PendingExecution } from '../ledger/types.js';
import type { MempoolEntry } from './mempool-entry.js';
import type { PendingChain } from './pending-chain.js';
import { Turns } from './turns.js';

/** What waits, and what happens to it when it is executed. */
export interface ToBeExecuted {
  /** All that waits, in the order of arrival. */
  readonly entries: () => Iterable<MempoolEntry>;
  /** Executes an entry after those before it. @throws where it is not valid any more */
  readonly execute: (entry: MempoolEntry, pending: PendingExecution) => void;
  /** Entries that failed, when all others are executed. */
  readonly failed: (entry: MempoolEntry, error: Error) => void;
}

/** What waits while it is executed, one transaction after the other. */
interface ExecutionOfAll {
  readonly pending: PendingExecution;
  readonly rest: Iterator<MempoolEntry, unknown>;
  /** What failed, to be removed at the end. */
  readonly failures: [MempoolEntry, Error][];
}

/**
 * The effects of all waiting transactions on the newest block, on an overlay.
 *
 * A new block changes the height, the time and the state that all of these executions have seen. Whether a
 * result would still be the same cannot be known without executing again: so the overlay is only dropped then, and
 * what is left is executed at the next use.
 */
export class PoolExecution {
  readonly #chain: PendingChain;
  readonly #pool: ToBeExecuted;
  /** Undefined while the effects are not known. */
  #pending: PendingExecution | undefined;
  /** While they are being found out. */
  #again: ExecutionOfAll | undefined;
  #isHalted = false;

  constructor(chain: PendingChain, pool: ToBeExecuted) {
    this.#chain = chain;
    this.#pool = pool;
  }

  /** Whether a block could not be written: nothing can be executed any more. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  halt(): void {
    this.#isHalted = true;
  }

  /** The effects of what waits are not known any more. */
  forget(): void {
    this.#pending = undefined;
    this.#again = undefined;
  }

  /** The pending execution; if there is none, everything is executed again in order of arrival. */
  atOnce(): PendingExecution {
    while (this.#pending === undefined) this.#executeNext();
    return this.#pending;
  }

  /** Resolves when something can be executed after all that waits; until the caller next waits, that stays so. */
  async ready(): Promise<void> {
    await this.#chain.ready();
    await this.inTurns(() => this.#chain.ready());
    await this.#chain.ready();
  }

  /**
   * Executes everything again if that is necessary. Others have their turns between two transactions.
   * @param stable - resolves when the chain does not change
   */
  async inTurns(stable: () => Promise<void>): Promise<void> {
    const turns = new Turns();
    // A block that comes meanwhile begins it anew; whoever cannot wait ends it.
    while (this.#pending === undefined && !this.#isHalted) {
      if (turns.areDue) {
        await turns.give();
        await stable();
        if (this.#pending !== undefined || this.#isHalted) return;
      }
      // However slow the machine is, something is done between two turns of the others.
      this.#executeNext();
    }
  }

  /** Executes the next of all that wait; after the last one, their effects are known. */
  #executeNext(): void {
    this.#again ??= this.#begin();
    const { pending, rest, failures } = this.#again;
    const { done, value: entry } = rest.next();
    if (done) {
      this.#again = undefined;
      this.#pending = pending;
      for (const [failed, error] of failures) this.#pool.failed(failed, error);
      return;
    }
    try {
      this.#pool.execute(entry, pending);
    } catch (error) {
      failures.push([entry, error instanceof Error ? error : new Error(String(error))]);
    }
  }

  #begin(): ExecutionOfAll {
    const { ledger, recent } = this.#chain;
    const pending = ledger.beginPending(this.#chain.overlay(), this.#chain.nextContext(), recent);
    return { pending, rest: this.#pool.entries()[Symbol.iterator](), failures: [] };
  }
}
