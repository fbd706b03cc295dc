/*
 * What contracts take of a block beside fuel (spec 04 §15.11). Making the code of a contract ready to run is
 * counted once in a block: whoever executes the block keeps the code until its end. Everything else is counted
 * each time.
 */

/** Work of one transaction, in units of `vm/work.ts`. */
export interface TransactionWork {
  /** What the transaction did, without making code ready. */
  readonly own: number;
  /** By the SHA-256 of each code that it ran or deployed, in hex: the work of making that ready. */
  readonly code: ReadonlyMap<string, number>;
}

/** The work of a transaction that calls no contract. */
export const NO_WORK: TransactionWork = { own: 0, code: new Map() };

/** The work of a transaction by itself, without others that run the same code. */
export function workAlone({ own, code }: TransactionWork): number {
  let work = own;
  for (const units of code.values()) work += units;
  return work;
}

/**
 * The work of several transactions together: a block, or what waits for one. Depends on nothing but these
 * transactions, not even on their order.
 */
export class BlockWork {
  #units = 0;
  /** How many of the transactions run each code. */
  readonly #users = new Map<string, number>();

  /** All units together. */
  get units(): number {
    return this.#units;
  }

  /** The units that there would be with one more transaction. */
  with({ own, code }: TransactionWork): number {
    let units = this.#units + own;
    for (const [hash, work] of code) if (!this.#users.has(hash)) units += work;
    return units;
  }

  add(work: TransactionWork): void {
    this.#units = this.with(work);
    for (const hash of work.code.keys()) this.#users.set(hash, (this.#users.get(hash) ?? 0) + 1);
  }

  /** Takes back what was added. */
  remove({ own, code }: TransactionWork): void {
    this.#units -= own;
    for (const [hash, work] of code) {
      const users = (this.#users.get(hash) ?? 0) - 1;
      if (users > 0) this.#users.set(hash, users);
      else {
        this.#users.delete(hash);
        this.#units -= work;
      }
    }
  }
}
