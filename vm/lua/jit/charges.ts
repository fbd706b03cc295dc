/**
 * What each block of a function charges when it is entered, and how much of that is for the
 * instructions after a given one. An instruction that leaves the simple case inside a block refunds
 * what has been charged for those after it, so that whatever it does sees the fuel that the
 * interpreter would see (`Proto.fuelBehind`).
 *
 * Whether the fuel has lasted is looked at before anything can happen that depends on it: before an
 * instruction leaves the simple case (`enter` in `runtime-helpers.ts`), before a call, and where a block
 * ends. So nothing can give fuel back before that, and because a block's charges are known, it is known
 * which of its instructions could not be paid: the run ends there, with the text and the counters that
 * the interpreter would give.
 */
import { INSTRUCTION_FUEL, opcodeOf } from '../bytecode/opcodes.js';
import { type Block, startingAt } from './control-flow-graph.js';
import type { Node } from './structured-flow.js';

export class Charges {
  /** Fuel and steps charged for the instructions after each one in its block. */
  readonly fuelBehind: Int32Array;
  readonly stepsBehind: Int32Array;
  /** The first instruction of the block of each one. */
  readonly blockStart: Int32Array;

  constructor(
    code: Int32Array,
    private readonly nodes: ReadonlyMap<number, Node>,
    private readonly placeOffset: number,
  ) {
    this.fuelBehind = new Int32Array(code.length);
    this.stepsBehind = new Int32Array(code.length);
    this.blockStart = new Int32Array(code.length);
    for (const { block } of nodes.values()) this.measure(code, block);
  }

  /** The statement that charges for a block where it starts; none for one that its predecessors pay. */
  atStart(node: Node): string[] {
    if (isLoopTurn(node)) return [];
    const { fuel, steps } = this.totalOf(node.block);
    return [charge(fuel, steps)];
  }

  /**
   * The statement that looks whether the fuel has lasted for a block, at a place where all of it is
   * charged: before its exit, or before the call that ends it. None for one that its predecessors pay.
   */
  look(node: Node): string[] {
    return isLoopTurn(node) ? [] : [this.lookAt(node.block)];
  }

  /** The statements that charge for the block to go to, and look, where neither it nor the one before has. */
  onTheWay(from: Node, target: Node): string[] {
    return this.carriedBlock(from.block) === undefined ? this.onEntry(target) : [];
  }

  /** The same where code begins. */
  onEntry(target: Node): string[] {
    if (!isLoopTurn(target)) return [];
    return [charge(target.block.fuel, target.block.steps), this.lookAt(target.block)];
  }

  private lookAt({ pcs }: Block): string {
    return `if (m.remaining < 0) burnOut(m, ${this.placeOffset + pcs[pcs.length - 1]!});`;
  }

  private measure(code: Int32Array, block: Block): void {
    let { fuel, steps } = this.totalOf(block);
    for (const pc of block.pcs) {
      this.blockStart[pc] = block.start;
      fuel -= INSTRUCTION_FUEL[opcodeOf(code[pc]!)]!;
      steps--;
      this.fuelBehind[pc] = fuel;
      this.stepsBehind[pc] = steps;
    }
  }

  private totalOf(block: Block): { fuel: number; steps: number } {
    const carried = this.carriedBlock(block);
    return { fuel: block.fuel + (carried?.fuel ?? 0), steps: block.steps + (carried?.steps ?? 0) };
  }

  /**
   * The block whose charge is part of this one's: the turn of a numeric loop, when nothing can
   * observe the fuel in between.
   */
  private carriedBlock(block: Block): Block | undefined {
    if (block.exit.kind !== 'jump' || block.endsWithCall) return undefined;
    const target = startingAt(this.nodes, block.exit.target);
    return isLoopTurn(target) ? target.block : undefined;
  }
}

function charge(fuel: number, steps: number): string {
  return `m.remaining -= ${fuel}; m.steps += ${steps};`;
}

/** The block of a FORLOOP alone: its charge goes to the blocks that jump to it. */
function isLoopTurn(node: Node): boolean {
  return node.isLoopStart && node.block.exit.kind === 'forloop' && node.block.instructions.length === 0;
}
