/**
 * Writes a function as JavaScript text. The text is made of fixed pieces, register and constant
 * numbers only: nothing that a contract chose, neither names nor strings nor numerals, enters it.
 *
 * Fuel is charged for a block of instructions when it is entered (`charges.ts`).
 */
import { aOf } from '../bytecode/opcodes.js';
import type { Proto } from '../bytecode/proto.js';
import { Charges } from './charges.js';
import { findBlocks, startingAt } from './control-flow-graph.js';
import { openListStarts } from './data-flow.js';
import { Operands } from './operands.js';
import { type Node, placeBlocks } from './structured-flow.js';
import { writeCondition, writeTestSet } from './write-conditions.js';
import { writeInstruction } from './write-instruction.js';
import { writeForTurn } from './write-numeric-for.js';
import { writeReturn } from './write-value-lists.js';

/** A function as text, with what its blocks charge in advance. */
export interface WrittenFunction {
  /** The body of a function of `K` (constants), `P` (inner functions) and `S` (support). */
  readonly text: string;
  readonly fuelBehind: Int32Array;
  readonly stepsBehind: Int32Array;
  readonly blockStart: Int32Array;
}

/**
 * Longer functions stay in the interpreter. What V8 needs to optimize the JavaScript of a function grows faster than
 * its length, and until then the JavaScript is slower than the interpreter: 300 accesses of a table in one loop took
 * five times as long for twelve million units of fuel. The sample contracts have at most 94 in a function.
 */
const MAX_INSTRUCTIONS = 150;

/** Where compiled code begins. */
export interface Entry {
  /** First instruction: 0, or where a loop of a running function turns. */
  readonly pc: number;
  /** Whether the code takes over a frame of the interpreter instead of being called. */
  readonly isInside: boolean;
  /** What is added to instruction numbers that name places in `fuelBehind`, a multiple of the code length. */
  readonly offset: number;
}

/**
 * Writes a function; undefined when its control flow or size does not allow it. Entered at a
 * loop, the code takes over a frame of the interpreter, with its registers, and returns for it.
 */
export function writeFunction(
  proto: Proto,
  supportNames: readonly string[],
  entry: Entry = { pc: 0, isInside: false, offset: 0 },
): WrittenFunction | undefined {
  if (proto.code.length > MAX_INSTRUCTIONS) return undefined;
  const nodes = placeBlocks(findBlocks(proto.code, entry.pc), entry.pc);
  if (nodes === undefined) return undefined;
  const openLists = openListStarts(proto, entry.pc);
  if (openLists === undefined) return undefined;
  const operands = new Operands(proto, entry.offset, openLists);
  const charges = new Charges(proto.code, nodes, entry.offset);
  const body = new BodyWriter(operands, charges, nodes).write(startingAt(nodes, entry.pc));
  const head = entry.isInside ? takeFrameOver(operands) : beginCall(operands);
  const written = [...head, ...body].join('\n');
  const used = supportNames.filter(name => written.includes(name));
  const text = [
    "'use strict';",
    `const { ${used.join(', ')} } = S;`,
    ...operands.declareShared(),
    ...head,
    ...operands.declareUpvalues(),
    'let f, v, s, t, open;',
    ...body,
    // A function in brackets is compiled at once by V8, which else would only look it through now, and read it again when
    // it is called.
    '});',
  ].join('\n');
  const { fuelBehind, stepsBehind, blockStart } = charges;
  return { text, fuelBehind, stepsBehind, blockStart };
}

/** The head of a function that is called. */
function beginCall({ proto, captured }: Operands): string[] {
  const parameters = proto.isVararg
    ? ['args']
    : Array.from({ length: proto.parameterCount }, (_, r) => (captured.has(r) ? `a${r}` : `r${r}`));
  const lines = [
    `return (function lua(m, cl, base, ${parameters.join(', ')}) {`,
    'const prev = m.ci, ci = prev.nextJit;',
    'm.ci = ci; ci.closure = cl; ci.base = base;',
  ];
  if (proto.isVararg) {
    lines.push('ci.pc = 0; m.workOnVarargs(args.length);');
    lines.push(`const varargs = args.slice(${proto.parameterCount});`);
    lines.push(`ci.func = base - 1 - Math.max(args.length, ${proto.parameterCount});`);
  }
  for (let r = 0; r < proto.maxStackSize; r++) {
    const isParameter = r < proto.parameterCount;
    const initial = !isParameter ? 'undefined' : proto.isVararg ? `args[${r}]` : `a${r}`;
    if (captured.has(r)) lines.push(`let c${r} = new Upvalue(UNSHARED, ${initial});`);
    else if (!isParameter || proto.isVararg) lines.push(`let r${r} = ${initial};`);
  }
  return lines;
}

/** The head of a function that continues at the interpreter's position. */
function takeFrameOver({ proto, captured }: Operands): string[] {
  const lines = [
    'return (function lua(m, cl, base, varargs) {',
    'const ci = m.ci, prev = ci.previous, registers = m.stack;',
  ];
  for (let r = 0; r < proto.maxStackSize; r++) {
    if (captured.has(r)) lines.push(`let c${r} = m.upvalues.takeFromStack(base + ${r});`);
    else lines.push(`let r${r} = registers[base + ${r}];`);
  }
  return lines;
}

/** Writes blocks as nested, labelled statements, so that every jump is a `break` or a `continue`. */
class BodyWriter {
  private readonly lines: string[] = [];

  constructor(
    private readonly operands: Operands,
    private readonly charges: Charges,
    private readonly nodes: ReadonlyMap<number, Node>,
  ) {}

  write(root: Node): readonly string[] {
    this.lines.push(...this.charges.onEntry(root));
    this.writeNode(root);
    return this.lines;
  }

  private writeNode(node: Node): void {
    for (const later of node.behind) this.lines.push(`B${later.block.start}: {`);
    if (node.isLoopStart) this.lines.push(`L${node.block.start}: for (;;) {`);
    for (const later of node.inside) this.lines.push(`B${later.block.start}: {`);
    this.writeBlock(node);
    this.writeLater(node.inside);
    if (node.isLoopStart) this.lines.push('}');
    this.writeLater(node.behind);
  }

  /** Ends the labelled statements whose end is where these nodes begin, and writes the nodes there. */
  private writeLater(nodes: readonly Node[]): void {
    for (const later of [...nodes].reverse()) {
      this.lines.push('}');
      this.writeNode(later);
    }
  }

  private writeBlock(node: Node): void {
    const { instructions, exit, endsWithCall } = node.block;
    this.lines.push(...this.charges.atStart(node));
    instructions.forEach((pc, index) => {
      if (endsWithCall && index === instructions.length - 1) this.lines.push(...this.charges.look(node));
      this.lines.push(writeInstruction(this.operands, pc));
    });
    if (!endsWithCall) this.lines.push(...this.charges.look(node));
    switch (exit.kind) {
      case 'jump':
        this.closeFrom(exit.close);
        this.goTo(node, exit.target);
        break;
      case 'return':
        this.lines.push(writeReturn(this.operands, exit.pc));
        break;
      case 'test':
        this.lines.push(`if (${writeCondition(this.operands, exit.pc)}) {`);
        this.lines.push(writeTestSet(this.operands, exit.pc));
        this.closeFrom(exit.close);
        this.branch(node, exit);
        break;
      case 'forloop':
        this.lines.push(...writeForTurn(this.operands, exit.pc));
        this.branch(node, exit);
        break;
      case 'tforloop': {
        const [control, first] = this.operands.registers(aOf(this.operands.proto.code[exit.pc]!), 2);
        this.lines.push(`if (${first} !== undefined) {`, `${control} = ${first};`);
        this.branch(node, exit);
      }
    }
  }

  /** The rest of an `if` whose head is written: one way or the other. */
  private branch(from: Node, exit: { readonly target: number; readonly otherwise: number }): void {
    this.goTo(from, exit.target);
    this.lines.push('} else {');
    this.goTo(from, exit.otherwise);
    this.lines.push('}');
  }

  /** Continues at a block: jumps to where it is written, or writes it here. */
  private goTo(from: Node, start: number): void {
    const target = startingAt(this.nodes, start);
    this.lines.push(...this.charges.onTheWay(from, target));
    if (target.order <= from.order) this.lines.push(`continue L${start};`);
    else if (target.isPlaced) this.lines.push(`break B${start};`);
    else this.writeNode(target);
  }

  /** Gives captured registers from an operand of a jump on new variables, as closing does. */
  private closeFrom(operand: number): void {
    if (operand === 0) return;
    for (const r of this.operands.captured) {
      if (r >= operand - 1) {
        this.lines.push(`if (c${r}.index === CLOSED) c${r} = new Upvalue(UNSHARED, c${r}.value);`);
      }
    }
  }
}
