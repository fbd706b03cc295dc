import type { CompileMemory } from '../compile/memory.js';
import { stringBytes } from '../value/string.js';

/** The short strings that a run has made when its contract is compiled, and what of them was new. */
export interface CodeStrings {
  /** All that are new. */
  readonly made: ReadonlySet<string>;
  /** For each step of the compilation the bytes of the string that it makes, 0 where that exists or there is none. */
  readonly sizes: readonly number[];
  /** How many strings are looked up. */
  readonly lookups: number;
}

/** The short strings that exist before a run, which are the same in all runs of an environment. */
export class KnownStrings {
  readonly size: number;
  readonly #all: ReadonlySet<string>;
  /** What follows for the code of contracts, so that a call need not look up each string of its code. */
  readonly #ofCode = new WeakMap<CompileMemory, CodeStrings>();

  constructor(all: ReadonlySet<string>) {
    this.#all = all;
    this.size = all.size;
  }

  has(bytes: string): boolean {
    return this.#all.has(bytes);
  }

  /** The strings of code that is the first that a run loads, before it has made any string. */
  ofCode(memory: CompileMemory): CodeStrings {
    let strings = this.#ofCode.get(memory);
    if (strings === undefined) {
      strings = this.#find(memory);
      this.#ofCode.set(memory, strings);
    }
    return strings;
  }

  #find({ steps }: CompileMemory): CodeStrings {
    const made = new Set<string>();
    let lookups = 0;
    const sizes = steps.map(({ string }) => {
      if (string === undefined) return 0;
      lookups++;
      if (this.#all.has(string) || made.has(string)) return 0;
      made.add(string);
      return stringBytes(string.length);
    });
    return { made, sizes, lookups };
  }
}
