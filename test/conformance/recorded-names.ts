const HASH = /\b[0-9a-f]{64}\b/g;
const NEVER = /(?!)/g;

/**
 * What the recordings call things that have another name here: blocks, whose nonces differ, keys
 * that were generated, and files. Everything else has its recorded name, txids included.
 */
export class RecordedNames {
  readonly #hashes = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  #anyText = NEVER;

  /** Gives the block hash of this chain for one of the recordings. */
  putHash(recorded: string, ours: string): void {
    this.#hashes.set(recorded, ours);
  }

  /** Gives the text of this chain for one of the recordings, such as an address or the beginning of a path. */
  putText(recorded: string, ours: string): void {
    this.#texts.set(recorded, ours);
    this.#anyText = new RegExp([...this.#texts.keys()].map(literally).join('|'), 'g');
  }

  /** A recorded text with our names in it. */
  ours(text: string): string {
    return text
      .replace(HASH, hash => this.#hashes.get(hash) ?? hash)
      .replace(this.#anyText, found => this.#texts.get(found)!);
  }
}

/** A pattern that matches a text and nothing else. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
