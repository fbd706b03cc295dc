import type { CallInfo } from '../call-info.js';
import { type MachineRequest, NEVER_TRANSLATE } from '../contract.js';
import { Machine } from '../machine.js';
import type { SourceLines } from './source-lines.js';

/** What a run counts into. */
export interface LineCounters {
  readonly lines: SourceLines;
  /** How often each line was reached; the index is the line's number. */
  readonly hits: Uint32Array;
}

/**
 * A machine that counts the lines it executes, for tests of contracts. A line is reached when
 * execution comes to it from another line, begins a function on it, or jumps back to or within it:
 * the rule of Lua's own line hook (reference manual §4.9). Results and fuel are those of every other
 * machine; the run is some times slower, and nothing else pays for it.
 *
 * The interpreter adds one to `steps` for each instruction, when the running function's record already
 * names it. Here `steps` is a property with a setter, so that the interpreter needs no hook. Translated
 * code adds whole blocks, hence there is none.
 */
export class LineCountingMachine extends Machine {
  constructor(request: MachineRequest, counters: LineCounters) {
    super({ ...request, translation: NEVER_TRANSLATE });
    const reach = lineRule(counters);
    let steps = this.steps;
    Object.defineProperty(this, 'steps', {
      get: () => steps,
      set: (next: number) => {
        // Where an instruction cannot be paid for, its step is taken back.
        if (next > steps) reach(this.ci);
        steps = next;
      },
    });
  }
}

/** @returns takes the record of the running function for every instruction that it executes */
function lineRule({ lines: { functions }, hits }: LineCounters): (running: CallInfo) => void {
  /** The instruction that each running function executed last, by its level. */
  const previous: number[] = [];
  return ({ closure, pc: next, level }) => {
    const { proto } = closure!;
    const counted = functions.get(proto);
    const pc = next - 1;
    const before = previous[level] ?? 0;
    previous[level] = pc;
    // Chunks that the contract compiles itself are no part of its source.
    if (counted === undefined) return;
    const isReached = pc === 0 || pc <= before || proto.lines[pc] !== proto.lines[before];
    if (isReached && counted[pc] !== 0) hits[counted[pc]!]!++;
  };
}
