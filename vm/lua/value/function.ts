/** Functions: closures of Lua code, and functions of the host. */

import type { JitCode, Proto } from '../bytecode/proto.js';
import type { BuiltinCode } from './runtime.js';
import type { LuaObject, Value } from './value.js';

/** The variable has left the stack. */
export const CLOSED = -1;
/** The variable belongs to compiled code, which keeps it outside of the stack, and no closure has it yet. */
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
export class LuaClosure implements LuaObject {
  /** The JIT's function for calls with fixed arguments, when there is one. */
  jitCode: JitCode | undefined;
  /** Stack slots that a call needs beyond its arguments. */
  readonly frameSize: number;

  constructor(
    readonly proto: Proto,
    readonly upvalues: Upvalue[],
    /** Position in the order of creation, which replaces the address (spec 03 §6.9). */
    readonly id: number,
  ) {
    this.frameSize = proto.maxStackSize;
    this.jitCode = proto.isVararg ? undefined : ((proto.jitCode as JitCode | null) ?? undefined);
  }
}

/** A host function. */
export class Builtin<Host = unknown> implements LuaObject {
  constructor(
    /** The name as error messages give it: `string.rep`, `base.pairs`. */
    readonly name: string,
    readonly code: BuiltinCode<Host>,
    readonly id: number,
  ) {}
}

export function isFunction(v: Value): v is LuaClosure | Builtin {
  return v instanceof LuaClosure || v instanceof Builtin;
}
