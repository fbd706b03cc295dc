import type { Proto } from '../proto.js';
import { findBlocks, hasExtraWord } from '../translate/blocks.js';

/** The line of each instruction of a function, 0 where the instruction is no part of the source. */
export type CountedLines = Int32Array;

/** What of a chunk can be covered. */
export interface SourceLines {
  /** Every function of the chunk, the chunk itself included. */
  readonly functions: ReadonlyMap<Proto, CountedLines>;
  /** Lines that have an instruction, rising. */
  readonly executable: readonly number[];
}

/**
 * The executable lines of a chunk, from the compiler's own table of lines: those with an instruction
 * that can be reached. The return that the compiler adds behind the last statement of a function is
 * not counted: nobody wrote it, and behind a `return` of the author nothing reaches it.
 */
export function sourceLines(main: Proto): SourceLines {
  const functions = new Map<Proto, CountedLines>();
  const pending = [main];
  for (let proto = pending.pop(); proto !== undefined; proto = pending.pop()) {
    functions.set(proto, countedLines(proto));
    pending.push(...proto.protos);
  }
  const lines = new Set([...functions.values()].flatMap(counted => [...counted]));
  lines.delete(0);
  return { functions, executable: [...lines].sort((a, b) => a - b) };
}

function countedLines({ code, lines }: Proto): CountedLines {
  const counted = new Int32Array(code.length);
  for (const { start, steps } of findBlocks(code, 0).values()) {
    let pc = start;
    for (let n = 0; n < steps; n++) {
      counted[pc] = lines[pc]!;
      pc += hasExtraWord(code[pc]!) ? 2 : 1;
    }
  }
  counted[code.length - 1] = 0;
  return counted;
}
