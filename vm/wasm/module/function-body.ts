import {
  INSTRUCTIONS,
  type Instruction,
  LAST_SATURATING_TRUNCATION,
  OP,
  SATURATING_TRUNCATION,
} from './instructions.js';
import { MODULE_LIMITS } from './limits.js';
import { type ByteRange, type DecodedModule, functionType } from './module.js';
import { ModuleReader } from './module-reader.js';
import { rejectModule } from './rejected.js';
import { type FunctionType, type ValueType, valueType } from './value-type.js';

/** An instruction of a body. */
export interface BodyInstruction {
  readonly opcode: number;
  readonly start: number;
  readonly end: number;
  /** Steps, those of a called host function included. */
  readonly cost: number;
  /** Whether what follows can be reached by another way than from this instruction alone. */
  readonly endsSegment: boolean;
  /** The type of its result where that can be any NaN. */
  readonly nan: 'f32' | 'f64' | undefined;
  /** Whether it runs another function of the module, which changes the stack budget. */
  readonly enters: boolean;
}

/** A decoded function body. */
export interface FunctionBody {
  /** Declarations of locals: how many of which type. */
  readonly locals: readonly (readonly [count: number, type: ValueType])[];
  /** Parameters and locals. */
  readonly localCount: number;
  /** Parameters, locals and the most operands that are on the stack at once. */
  readonly frameValues: number;
  readonly instructions: readonly BodyInstruction[];
}

/** Steps of calling an import, without what it charges for itself by the size of its arguments. */
export type ImportCost = (importIndex: number) => number;

interface Block {
  readonly opcode: number;
  /** Operands below the block. */
  readonly base: number;
  readonly results: number;
  isTarget: boolean;
}

/** A br_table costs one step more for every so many targets (spec 04 §15.2). */
const TARGETS_PER_STEP = 16;
const EMPTY_BLOCK = 0x40;
/** Eight bytes, as a power of two; larger numbers say more than an alignment. */
const LARGEST_ALIGNMENT = 3;

/**
 * Decodes the body of a function that V8 has found valid: which instructions, what each costs, where
 * straight lines of them end, and how large the frame gets. What lies outside the instructions that
 * contracts may use is refused.
 *
 * @throws ModuleRejected
 */
export function decodeBody(
  module: DecodedModule,
  range: ByteRange,
  type: FunctionType,
  importCost: ImportCost,
): FunctionBody {
  const reader = new ModuleReader(module.bytes, range.start, range.end);
  const locals = readLocals(reader);
  const localCount = type.parameters.length + locals.reduce((sum, [count]) => sum + count, 0);
  if (localCount > MODULE_LIMITS.locals) {
    rejectModule(
      'too-many-locals',
      `a function of ${localCount} locals, at most ${MODULE_LIMITS.locals} are allowed`,
    );
  }
  const decoder = new BodyDecoder(module, reader, type, importCost);
  const instructions: BodyInstruction[] = [];
  while (decoder.isOpen) instructions.push(decoder.next());
  if (!reader.atEnd) rejectModule('malformed', 'code stands behind the end of a function');
  const frameValues = localCount + decoder.highest;
  if (frameValues > MODULE_LIMITS.frameValues) {
    rejectModule(
      'frame-too-large',
      `a function of ${frameValues} locals and operands, at most ${MODULE_LIMITS.frameValues} are allowed`,
    );
  }
  return { locals, localCount, frameValues, instructions };
}

function readLocals(reader: ModuleReader): [number, ValueType][] {
  const groups = reader.count(MODULE_LIMITS.locals, () =>
    rejectModule('too-many-locals', `more than ${MODULE_LIMITS.locals} declarations of locals in a function`),
  );
  return Array.from({ length: groups }, (): [number, ValueType] => {
    const count = reader.u32();
    const type = valueType(reader.u8());
    return [count, type ?? rejectModule('feature-not-allowed', 'a local that is not i32, i64, f32 or f64')];
  });
}

class BodyDecoder {
  /** The most operands so far. */
  highest = 0;
  #height = 0;
  readonly #blocks: Block[];

  constructor(
    readonly module: DecodedModule,
    readonly reader: ModuleReader,
    type: FunctionType,
    readonly importCost: ImportCost,
  ) {
    this.#blocks = [{ opcode: OP.block, base: 0, results: type.results.length, isTarget: true }];
  }

  /** Whether the block of the function has not ended. */
  get isOpen(): boolean {
    return this.#blocks.length > 0;
  }

  next(): BodyInstruction {
    const { reader } = this;
    const start = reader.offset;
    const opcode = reader.u8();
    const instruction = this.#instruction(opcode);
    const flow = this.#apply(opcode, instruction);
    return {
      opcode,
      start,
      end: reader.offset,
      cost: flow.cost ?? instruction.cost,
      endsSegment: flow.endsSegment ?? false,
      nan: flow.nan ?? instruction.nan,
      enters: flow.enters ?? false,
    };
  }

  #instruction(opcode: number): Instruction {
    if (opcode === OP.prefixFc) {
      const number = this.reader.u32();
      if (number <= LAST_SATURATING_TRUNCATION) return SATURATING_TRUNCATION;
      rejectModule('opcode-not-allowed', `opcode 0xfc ${number} (bulk memory or later) is not allowed`);
    }
    return (
      INSTRUCTIONS[opcode] ??
      rejectModule('opcode-not-allowed', `opcode 0x${opcode.toString(16)} is not allowed`)
    );
  }

  /** Reads what stands behind the opcode and follows its effect on operands and blocks. */
  #apply(opcode: number, instruction: Instruction): Partial<BodyInstruction> {
    this.#pop(instruction.pops);
    switch (instruction.immediate) {
      case 'block':
        return this.#open(opcode);
      case 'label':
        return this.#branch(opcode);
      case 'labels':
        return this.#branchTable(instruction);
      case 'function':
        return this.#call(instruction);
      case 'type': {
        const index = this.reader.u32();
        this.#zero('a table other than the first');
        this.#exchange(this.module.types[index]!);
        return { enters: true };
      }
      case 'none':
        if (opcode === OP.end) return this.#close();
        if (opcode === OP.else) return this.#otherwise();
        if (opcode === OP.return || opcode === OP.unreachable) return this.#leave();
        break;
      case 'index':
        this.reader.u32();
        break;
      case 'memarg':
        if (this.reader.u32() > LARGEST_ALIGNMENT) {
          rejectModule('feature-not-allowed', 'an address in a memory other than the first');
        }
        this.reader.u32();
        break;
      case 'memory':
        this.#zero('a memory other than the first');
        break;
      case 'i32':
        this.reader.i32();
        break;
      case 'i64':
        this.reader.skipI64();
        break;
      case 'f32':
        this.reader.skip(4);
        break;
      case 'f64':
        this.reader.skip(8);
        break;
    }
    this.#push(instruction.pushes);
    return {};
  }

  /** A byte that newer versions of WebAssembly use for more than there is here. */
  #zero(otherwise: string): void {
    if (this.reader.u8() !== 0) rejectModule('feature-not-allowed', otherwise);
  }

  #open(opcode: number): Partial<BodyInstruction> {
    const type = this.reader.u8();
    const isEmpty = type === EMPTY_BLOCK;
    if (!isEmpty && valueType(type) === undefined) {
      rejectModule('feature-not-allowed', 'a block with parameters or with several results');
    }
    this.#blocks.push({ opcode, base: this.#height, results: isEmpty ? 0 : 1, isTarget: opcode === OP.if });
    if (this.#blocks.length > MODULE_LIMITS.nesting) {
      rejectModule('nested-too-deep', `more than ${MODULE_LIMITS.nesting} blocks within each other`);
    }
    return { endsSegment: opcode !== OP.block };
  }

  #close(): Partial<BodyInstruction> {
    const block = this.#blocks.pop()!;
    this.#height = block.base;
    this.#push(block.results);
    return { endsSegment: block.isTarget };
  }

  #otherwise(): Partial<BodyInstruction> {
    this.#height = this.#blocks.at(-1)!.base;
    return { endsSegment: true };
  }

  /** What stands behind is not reached; operands are as at the start of the block. */
  #leave(): Partial<BodyInstruction> {
    this.#height = this.#blocks.at(-1)!.base;
    return { endsSegment: true };
  }

  #branch(opcode: number): Partial<BodyInstruction> {
    this.#target(this.reader.u32());
    return opcode === OP.br ? this.#leave() : { endsSegment: true };
  }

  #branchTable(instruction: Instruction): Partial<BodyInstruction> {
    const count = this.reader.count(MODULE_LIMITS.bodyBytes, () =>
      rejectModule('malformed', 'a br_table of more targets than a body has bytes'),
    );
    for (let i = 0; i <= count; i++) this.#target(this.reader.u32());
    return { ...this.#leave(), cost: instruction.cost + Math.floor(count / TARGETS_PER_STEP) };
  }

  #target(depth: number): void {
    const block = this.#blocks.at(-1 - depth);
    if (block === undefined) rejectModule('malformed', `a branch to label ${depth}, which does not exist`);
    block.isTarget = true;
  }

  #call(instruction: Instruction): Partial<BodyInstruction> {
    const index = this.reader.u32();
    const type = functionType(this.module, index);
    this.#exchange(type);
    if (index >= this.module.imports.length) return { enters: true };
    // What the host returns is a number of JavaScript, whose NaN has no bits of its own.
    const [result] = type.results;
    const nan = result === 'f32' || result === 'f64' ? { nan: result } : {};
    return { cost: instruction.cost + this.importCost(index), ...nan };
  }

  #exchange(type: FunctionType): void {
    this.#pop(type.parameters.length);
    this.#push(type.results.length);
  }

  #push(count: number): void {
    this.#height += count;
    if (this.#height > this.highest) this.highest = this.#height;
  }

  /** In code that is not reached there may be fewer operands than are taken. */
  #pop(count: number): void {
    this.#height = Math.max(this.#height - count, this.#blocks.at(-1)!.base);
  }
}
