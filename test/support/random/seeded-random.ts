/**
 * Random numbers that can be had again: the seed is env SEED or made up, and the caller prints it.
 * The generator is xorshift32.
 */
export class SeededRandom {
  #state: number;

  constructor(readonly seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31) + 1)) {
    if (!Number.isInteger(seed) || seed <= 0 || seed >= 2 ** 32) {
      throw new RangeError(`SEED is an integer from 1 to ${2 ** 32 - 1}, got ${process.env.SEED}`);
    }
    this.#state = seed;
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return low + ((this.#state >>> 0) % (high - low + 1));
  }
}
