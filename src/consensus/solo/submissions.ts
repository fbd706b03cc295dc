import type { ExecutedBlock } from '../../chain/executed-block.js';
import type { Submission } from '../consensus.js';
import { BlockNotMade } from '../errors.js';

interface Waiting {
  readonly resolve: (submission: Submission) => void;
  readonly reject: (error: unknown) => void;
}

/** Callers who wait until their transactions are on the disk. */
export class Submissions {
  /** By txid. The pool holds a transaction once, so one caller waits for it. */
  readonly #waiting = new Map<string, Waiting>();

  /** Resolves with the block of a transaction, or rejects with why it got into none. */
  outcomeOf(txid: string): Promise<Submission> {
    return new Promise((resolve, reject) => this.#waiting.set(txid, { resolve, reject }));
  }

  /** A block is on the disk. */
  confirm({ block, hash }: ExecutedBlock): void {
    const { height } = block.header;
    block.transactions.forEach(({ txid }, index) => {
      this.#take(txid)?.resolve({ txid, block: { hash, height, index } });
    });
  }

  refuse(txid: string, error: unknown): void {
    this.#take(txid)?.reject(error);
  }

  /**
   * Answers callers that their transactions are admitted and pending.
   * @param problem - why there was no block for them, where one was to be made
   */
  release(isPending: (txid: string) => boolean, problem?: Error): void {
    for (const txid of [...this.#waiting.keys()]) {
      if (!isPending(txid)) continue;
      if (problem === undefined) this.#take(txid)?.resolve({ txid, block: undefined });
      else this.refuse(txid, new BlockNotMade(txid, problem));
    }
  }

  refuseAll(error: unknown): void {
    for (const txid of [...this.#waiting.keys()]) this.refuse(txid, error);
  }

  #take(txid: string): Waiting | undefined {
    const waiting = this.#waiting.get(txid);
    this.#waiting.delete(txid);
    return waiting;
  }
}
