import { requireWriting } from '../../storage/read-only.js';

/** Where a chain was, and what its clock showed. */
export interface ChainSnapshot {
  readonly height: number;
  /** Hash of the newest block. */
  readonly hash: string;
  /** Milliseconds by which the clock of the chain was ahead of the machine's. */
  readonly clockOffset: number;
}

/** The snapshots of a development chain by number. Going back to one drops those that were taken later. */
export class ChainSnapshots {
  readonly #snapshots = new Map<number, ChainSnapshot>();
  #last = 0;

  /** @returns the number of the snapshot, from 1 on */
  add(snapshot: ChainSnapshot): number {
    requireWriting('the snapshots');
    this.#last++;
    this.#snapshots.set(this.#last, snapshot);
    return this.#last;
  }

  get(id: number): ChainSnapshot | undefined {
    return this.#snapshots.get(id);
  }

  forgetAfter(id: number): void {
    requireWriting('the snapshots');
    for (const other of this.#snapshots.keys()) if (other > id) this.#snapshots.delete(other);
  }

  /** Numbers of all snapshots that can be gone back to. */
  get ids(): number[] {
    return [...this.#snapshots.keys()];
  }
}
