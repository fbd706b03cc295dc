import { required } from '../../../src/codec/required.js';
import { FLAG, InstructionList } from './instruction-list.js';
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
import { refusedOpcode, refusedValueType } from './proposals.js';
import { rejectModule } from './rejected.js';
import { type FunctionType, type ValueType, valueType } from './value-type.js';

/** A decoded function body. */
export interface FunctionBody {
  /** Declarations of locals: number and type. */
  readonly locals: readonly (readonly [count: number, type: ValueType])[];
  /** Parameters and locals. */
  readonly localCount: number;
  /** Values that the machine keeps on its stack at once at most: parameters, locals, operands, arguments of a call. */
  readonly frameValues: number;
  /** Values whose places the compiler notes at the blocks of the function, all together (spec 04 §15.7). */
  readonly blockValues: number;
  /** Its instructions, until the list is used for another body. */
  readonly instructions: InstructionList;
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

/** A br_table costs one step more for this many targets (spec 04 §15.2). */
const TARGETS_PER_STEP = 16;
const EMPTY_BLOCK = 0x40;
/**
 * A condition has a state for each of its ways; the head of a loop has its own, and those of the condition that the
 * rewriter puts there.
 */
const STATES_OF_BLOCK: Readonly<Record<number, number>> = { [OP.if]: 2, [OP.loop]: 3 };
const NAN_FLAGS = { f32: FLAG.nan32, f64: FLAG.nan64 } as const;
/** Eight bytes, as a power of two; larger numbers encode more than an alignment. */
const LARGEST_ALIGNMENT = 3;

/**
 * Decodes the body of a function: which instructions, what each costs, where straight lines of them end, and
 * how large the frame gets. What lies outside the instructions that contracts may use is refused; whether the types
 * of operands fit is for V8 to say.
 *
 * @param instructions - takes the instructions, in the place of those that it holds
 * @throws ModuleRejected
 */
export function decodeBody(
  module: DecodedModule,
  range: ByteRange,
  type: FunctionType,
  importCost: ImportCost,
  instructions = new InstructionList(),
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
  instructions.restart(range.end - reader.offset);
  const decoder = new BodyDecoder(module, reader, type, importCost);
  while (decoder.isOpen) decoder.next(instructions);
  if (!reader.atEnd) rejectModule('malformed', 'code stands behind the end of a function');
  const values = localCount + decoder.highest;
  if (values > MODULE_LIMITS.frameValues) {
    rejectModule(
      'frame-too-large',
      `a function of ${values} locals and operands, at most ${MODULE_LIMITS.frameValues} are allowed`,
    );
  }
  const blockValues = decoder.operandsBelowBlocks + decoder.blocks * localCount;
  if (blockValues > MODULE_LIMITS.blockValues) {
    rejectModule(
      'too-many-block-values',
      `a function whose blocks have ${blockValues} locals and operands around them, at most ${MODULE_LIMITS.blockValues} are allowed`,
    );
  }
  return { locals, localCount, frameValues: values + decoder.mostArguments, blockValues, instructions };
}

function readLocals(reader: ModuleReader): [number, ValueType][] {
  const groups = reader.count(MODULE_LIMITS.locals, () =>
    rejectModule('too-many-locals', `more than ${MODULE_LIMITS.locals} declarations of locals in a function`),
  );
  return Array.from({ length: groups }, (): [number, ValueType] => {
    const count = reader.u32();
    const code = reader.u8();
    return [count, valueType(code) ?? rejectModule('feature-not-allowed', refusedValueType(code))];
  });
}

function missing(what: string, index: number): never {
  rejectModule('malformed', `${what} ${index} does not exist`);
}

class BodyDecoder {
  /** The most operands so far. */
  highest = 0;
  /** The most arguments of a call so far: the machine writes them behind the operands that they are taken from. */
  mostArguments = 0;
  /** Blocks so far, by the states that the compiler keeps of them. */
  blocks = 0;
  /** Operands that lie below each of them, all together. */
  operandsBelowBlocks = 0;
  #height = 0;
  readonly #blocks: Block[];
  /** Of the instruction that is being decoded. */
  #cost = 0;
  #flags = 0;

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

  /** Decodes the next instruction. */
  next(list: InstructionList): void {
    const { reader } = this;
    const start = reader.offset;
    const opcode = reader.u8();
    const instruction = this.#instruction(opcode);
    this.#cost = instruction.cost;
    this.#flags = instruction.nan === undefined ? 0 : NAN_FLAGS[instruction.nan];
    this.#apply(opcode, instruction);
    list.push(opcode, start, reader.offset, this.#cost, this.#flags);
  }

  #instruction(opcode: number): Instruction {
    if (opcode === OP.prefixFc) {
      const number = this.reader.u32();
      if (number <= LAST_SATURATING_TRUNCATION) return SATURATING_TRUNCATION;
      rejectModule('opcode-not-allowed', refusedOpcode(opcode, number));
    }
    if (opcode === OP.prefixFd) rejectModule('opcode-not-allowed', refusedOpcode(opcode, this.reader.u32()));
    return INSTRUCTIONS[opcode] ?? rejectModule('opcode-not-allowed', refusedOpcode(opcode));
  }

  /** Reads the immediates of the opcode and tracks its effect on operands and blocks. */
  #apply(opcode: number, instruction: Instruction): void {
    this.#pop(instruction.pops);
    switch (instruction.immediate) {
      case 'block':
        this.#open(opcode);
        return;
      case 'label':
        this.#branch(opcode);
        return;
      case 'labels':
        this.#branchTable();
        return;
      case 'function':
        this.#call();
        return;
      case 'type': {
        const index = this.reader.u32();
        this.#zero('a table other than the first');
        this.#exchange(this.module.types[index] ?? missing('type', index));
        this.#flags |= FLAG.enters;
        return;
      }
      case 'none':
        if (opcode === OP.end) {
          this.#close();
          return;
        }
        if (opcode === OP.else || opcode === OP.return || opcode === OP.unreachable) {
          this.#leave();
          return;
        }
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
  }

  /** A byte that newer versions of WebAssembly use for more than there is here. */
  #zero(otherwise: string): void {
    if (this.reader.u8() !== 0) rejectModule('feature-not-allowed', otherwise);
  }

  #open(opcode: number): void {
    const type = this.reader.u8();
    const isEmpty = type === EMPTY_BLOCK;
    if (!isEmpty && valueType(type) === undefined) {
      rejectModule('feature-not-allowed', 'a block with parameters or with several results (multi-value)');
    }
    this.#blocks.push({ opcode, base: this.#height, results: isEmpty ? 0 : 1, isTarget: opcode === OP.if });
    const states = STATES_OF_BLOCK[opcode] ?? 1;
    this.blocks += states;
    this.operandsBelowBlocks += states * this.#height;
    if (this.#blocks.length > MODULE_LIMITS.nesting) {
      rejectModule('nested-too-deep', `more than ${MODULE_LIMITS.nesting} blocks within each other`);
    }
    if (opcode !== OP.block) this.#flags |= FLAG.endsSegment;
  }

  #close(): void {
    const block = required(this.#blocks.pop(), 'the open block');
    this.#height = block.base;
    this.#push(block.results);
    if (block.isTarget) this.#flags |= FLAG.endsSegment;
  }

  /**
   * The code after it is reached by another path or not at all; operands are as at the start of the
   * block.
   */
  #leave(): void {
    this.#height = required(this.#blocks.at(-1), 'the open block').base;
    this.#flags |= FLAG.endsSegment;
  }

  #branch(opcode: number): void {
    this.#target(this.reader.u32());
    if (opcode === OP.br) this.#leave();
    else this.#flags |= FLAG.endsSegment;
  }

  #branchTable(): void {
    const limit = MODULE_LIMITS.branchTargets;
    const count = this.reader.count(limit, () =>
      rejectModule('too-many-targets', `a br_table of more than ${limit} targets`),
    );
    for (let i = 0; i <= count; i++) this.#target(this.reader.u32());
    this.#leave();
    this.#cost += Math.floor(count / TARGETS_PER_STEP);
  }

  #target(depth: number): void {
    const block = this.#blocks.at(-1 - depth);
    if (block === undefined) rejectModule('malformed', `a branch to label ${depth}, which does not exist`);
    block.isTarget = true;
  }

  #call(): void {
    const index = this.reader.u32();
    const { imports, functions } = this.module;
    if (index >= imports.length + functions.length) missing('function', index);
    const type = functionType(this.module, index);
    this.#exchange(type);
    if (index >= this.module.imports.length) {
      this.#flags |= FLAG.enters;
      return;
    }
    // What the host returns is a number of JavaScript, whose NaN has no bits of its own.
    const [result] = type.results;
    if (result === 'f32' || result === 'f64') this.#flags |= NAN_FLAGS[result];
    this.#cost += this.importCost(index);
  }

  #exchange(type: FunctionType): void {
    const { length } = type.parameters;
    if (length > this.mostArguments) this.mostArguments = length;
    this.#pop(length);
    this.#push(type.results.length);
  }

  #push(count: number): void {
    this.#height += count;
    if (this.#height > this.highest) this.highest = this.#height;
  }

  /** In code that is not reached there may be fewer operands than are taken. */
  #pop(count: number): void {
    this.#height = Math.max(this.#height - count, required(this.#blocks.at(-1), 'the open block').base);
  }
}
