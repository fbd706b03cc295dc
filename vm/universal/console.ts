import type { ActionTrace } from './trace.js';

/** Characters that all contracts of one transaction or query print together; what comes behind is cut. */
export const CONSOLE_CHARACTERS = 65_536;

/** What may still be printed. */
export interface ConsoleBudget {
  left: number;
}

/** Where what one receiver prints is kept, as far as there is room; a text that was cut says so. */
export class ReceiverConsole {
  constructor(
    private readonly trace: ActionTrace,
    private readonly budget: ConsoleBudget,
  ) {}

  /** Takes a text; undefined where there is no room for another one, which then need not even be decoded. */
  get print(): ((text: string) => void) | undefined {
    return this.budget.left > 0 ? this.#print : undefined;
  }

  readonly #print = (text: string): void => {
    const { trace, budget } = this;
    const shown = text.slice(0, budget.left);
    budget.left -= text.length;
    trace.console += budget.left > 0 ? shown : `${shown}... (cut after ${CONSOLE_CHARACTERS} characters)`;
  };
}
