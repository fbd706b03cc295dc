import type { Proto } from '../bytecode/proto.js';
import { findBlocks, hasExtraWord } from '../jit/control-flow-graph.js';
import type { InstructionCounts } from './counting-machine.js';

/** Line of a source, and how often it was reached. */
export type LineHits = readonly (readonly [line: number, hits: number])[];

/** Counters of a chunk at zero: of the chunk itself and of every function in it. */
export function newCounts(main: Proto): InstructionCounts {
  return new Map(functionsOf(main).map(proto => [proto, new Uint32Array(proto.code.length)]));
}

/**
 * The executable lines of a chunk with their hits, rising. By the compiler's own table, a line is
 * executable when it has an instruction that can be reached, and it was reached as often as the one
 * of its instructions that ran most often. The return that the compiler adds after the last
 * statement of a function is omitted: it is not in the source, and after a `return` of the author
 * it is unreachable.
 */
export function lineHits(counts: InstructionCounts): LineHits {
  const hits = new Map<number, number>();
  for (const [proto, ofFunction] of counts) {
    for (const pc of reachable(proto)) {
      const line = proto.lines[pc]!;
      hits.set(line, Math.max(hits.get(line) ?? 0, ofFunction[pc]!));
    }
  }
  return [...hits].sort(([a], [b]) => a - b);
}

function functionsOf(main: Proto): Proto[] {
  return [main, ...main.protos.flatMap(functionsOf)];
}

/** Instructions that can be reached, without the last one. */
function* reachable({ code }: Proto): Iterable<number> {
  for (const { start, steps } of findBlocks(code, 0).values()) {
    let pc = start;
    for (let n = 0; n < steps; n++) {
      if (pc < code.length - 1) yield pc;
      pc += hasExtraWord(code[pc]!) ? 2 : 1;
    }
  }
}
