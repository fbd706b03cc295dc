/**
 * What the text of a function calls the things its instructions name: registers, constants, upvalues
 * and inner functions. It keeps which of them have been named, for the text to declare those.
 */
import { required } from '../../../src/codec/required.js';
import { CONSTANT_BIT } from '../bytecode/opcodes.js';
import type { Proto } from '../bytecode/proto.js';
import { DataFlow } from './data-flow.js';

export class Operands {
  /** Registers that inner functions capture: each is a variable shared with them, an `Upvalue`. */
  readonly captured: ReadonlySet<number>;
  private readonly usedConstants = new Set<number>();
  private readonly usedUpvalues = new Set<number>();
  private readonly usedProtos = new Set<number>();
  /** From the start of the function, wherever this code begins: registers hold what led there. */
  private readonly wholeFlow: DataFlow;

  /**
   * @param placeOffset - added to instruction numbers that name places in `Proto.fuelBehind`
   * @param openLists - see `openListStarts`
   */
  constructor(
    readonly proto: Proto,
    private readonly placeOffset: number,
    private readonly openLists: ReadonlyMap<number, number>,
  ) {
    this.captured = capturedRegisters(proto);
    this.wholeFlow = new DataFlow(proto, 0);
  }

  register(r: number): string {
    return this.captured.has(r) ? `c${r}.value` : `r${r}`;
  }

  /** `count` registers from one on. */
  registers(first: number, count: number): string[] {
    return Array.from({ length: count }, (_, n) => this.register(first + n));
  }

  constant(index: number): string {
    this.usedConstants.add(index);
    return `k${index}`;
  }

  /**
   * A constant for a register. `| 0` changes no 32-bit integer, but lets V8 know that it is one, so
   * that a loop over it keeps its registers unboxed.
   */
  typedConstant(index: number): string {
    const v = this.proto.constants[index];
    const name = this.constant(index);
    return typeof v === 'number' && (v | 0) === v ? `${name} | 0` : name;
  }

  /** An operand that is a register or a constant. */
  registerOrConstant(x: number): string {
    return x >= CONSTANT_BIT ? this.constant(x - CONSTANT_BIT) : this.register(x);
  }

  /** The variable that holds an upvalue, not its value. */
  upvalue(index: number): string {
    this.usedUpvalues.add(index);
    return `u${index}`;
  }

  upvalueValue(index: number): string {
    const u = this.upvalue(index);
    return `(${u}.index < 0 ? ${u}.value : m.stack[${u}.index])`;
  }

  innerFunction(index: number): string {
    this.usedProtos.add(index);
    return `p${index}`;
  }

  /** The register where the open list starts that an instruction takes. */
  openListStart(pc: number): number {
    return required(this.openLists.get(pc), `the open list of instruction ${pc}`);
  }

  /** Whether the step of a numeric loop is certainly a positive integer. */
  stepsUp(forLoop: number): boolean {
    return this.wholeFlow.stepsUp(forLoop);
  }

  /** How the current instruction is passed to helpers. */
  place(pc: number): number {
    return pc + this.placeOffset;
  }

  /** `typeof x === 'number'` for the operands that are not known to be one. */
  areNumbers(...operands: readonly number[]): string {
    const unknown = operands.filter(x => typeof this.constantValue(x) !== 'number');
    return unknown.map(x => `typeof ${this.registerOrConstant(x)} === 'number'`).join(' && ') || 'true';
  }

  isStringConstant(x: number): boolean {
    const v = this.constantValue(x);
    return typeof v === 'object' && v !== null && 'bytes' in v;
  }

  private constantValue(x: number): Proto['constants'][number] | undefined {
    return x >= CONSTANT_BIT ? this.proto.constants[x - CONSTANT_BIT] : undefined;
  }

  /** Declares what has been named and is the same for every call of the function. */
  declareShared(): string[] {
    return [
      ...[...this.usedConstants].map(k => `const k${k} = K[${k}];`),
      ...[...this.usedProtos].map(p => `const p${p} = P[${p}];`),
    ];
  }

  /** Declares the upvalues that have been named. */
  declareUpvalues(): string[] {
    return [...this.usedUpvalues].map(u => `const u${u} = cl.upvalues[${u}];`);
  }
}

function capturedRegisters(proto: Proto): Set<number> {
  const registers = new Set<number>();
  for (const inner of proto.protos) for (const u of inner.upvalues) if (u.inStack) registers.add(u.index);
  return registers;
}
