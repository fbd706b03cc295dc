import { StateError } from './errors.js';
import type { AnyTable } from './table.js';

/** A committed value in both forms: encoded as a latin1 text, and decoded when somebody first asks. */
export class Stored {
  #value: unknown;

  /** `value` is the decoded form if it is known. */
  constructor(
    readonly table: AnyTable,
    readonly text: string,
    value?: unknown,
  ) {
    this.#value = value;
  }

  get value(): unknown {
    this.#value ??= this.#decode();
    return this.#value;
  }

  #decode(): unknown {
    try {
      return this.table.value.decode(Buffer.from(this.text, 'latin1'));
    } catch (error) {
      throw new StateError(`a stored value of table ${this.table.name} does not decode`, { cause: error });
    }
  }
}
