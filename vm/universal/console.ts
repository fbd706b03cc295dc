import type { ActionTrace } from './trace.js';

/** Characters that all contracts of one transaction or query print together; what comes behind is cut. */
export const CONSOLE_CHARACTERS = 65_536;

/** What may still be printed. */
export interface ConsoleBudget {
  left: number;
}

/** Takes what one receiver prints, as far as there is room; a text that was cut says so. */
export function consoleOf(trace: ActionTrace, budget: ConsoleBudget): (text: string) => void {
  return text => {
    if (budget.left <= 0) return;
    const shown = text.slice(0, budget.left);
    budget.left -= text.length;
    trace.console += budget.left > 0 ? shown : `${shown}... (cut after ${CONSOLE_CHARACTERS} characters)`;
  };
}
