/** Characters of all that one action prints; what comes later is left out. */
export const MAX_CONSOLE_LENGTH = 65_536;

/**
 * Collects what a contract prints, for the trace that its caller sees. Printing is cheap for a
 * contract, so what is kept of it is bounded.
 */
export class ContractConsole {
  #text = '';

  get text(): string {
    return this.#text;
  }

  /** `WasmHost.print` of a host whose output is read. */
  readonly print = (text: string): void => {
    const room = MAX_CONSOLE_LENGTH - this.#text.length;
    if (room > 0) this.#text += text.slice(0, room);
  };
}
