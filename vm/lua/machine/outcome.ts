/** How a run ends. */

import type { Value } from '../value/value.js';
import { CallRefused, type FuelReport, MemoryLimit, type RunAborted } from './fuel.js';

/** The text of a run that has burned more than its limit when it ends (spec 03 §5.4). */
export const BURNED_AFTERWARDS = 'CLuaVM::Run burned-out\n';
/** The text of a run whose metamethods raise an error while `gCheckAccount` is read. */
export const CHECK_ACCOUNT_FAILED = 'reading gCheckAccount failed';

/** An error of the contract, fuel used up, or too much memory. */
export type FailureKind = 'error' | 'burned-out' | 'memory-limit';

/** How a run ended. */
export type RunOutcome =
  | {
      readonly ok: true;
      readonly values: readonly Value[];
      /** Whether the global `gCheckAccount` is true at the end (spec 03 §9). */
      readonly checksCoins: boolean;
      readonly fuel: FuelReport;
    }
  | {
      readonly ok: false;
      readonly kind: FailureKind;
      /** The text of the error, `unknown` when its value is no string or number (spec 03 §5.4). */
      readonly message: string;
      readonly value: Value;
      /** Positions of the functions that were running, innermost first. */
      readonly traceback: readonly string[];
      readonly fuel: FuelReport;
    };

/** Why a run was ended that could not go on. */
export function kindOf(error: RunAborted): FailureKind {
  if (error instanceof CallRefused) return 'error';
  return error instanceof MemoryLimit ? 'memory-limit' : 'burned-out';
}
