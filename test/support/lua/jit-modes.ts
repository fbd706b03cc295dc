import { compileChunk } from '../../../vm/lua/compile/compile.js';
import { JIT_WHEN_HOT, type JitPolicy, NEVER_JIT } from '../../../vm/lua/jit/policy.js';
import { Machine } from '../../../vm/lua/machine/machine.js';
import type { RunOutcome } from '../../../vm/lua/machine/outcome.js';
import { SILENT_ENVIRONMENT, showValue } from './run-lua.js';

/** Ways to run the same program, all of which must give the same. */
export const JIT_MODES: Readonly<Record<string, JitPolicy>> = {
  interpreter: NEVER_JIT,
  /** Every function is compiled when it is called first. */
  'from the first call': { calls: 0, turns: Infinity },
  /** Every function starts in the interpreter, and its loops go on in compiled code. */
  'from the first turn': { calls: Infinity, turns: 1 },
  /** Calls and loops change from one to the other at odd times. */
  mixed: { calls: 5, turns: 2 },
  'as nodes do': JIT_WHEN_HOT,
};

/** Everything that an outcome says, so that two of them can be compared. */
export function wholeOutcome(outcome: RunOutcome): unknown {
  const { fuel } = outcome;
  if (outcome.ok) return { values: outcome.values.map(showValue), fuel };
  const { kind, message, value, traceback } = outcome;
  return { kind, message, value: showValue(value), traceback, fuel };
}

/** Runs a program so often in one mode that what it has compiled is used too, and gives all outcomes. */
export function runInMode(source: string, jit: JitPolicy, fuelLimit: number, times = 1): unknown[] {
  const chunk = compileChunk(Uint8Array.from(Buffer.from(source, 'latin1')), 'line');
  return Array.from({ length: times }, () =>
    wholeOutcome(
      new Machine({ environment: SILENT_ENVIRONMENT, fuelLimit, jit, context: undefined }).run(chunk),
    ),
  );
}
