import { ContractException } from '../exception.js';

/** What of one or several unpacked wholes may become text (spec 04 §4.5). */
export interface UnpackLimits {
  /** Values: structs, arrays and optionals count too, since those without content take no bytes. */
  readonly values: number;
  /** Characters of values and of the names in front of them. */
  readonly text: number;
}

/** Of what is shown of one transaction, and in one error. */
export const SHOWN_LIMITS: UnpackLimits = { values: 16_384, text: 1_048_576 };
/** Of what somebody has asked for: a row, the answer of a query, data to unpack. */
export const ASKED_LIMITS: UnpackLimits = { values: 65_536, text: 4_194_304 };

/** Roughly what a number or a name takes as text. */
const SHORT_VALUE = 8;

/**
 * Counts what unpacking makes. An ABI of a few hundred bytes can say that no bytes at all are a million
 * values, and one name of a field can be longer than all data; so bytes are no bound.
 */
export class UnpackBudget {
  #values: number;
  #text: number;

  constructor(readonly limits: UnpackLimits) {
    this.#values = limits.values;
    this.#text = limits.text;
  }

  /** Whether something was refused because of it. */
  get exhausted(): boolean {
    return this.#values < 0 || this.#text < 0;
  }

  /**
   * Counts one value.
   * @param name - characters in front of it
   * @throws ContractException `unpack_exception` beyond the limits
   */
  value(name: number): void {
    this.#values--;
    this.#text -= name + SHORT_VALUE;
    this.#check();
  }

  /** Counts characters of a value. @throws ContractException as {@link value} */
  text(characters: number): void {
    this.#text -= characters;
    this.#check();
  }

  #check(): void {
    if (!this.exhausted) return;
    const { values, text } = this.limits;
    throw new ContractException(
      'unpack_exception',
      `the data unpacks to more than ${values} values or ${text} characters`,
      'wasm/abi/unpack',
    );
  }
}
