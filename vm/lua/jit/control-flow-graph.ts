/**
 * The control-flow graph of a function: basic blocks, and how they follow each other. A block ends before
 * every instruction that is jumped to, so that the instructions of a block run one after the other or not
 * at all.
 */
import { aOf, cOf, INSTRUCTION_FUEL, jumpOf, Op, opcodeOf } from '../bytecode/opcodes.js';

/** How a block ends. `target` and `otherwise` are blocks; `close` is the operand A of a jump. */
export type Exit =
  | { readonly kind: 'jump'; readonly target: number; readonly close: number }
  | {
      readonly kind: 'test';
      readonly pc: number;
      readonly target: number;
      readonly close: number;
      readonly otherwise: number;
    }
  | {
      readonly kind: 'forloop' | 'tforloop';
      readonly pc: number;
      readonly target: number;
      readonly otherwise: number;
    }
  | { readonly kind: 'return'; readonly pc: number };

/** Instructions that run one after the other. Blocks are named by their first instruction. */
export interface Block {
  readonly start: number;
  /** All instructions that are charged, in order: the exit is among them, the jump behind a test is not. */
  readonly pcs: readonly number[];
  /** Instructions to execute before the exit, in order. */
  readonly instructions: readonly number[];
  readonly exit: Exit;
  /** Fuel and steps of all instructions, that of the exit included. */
  readonly fuel: number;
  readonly steps: number;
  /** Whether the last instruction hands over control, so that the fuel must be exact there. */
  readonly endsWithCall: boolean;
}

/** The part of a function that starts at an instruction: its block, or what is known of that. */
export function startingAt<T>(parts: ReadonlyMap<number, T>, start: number): T {
  const found = parts.get(start);
  if (found === undefined) throw new Error(`no block starts at instruction ${start}`);
  return found;
}

/** The blocks that a block can go to. */
export function successors(exit: Exit): readonly number[] {
  if (exit.kind === 'return') return [];
  return exit.kind === 'jump' ? [exit.target] : [exit.target, exit.otherwise];
}

/** Whether an instruction has its argument in the next word. */
export function hasExtraWord(i: number): boolean {
  return opcodeOf(i) === Op.LOADKX || (opcodeOf(i) === Op.SETLIST && cOf(i) === 0);
}

/** How the block ends at an instruction, or undefined if it continues. */
function exitAt(code: Int32Array, pc: number): Exit | undefined {
  const i = code[pc]!;
  const to = pc + 1 + jumpOf(i);
  switch (opcodeOf(i)) {
    case Op.EQ:
    case Op.LT:
    case Op.LE:
    case Op.TEST:
    case Op.TESTSET: {
      const jump = code[pc + 1]!;
      return { kind: 'test', pc, target: pc + 2 + jumpOf(jump), close: aOf(jump), otherwise: pc + 2 };
    }
    case Op.JMP:
      return { kind: 'jump', target: to, close: aOf(i) };
    case Op.FORPREP:
      return { kind: 'jump', target: to, close: 0 };
    case Op.FORLOOP:
      return { kind: 'forloop', pc, target: to, otherwise: pc + 1 };
    case Op.TFORLOOP:
      return { kind: 'tforloop', pc, target: to, otherwise: pc + 1 };
    case Op.RETURN:
    case Op.TAILCALL:
      return { kind: 'return', pc };
    case Op.LOADBOOL:
      return cOf(i) === 0 ? undefined : { kind: 'jump', target: pc + 2, close: 0 };
    case Op.CALL:
    case Op.TFORCALL:
      return { kind: 'jump', target: pc + 1, close: 0 };
    default:
      return undefined;
  }
}

/** Splits code into blocks: only those that can be reached from an instruction. */
export function findBlocks(code: Int32Array, root: number): Map<number, Block> {
  const leaders = new Set<number>();
  const pending = [root];
  for (let start = pending.pop(); start !== undefined; start = pending.pop()) {
    if (leaders.has(start)) continue;
    leaders.add(start);
    let pc = start;
    let exit = exitAt(code, pc);
    while (exit === undefined) {
      pc += hasExtraWord(code[pc]!) ? 2 : 1;
      exit = exitAt(code, pc);
    }
    pending.push(...successors(exit));
  }
  const blocks = new Map<number, Block>();
  for (const start of leaders) blocks.set(start, blockFrom(code, start, leaders));
  return blocks;
}

function blockFrom(code: Int32Array, start: number, leaders: ReadonlySet<number>): Block {
  const pcs: number[] = [];
  const instructions: number[] = [];
  let fuel = 0;
  let steps = 0;
  let pc = start;
  for (;;) {
    const i = code[pc]!;
    const opcode = opcodeOf(i);
    pcs.push(pc);
    fuel += INSTRUCTION_FUEL[opcode]!;
    steps++;
    let exit = exitAt(code, pc);
    // A jump is nothing to execute, nor are tests and returns: they are the exit.
    if (exit === undefined || (!('pc' in exit) && opcode !== Op.JMP)) instructions.push(pc);
    pc += hasExtraWord(i) ? 2 : 1;
    if (exit === undefined && leaders.has(pc)) exit = { kind: 'jump', target: pc, close: 0 };
    if (exit !== undefined) {
      return {
        start,
        pcs,
        instructions,
        exit,
        fuel,
        steps,
        endsWithCall: opcode === Op.CALL || opcode === Op.TFORCALL,
      };
    }
  }
}
