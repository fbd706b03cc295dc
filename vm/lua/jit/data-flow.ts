/**
 * Which instructions may have written what an instruction reads: reaching definitions on the
 * control-flow graph. Nothing is concluded from where instructions stand in the code.
 */
import { required } from '../../../src/codec/required.js';
import { aOf, bOf, bxOf, cOf, Op, opcodeOf } from '../bytecode/opcodes.js';
import type { Proto } from '../bytecode/proto.js';
import type { Value } from '../value/value.js';
import { type Block, findBlocks, successors } from './control-flow-graph.js';

/** Instead of a register: the list of values whose length is known only at run time. */
const OPEN_LIST = -1;

/** Instructions that write on one of their two ways only. */
const WRITE_SOMETIMES: ReadonlySet<number> = new Set([Op.TESTSET, Op.FORLOOP, Op.TFORLOOP]);

/** Instructions that write nothing that instructions read. */
const WRITE_NOTHING: ReadonlySet<number> = new Set([
  Op.SETTABUP,
  Op.SETUPVAL,
  Op.SETTABLE,
  Op.JMP,
  Op.EQ,
  Op.LT,
  Op.LE,
  Op.TEST,
  Op.RETURN,
  Op.TAILCALL,
  Op.SETLIST,
]);

/** Whether an instruction may write a register, or the open list. */
function writes(i: number, register: number): boolean {
  const opcode = opcodeOf(i);
  const a = aOf(i);
  const isOpenList = register === OPEN_LIST;
  switch (opcode) {
    case Op.CALL:
      return isOpenList ? cOf(i) === 0 : register >= a;
    case Op.VARARG:
      if (isOpenList) return bOf(i) === 0;
      return register >= a && (bOf(i) === 0 || register < a + bOf(i) - 1);
    case Op.LOADNIL:
      return register >= a && register <= a + bOf(i);
    case Op.SELF:
      return register === a || register === a + 1;
    case Op.CONCAT:
      return register === a || (register >= bOf(i) && register <= cOf(i));
    case Op.FORPREP:
      return register >= a && register <= a + 2;
    case Op.FORLOOP:
      return register === a || register === a + 3;
    case Op.TFORCALL:
      return register >= a + 3;
    default:
      return !isOpenList && register === a && !WRITE_NOTHING.has(opcode);
  }
}

/** The reaching definitions of a function that is entered at one instruction. */
export class DataFlow {
  private readonly predecessors = new Map<number, Block[]>();
  /** The block of each instruction that can be reached. */
  private readonly blockOf = new Map<number, Block>();

  constructor(
    private readonly proto: Proto,
    private readonly root: number,
  ) {
    for (const block of findBlocks(proto.code, root).values()) {
      for (const pc of block.pcs) this.blockOf.set(pc, block);
      for (const target of successors(block.exit)) {
        const sources = this.predecessors.get(target);
        if (sources === undefined) this.predecessors.set(target, [block]);
        else sources.push(block);
      }
    }
  }

  /**
   * The instructions that may have written a register last when an instruction runs; undefined when
   * it may hold what the function was entered with.
   */
  definitions(pc: number, register: number): ReadonlySet<number> | undefined {
    const found = new Set<number>();
    const pending = [{ block: required(this.blockOf.get(pc), `the block of instruction ${pc}`), before: pc }];
    const seen = new Set<Block>();
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const { block, before } = at;
      if (this.findWriters(block, before, register, found)) continue;
      if (block.start === this.root) return undefined;
      for (const source of this.predecessors.get(block.start) ?? []) {
        if (seen.has(source)) continue;
        seen.add(source);
        pending.push({ block: source, before: Infinity });
      }
    }
    return found;
  }

  /** Finds the last instructions of a block that may write a register; whether one of them does for certain. */
  private findWriters({ pcs }: Block, before: number, register: number, found: Set<number>): boolean {
    for (let at = pcs.length - 1; at >= 0; at--) {
      const pc = pcs[at]!;
      const i = this.proto.code[pc]!;
      if (pc >= before || !writes(i, register)) continue;
      found.add(pc);
      if (!WRITE_SOMETIMES.has(opcodeOf(i))) return true;
    }
    return false;
  }

  /**
   * The register where the open list starts that an instruction takes; undefined when there is none, or
   * not always the same.
   */
  openListStart(pc: number): number | undefined {
    const definitions = this.definitions(pc, OPEN_LIST);
    if (definitions === undefined) return undefined;
    const [start, ...others] = new Set([...definitions].map(at => aOf(this.proto.code[at]!)));
    return others.length === 0 ? start : undefined;
  }

  /** Whether the step of a numeric loop is certainly a positive integer constant. */
  stepsUp(forLoop: number): boolean {
    const step = aOf(this.proto.code[forLoop]!) + 2;
    return this.every(forLoop, step, (preparation, at) =>
      opcodeOf(preparation) !== Op.FORPREP || aOf(preparation) + 2 !== step
        ? false
        : this.every(
            at,
            step,
            load => opcodeOf(load) === Op.LOADK && isPositive(this.proto.constants[bxOf(load)]),
          ),
    );
  }

  /** Whether all definitions of a register are known and satisfy a condition. */
  private every(pc: number, register: number, condition: (i: number, pc: number) => boolean): boolean {
    const definitions = this.definitions(pc, register);
    return definitions !== undefined && [...definitions].every(at => condition(this.proto.code[at]!, at));
  }
}

/**
 * Where the open list starts that each instruction takes which takes one: CALL, TAILCALL, RETURN and
 * SETLIST without a count. Undefined when one of them could take different ones.
 */
export function openListStarts(proto: Proto, root: number): ReadonlyMap<number, number> | undefined {
  const flow = new DataFlow(proto, root);
  const starts = new Map<number, number>();
  for (const { pcs } of findBlocks(proto.code, root).values()) {
    for (const pc of pcs) {
      const i = proto.code[pc]!;
      if (!TAKE_LISTS.has(opcodeOf(i)) || bOf(i) !== 0) continue;
      const start = flow.openListStart(pc);
      if (start === undefined) return undefined;
      starts.set(pc, start);
    }
  }
  return starts;
}

const TAKE_LISTS: ReadonlySet<number> = new Set([Op.CALL, Op.TAILCALL, Op.RETURN, Op.SETLIST]);

function isPositive(v: Value): boolean {
  return typeof v === 'number' && v > 0;
}
