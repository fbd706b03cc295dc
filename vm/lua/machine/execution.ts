/** What the interpreter and the code of the JIT ask of the machine that they run on. */
import type { JitPolicy } from '../jit/policy.js';
import type { Builtin, LuaClosure } from '../value/function.js';
import type { LuaRuntime } from '../value/runtime.js';
import type { Value } from '../value/value.js';
import type { ErrorSource } from './errors.js';

/** A machine with its registers, counters and records of running functions. */
export interface ExecutingMachine extends ErrorSource, LuaRuntime {
  readonly jit: JitPolicy;

  /** Runs a Lua function with its arguments after `func`, as compiled code if possible. */
  callClosure(closure: LuaClosure, func: number, count: number): Value;
  /** Runs a host function with its arguments after `func`. */
  callBuiltin(builtin: Builtin, func: number, count: number): Value;
  /** As `callAt`, for a call instruction of compiled code: no C level is used. */
  callStack(func: number, count: number): Value;
  /** Calls what is at a stack position as the last thing that a compiled function does. */
  tailCall(target: number, func: number, count: number): Value;
  /** Inserts the `__call` metamethod of a value that is not a function before its arguments. */
  insertCallMetamethod(func: number, count: number): number;
  /** Whether a host function could be called with two arguments without anything but its own work. */
  callsFreely(func: number): boolean;
  /** Takes the work of a call that compiled code does without making it. */
  chargeCall(): void;
  /** Returns any number of values from compiled code, whose moving it has paid for. */
  returned(values: Value[]): Value;
}
