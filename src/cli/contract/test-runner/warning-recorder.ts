import { refusalText } from '../../../testing/call-failed.js';
import type { ObservedCall } from '../../../testing/observer.js';

/** Something that a contract does wrong without failing. */
export interface ContractWarning {
  /** `file:line: mylib.WriteData: why`. */
  readonly text: string;
  /** How often. */
  readonly times: number;
}

/** Collects what functions of `mylib` have refused while the contract went on as if all were well. */
export class WarningRecorder {
  readonly #times = new Map<string, number>();

  add({ contract, outcome }: ObservedCall): void {
    const ignored = outcome?.refusals.filter(({ isIgnored }) => isIgnored) ?? [];
    for (const refusal of ignored) {
      const text = refusalText(contract.file ?? contract.name, refusal);
      this.#times.set(text, (this.#times.get(text) ?? 0) + 1);
    }
  }

  get warnings(): readonly ContractWarning[] {
    return [...this.#times].map(([text, times]) => ({ text, times }));
  }
}

/** Warnings as they are shown under the tests that caused them. */
export function warningText(warnings: readonly ContractWarning[]): string {
  if (warnings.length === 0) return '';
  const lines = warnings.map(({ text, times }) => `  ${text}${times === 1 ? '' : `, ${times} times`}\n`);
  return `Warning: refused, and the contract does not look at the result:\n${lines.join('')}`;
}
