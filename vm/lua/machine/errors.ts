/** Errors of a run: how they get their texts and positions, and how they are thrown. */

import { calledName, operandName, registerName, type VariableName } from '../bytecode/debug-names.js';
import type { Operand } from '../bytecode/opcodes.js';
import { isResultRead } from '../bytecode/result-use.js';
import { typeName } from '../value/metamethods.js';
import type { CallingPlace } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';
import type { Value } from '../value/value.js';
import { BUILTIN_SLOTS, type CallInfo, CallStack } from './calls.js';
import { concatenate } from './concatenate.js';
import { BurnOut, type RunAborted } from './fuel.js';

/** How many running functions a traceback names. */
export const MAX_TRACEBACK = 20;

/** Work of going from a running function to its caller, which is another object each time. */
const LEVEL_WORK = 4;
/** Work of raising an error and catching it. */
const ERROR_WORK = 100;

/**
 * An error in the sense of Lua: `pcall` catches it. No Error of JavaScript, whose trace of the stack would be
 * made for every error that a contract raises in a loop.
 */
export class LuaError {
  constructor(
    /** The error value, of any type. */
    readonly value: Value,
    /** Positions of the functions that were running, innermost first. */
    readonly traceback: readonly string[],
  ) {}
}

/**
 * An exception of JavaScript in a run, such as a RangeError: a fault of this program, never an outcome of
 * the contract. Nothing in a contract catches it, and whoever runs contracts must not take it for one:
 * limits that depend on the machine are never reached, because our own are checked first.
 */
export class RuntimeFault extends Error {
  constructor(cause: unknown) {
    super(`fault of the Lua runtime, not of the contract: ${cause}`, { cause });
  }
}

export abstract class ErrorSource extends CallStack {
  /** What `xpcall` wants to be called for every error. */
  errorHandler: Value = undefined;
  /** Calls in progress that catch errors. */
  protectedCalls = 0;

  /** Calls a function value for its first result. */
  abstract callForOne(f: Value, count: number, a?: Value, b?: Value, c?: Value): Value;

  /** Raises an error value. */
  raise(value: Value): never {
    if (this.remaining < 0) this.burnOut('lua_BurnMemory');
    const handler = this.errorHandler;
    if (handler !== undefined) value = this.callForOne(handler, 1, value);
    this.throwError(value);
  }

  /** Where the error was is written down only when nobody catches it: nobody else is told. */
  private throwError(value: Value): never {
    this.work(ERROR_WORK);
    throw new LuaError(value, this.protectedCalls > 0 ? [] : this.traceback());
  }

  /**
   * Raises an error of the virtual machine, with the position of the running Lua function.
   *
   * @param template - `%s` is replaced by the next argument
   */
  runError(template: string, ...args: readonly (string | number)[]): never {
    const text = this.format(template, ...args);
    const ci = this.ci;
    if (ci.closure === undefined) this.raise(text);
    this.raise(this.format('%s:%s: %s', this.chunkName(ci), this.currentLine(ci), text.bytes));
  }

  /** Raises an error of a host function, with the position of its caller. */
  libraryError(template: string, ...args: readonly (string | number)[]): never {
    const where = this.where(1);
    this.raise(concatenate(this, [where, this.format(template, ...args)]));
  }

  /** Raises an error about an argument of the running host function. */
  argumentError(index: number, message: string): never {
    const called = this.nameOfRunning();
    let position = index;
    if (called?.kind === 'method') {
      position--;
      if (position === 0) this.libraryError("calling '%s' on bad self (%s)", called.name, message);
    }
    const name = called?.name ?? this.ci.builtin?.name ?? '?';
    this.libraryError("bad argument #%s to '%s' (%s)", position, name, message);
  }

  /** A character as error texts show it: by its code where it does not print. */
  shownCharacter(c: string): string {
    return c >= ' ' && c <= '~' ? c : this.format('<\\%s>', c.charCodeAt(0)).bytes;
  }

  /** How the caller of the running function names it. */
  private nameOfRunning(): VariableName | undefined {
    const caller = this.ci.previous;
    if (this.ci.tail || caller?.closure === undefined) return undefined;
    return calledName(this, caller.closure.proto, caller.pc - 1);
  }

  /** Raises an error about the type of a value, which is an operand of the running instruction. */
  typeError(v: Value, operation: string, operand: Operand): never {
    const variable = this.describe(operand);
    this.runError('attempt to %s a %s value%s', operation, typeName(v), variable);
  }

  /** ` (local 'x')` for an operand of the running instruction, or nothing. */
  describe(operand: Operand): string {
    const { closure, pc } = this.ci;
    if (closure === undefined) return '';
    return this.describeVariable(operandName(this, closure, pc - 1, operand));
  }

  /** ` (local 'x')` for what a register of the running function holds, by stack position, or nothing. */
  describeSlot(at: number): string {
    const { closure, base, pc } = this.ci;
    if (closure === undefined) return '';
    return this.describeVariable(registerName(this, closure.proto, pc - 1, at - base));
  }

  /** ` (local 'x')` for a variable, or nothing. */
  private describeVariable(variable: VariableName | undefined): string {
    return variable === undefined ? '' : this.format(" (%s '%s')", variable.kind, variable.name).bytes;
  }

  private chunkName(ci: CallInfo): string {
    return ci.lua.proto.shownSource;
  }

  private currentLine(ci: CallInfo): number {
    return ci.lua.proto.lines[Math.max(ci.pc - 1, 0)]!;
  }

  /** `chunk:line: ` of the function at a level: 0 is the running one. Empty for host functions. */
  where(level: number): LuaString {
    this.workOnList(LEVEL_WORK * Math.min(level, this.ci.level));
    let ci: CallInfo | undefined = this.ci;
    for (let i = 0; i < level && ci !== undefined; i++) ci = ci.previous;
    if (ci?.closure === undefined) return this.string('');
    return this.format('%s:%s: ', this.chunkName(ci), this.currentLine(ci));
  }

  callingPlace(): CallingPlace | undefined {
    let ci: CallInfo | undefined = this.ci;
    while (ci !== undefined && ci.closure === undefined) ci = ci.previous;
    if (ci?.closure === undefined) return undefined;
    const { proto } = ci.closure;
    const pc = Math.max(ci.pc - 1, 0);
    return { line: proto.lines[pc] ?? 0, isResultRead: () => isResultRead(proto, pc) };
  }

  protected traceback(): string[] {
    const lines: string[] = [];
    for (let ci: CallInfo | undefined = this.ci; ci !== undefined; ci = ci.previous) {
      if (lines.length === MAX_TRACEBACK) break;
      if (ci.closure !== undefined) lines.push(`${this.chunkName(ci)}:${this.currentLine(ci)}`);
      else if (ci.builtin !== undefined) lines.push(`[host]: ${ci.builtin.name}`);
    }
    return lines;
  }

  /** Ends the run because its fuel is used up. */
  burnOut(burner: string): never {
    throw this.abort(new BurnOut(burner));
  }

  /** Completes an abort with the position that its text shows. */
  abort<E extends RunAborted>(error: E): E {
    const caller = this.ci.previous;
    if (error.where === '' && caller?.closure !== undefined) {
      error.where = `${this.chunkName(caller)}:${this.currentLine(caller)}: `;
    }
    return error;
  }

  /**
   * Room for results of a host function, with what error handling may need.
   *
   * @throws LuaError `stack overflow (...)` when the stack cannot be so large
   */
  reserve(top: number, count: number, message: string): void {
    if (!this.tryReserve(top, count + BUILTIN_SLOTS)) this.libraryError('stack overflow (%s)', message);
  }

  protected overflow(): never {
    this.runError('stack overflow');
  }

  protected overflowAgain(): never {
    this.throwError(this.string('error in error handling'));
  }
}
