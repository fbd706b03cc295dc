/** Compiled functions. */

import type { LuaRuntime } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';
import type { LuaObject, Value } from '../value/value.js';

/** Where a closure finds a captured variable when it is made. */
export interface UpvalueDescriptor {
  readonly name: string;
  /** In a register of the enclosing function, or among its own upvalues. */
  readonly inStack: boolean;
  readonly index: number;
}

/** A local variable: the registers' names for error messages. */
export interface LocalVariable {
  readonly name: string;
  /** First instruction where it is active, and the first where it is not any more. */
  readonly start: number;
  readonly end: number;
}

/** The compiler's output for a function. */
export interface ProtoFields {
  /** Chunk name as given, such as `line` or `=v` or `@file`. */
  readonly source: LuaString;
  /** Its chunk name as messages show it. */
  readonly shownSource: string;
  readonly lineDefined: number;
  readonly parameterCount: number;
  readonly isVararg: boolean;
  /** Registers that the function needs. */
  readonly maxStackSize: number;
  /** Instructions in the encoding of Lua 5.3, unsigned 32-bit numbers kept as signed ones. */
  readonly code: Int32Array;
  readonly constants: readonly Value[];
  readonly protos: readonly Proto[];
  readonly upvalues: readonly UpvalueDescriptor[];
  /** Source line of each instruction. */
  readonly lines: Int32Array;
  readonly locals: readonly LocalVariable[];
}

/**
 * A function as JavaScript. It gets the machine, its closure, the stack position of its
 * first argument, and its arguments; missing ones are undefined. It returns its results as
 * `BuiltinCode` does.
 */
export type JitCode = (machine: LuaRuntime, closure: LuaObject, base: number, ...args: Value[]) => Value;

/** The same for a function with variable arguments, which gets all of them as a list. */
export type JitVarargCode = (machine: LuaRuntime, closure: LuaObject, base: number, args: Value[]) => Value;

/**
 * A compiled function. Immutable but for what makes it faster: how often it ran, and what the JIT made
 * of it. Shared by all runs of a contract.
 */
export class Proto implements ProtoFields {
  readonly source: LuaString;
  /** Its chunk name as messages show it. */
  readonly shownSource: string;
  readonly lineDefined: number;
  readonly parameterCount: number;
  readonly isVararg: boolean;
  readonly maxStackSize: number;
  readonly code: Int32Array;
  readonly constants: readonly Value[];
  readonly protos: readonly Proto[];
  readonly upvalues: readonly UpvalueDescriptor[];
  readonly lines: Int32Array;
  readonly locals: readonly LocalVariable[];
  /** Calls and loop turns in the interpreter so far; decides when the JIT compiles it. */
  heat = 0;
  /** The JavaScript function, null while there is none, undefined when there cannot be one. */
  jitCode: JitCode | JitVarargCode | null | undefined = null;
  /** Code that is entered at the back edge of a loop, by the instruction there. */
  readonly loops = new Map<number, JitVarargCode | undefined>();
  /**
   * Fuel and steps of the instructions after each one up to the end of its block: what the JIT's
   * code has charged in advance (see `jit/`).
   */
  fuelBehind: Int32Array = EMPTY;
  stepsBehind: Int32Array = EMPTY;
  /** The first instruction of the block of each one. */
  blockStart: Int32Array = EMPTY;

  constructor(fields: ProtoFields) {
    this.source = fields.source;
    this.shownSource = fields.shownSource;
    this.lineDefined = fields.lineDefined;
    this.parameterCount = fields.parameterCount;
    this.isVararg = fields.isVararg;
    this.maxStackSize = fields.maxStackSize;
    this.code = fields.code;
    this.constants = fields.constants;
    this.protos = fields.protos;
    this.upvalues = fields.upvalues;
    this.lines = fields.lines;
    this.locals = fields.locals;
  }
}

const EMPTY = new Int32Array(0);
