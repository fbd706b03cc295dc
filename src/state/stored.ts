import { StateError } from './errors.js';
import type { AnyTable } from './table.js';

/**
 * A committed value in both forms: encoded as a latin1 text, and decoded. Each is made when first
 * requested.
 */
export class Stored {
  readonly table: AnyTable;
  #text: string | undefined;
  #value: unknown;

  /**
   * @param text - the encoded form; undefined where only the other one is known
   * @param value - the decoded form if it is known
   */
  constructor(table: AnyTable, text: string | undefined, value?: unknown) {
    this.table = table;
    this.#text = text;
    this.#value = value;
  }

  get text(): string {
    this.#text ??= this.table.value.encode(this.#value).toString('latin1');
    return this.#text;
  }

  get value(): unknown {
    this.#value ??= this.#decode();
    return this.#value;
  }

  get isDecoded(): boolean {
    return this.#value !== undefined;
  }

  /** Drops the decoded form; it is made again on request. */
  forgetDecoded(): void {
    this.#text = this.text;
    this.#value = undefined;
  }

  #decode(): unknown {
    try {
      return this.table.value.decode(Buffer.from(this.text, 'latin1'));
    } catch (error) {
      throw new StateError(`a stored value of table ${this.table.name} does not decode`, { cause: error });
    }
  }
}
