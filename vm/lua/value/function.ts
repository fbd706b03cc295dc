/** Functions: closures of Lua code, and functions of the host. */

import type { Proto, TranslatedCode } from '../bytecode/proto.js';
import type { Machine } from '../machine/machine.js';
import type { Value } from './value.js';

/** The variable has left the stack. */
export const CLOSED = -1;
/** The variable belongs to translated code, which keeps it outside of the stack, and no closure has it yet. */
export const UNSHARED = -2;

/**
 * A variable that a closure captured. While the function that declared it runs in the interpreter,
 * `index` is its place in the machine's stack and the value lives there; afterwards `index` is
 * negative and the value lives here.
 */
export class Upvalue {
  constructor(
    /** Stack position, or one of {@link CLOSED} and {@link UNSHARED}. */
    public index: number,
    public value: Value,
  ) {}
}

/** A closure of Lua code. */
export class LuaClosure {
  /** The translated function for calls with fixed arguments, when there is one. */
  code: TranslatedCode | undefined;
  /** Stack slots that a call needs beyond its arguments. */
  readonly frameSize: number;

  constructor(
    readonly proto: Proto,
    readonly upvalues: Upvalue[],
    /** Place in the order of creation, which stands for the address (spec 03 §6.9). */
    readonly id: number,
  ) {
    this.frameSize = proto.maxStackSize;
    this.code = proto.isVararg ? undefined : ((proto.translated as TranslatedCode | null) ?? undefined);
  }
}

/**
 * What a host function does. Its arguments are `machine.stack[base]` to
 * `machine.stack[base + count - 1]`. It returns its results as every function of the engine does:
 * the first one as the JavaScript result, and `machine.resultCount` tells how many there are; when
 * there is not exactly one, all of them are in `machine.results`.
 */
export type BuiltinCode = (machine: Machine, base: number, count: number) => Value;

/** A host function. */
export class Builtin {
  constructor(
    /** The name as error messages give it: `string.rep`, `base.pairs`. */
    readonly name: string,
    readonly code: BuiltinCode,
    readonly id: number,
  ) {}
}

export function isFunction(v: Value): v is LuaClosure | Builtin {
  return v instanceof LuaClosure || v instanceof Builtin;
}
