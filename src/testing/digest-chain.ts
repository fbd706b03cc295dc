import type { Change } from '../state/changes.js';
import { chainDigest, INITIAL_DIGEST } from '../state/digest.js';
import type { ReplacedEntry } from '../state/memory-state.js';

/** Consecutive digests whose content is kept because they have not been requested yet. */
const MAX_PENDING = 4096;

/**
 * The digest chain of the state (decision D41), computed on request: most tests never request it,
 * and encoding and hashing all changes is a good part of the work on a block.
 */
export class DigestChain {
  readonly #height: number;
  #replaced: readonly ReplacedEntry[];
  /** Undefined once the digest is known. */
  #previous: DigestChain | undefined;
  #digest: Buffer | undefined;
  /** How many digests in a row are not known, this one included. */
  readonly #pending: number;

  /**
   * @param previous - undefined before block 0
   * @param height - of the block, or of the newest one for changes outside blocks
   * @param replaced - the changes between the two states
   */
  constructor(previous: DigestChain | undefined, height: number, replaced: readonly ReplacedEntry[]) {
    this.#previous = previous;
    this.#height = height;
    this.#pending = 1 + (previous?.digestIsKnown === false ? previous.#pending : 0);
    this.#replaced = replaced;
    if (this.#pending >= MAX_PENDING) this.#compute();
  }

  /**
   * Begins a chain that is not counted from block 0.
   * @param digest - 32 bytes
   */
  static from(digest: Buffer, height: number): DigestChain {
    const chain = new DigestChain(undefined, height, []);
    chain.#digest = digest;
    return chain;
  }

  get digestIsKnown(): boolean {
    return this.#digest !== undefined;
  }

  /** 32 bytes. */
  get digest(): Buffer {
    return this.#digest ?? this.#compute();
  }

  /** The oldest first: a long chain must not end in a deep recursion. */
  #compute(): Buffer {
    const unknown: DigestChain[] = [];
    for (let each: DigestChain | undefined = this; each?.digestIsKnown === false; each = each.#previous) {
      unknown.push(each);
    }
    for (const each of unknown.reverse()) {
      const previous = each.#previous?.digest ?? INITIAL_DIGEST;
      each.#digest = chainDigest(previous, each.#height, changesOf(each.#replaced));
      each.#previous = undefined;
      each.#replaced = [];
    }
    return this.digest;
  }
}

/** In the order of table prefix and key, without what is the same as before. */
function changesOf(replaced: readonly ReplacedEntry[]): Change[] {
  return [...replaced].sort(byKey).flatMap(({ table, key, before, after }) => {
    const [old, now] = [before?.text, after?.text];
    return old === now ? [] : [{ table, key, before: old, after: now, value: after?.value }];
  });
}

function byKey(a: ReplacedEntry, b: ReplacedEntry): number {
  return a.table.prefix - b.table.prefix || (a.key < b.key ? -1 : 1);
}
