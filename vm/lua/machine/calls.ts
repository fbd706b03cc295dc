/**
 * The calls of a run: the stack, the records of the running functions, and what passes between their
 * frames. Registers live in `stack`; the size that the reference's stack would have is counted beside
 * it, because its growth costs fuel.
 */

import type { Proto } from '../bytecode/proto.js';
import type { LuaClosure } from '../value/function.js';
import type { CallState } from '../value/runtime.js';
import type { Value } from '../value/value.js';
import { Heap } from './heap.js';
import { OpenUpvalues } from './open-upvalues.js';

/** Stack slots when a contract starts, and those kept free at the end of the stack. */
const FIRST_STACK_SIZE = 34;
const EXTRA_STACK = 5;
const MAX_STACK_SIZE = 1_000_000;
/** The stack is made this much larger so that the handling of an overflow has room. */
const OVERFLOW_STACK_SIZE = MAX_STACK_SIZE + 200;
/** How many compiled functions may wait for one that they called last. */
const MAX_TAIL_NESTING = 30;
const STACK_SLOT_BYTES = 16;
const CALL_INFO_BYTES = 72;

/** Slots that every host function may use beyond its arguments. */
export const BUILTIN_SLOTS = 20;
/** Calls nested deeper than this always run in the interpreter, which does not nest JavaScript calls. */
const MAX_JIT_LEVEL = 120;
/** Work of a call of a function with variable arguments, which are a list of their own, and how many of them are moved for a unit more. */
const VARARG_WORK = 16;
const ARGUMENTS_PER_WORK = 4;

/**
 * One running function. Records are kept and used again when a call reaches the same depth, as in
 * the reference, which charges memory when a depth is reached for the first time.
 */
export class CallInfo {
  /** The Lua function that runs, or undefined when a host function does. */
  closure: LuaClosure | undefined = undefined;
  /** The host function that runs, when `closure` is undefined. */
  builtin: { readonly name: string } | undefined = undefined;
  /** Stack position of the function value, and of the first register or argument. */
  func = 0;
  base = 0;
  /** One past the last argument of a host function. */
  argumentsEnd = 1;
  /** The next instruction: the running one is before it. */
  pc = 0;
  /** How many results the caller wants; -1 for all. */
  wanted = 0;
  /** Whether the interpreter was entered for this function, so that it returns when this one does. */
  fresh = false;
  /** Whether a tail call replaced the caller. False in every record that is not in use. */
  tail = false;
  next: CallInfo | undefined = undefined;
  /** `next`, but only where compiled code may call compiled code: see `jit/`. */
  nextJit: CallInfo | undefined = undefined;

  constructor(
    public previous: CallInfo | undefined,
    public level: number,
  ) {}

  /** The Lua function that runs. @throws Error where a host function does */
  get lua(): LuaClosure {
    if (this.closure === undefined) throw new Error('a host function runs, not a Lua function');
    return this.closure;
  }

  /** The function that called this one. @throws Error for the first of a run */
  get caller(): CallInfo {
    if (this.previous === undefined) throw new Error('the first function of a run has no caller');
    return this.previous;
  }

  /** Where a call made by this function may store its function value. */
  get pushAt(): number {
    return this.closure === undefined ? this.argumentsEnd : this.base + this.closure.proto.maxStackSize;
  }

  /** One past the last stack slot that this function may use. */
  get top(): number {
    return this.closure === undefined ? this.argumentsEnd + BUILTIN_SLOTS : this.pushAt;
  }
}

export abstract class CallStack extends Heap {
  readonly stack: Value[] = new Array<Value>(256).fill(undefined);
  readonly upvalues = new OpenUpvalues(this.stack, this);
  /** Results of the last call when there was not exactly one; see `BuiltinCode`. */
  results: Value[] = [];
  resultCount = 1;
  /** The running function. */
  ci: CallInfo = new CallInfo(undefined, 0);
  /** One past the last value of an open list of arguments or results. */
  top = 1;
  /** Calls from host functions and metamethods in progress. */
  nCcalls = 0;
  /** A frame that ends before this stack position fits without growing the stack. */
  stackLast = FIRST_STACK_SIZE - EXTRA_STACK;
  /** Compiled functions that wait for one they called last; see `Machine.tailCall`. */
  protected tailNesting = 0;
  private stackSize = FIRST_STACK_SIZE;

  /** Raises the error of a stack that would become too large. */
  protected abstract overflow(): never;

  /** Raises the error of a stack that overflows while an overflow is handled. */
  protected abstract overflowAgain(): never;

  /** Makes sure that there are `count` slots above `top`, paying for a larger stack. */
  checkStack(top: number, count: number): void {
    if (this.stackLast - top <= count) this.growStack(top, count);
  }

  private growStack(top: number, count: number): void {
    if (this.stackSize > MAX_STACK_SIZE) this.overflowAgain();
    this.collector.check();
    if (this.stackLast - top > count) return;
    const needed = top + count + EXTRA_STACK;
    const size = Math.max(Math.min(2 * this.stackSize, MAX_STACK_SIZE), needed);
    if (size > MAX_STACK_SIZE) {
      this.resizeStack(OVERFLOW_STACK_SIZE);
      this.overflow();
    }
    this.resizeStack(size);
  }

  /** As `checkStack` for host functions with many results: false when the stack cannot be so large. */
  tryReserve(top: number, count: number): boolean {
    if (this.stackLast - top > count) return true;
    if (top + EXTRA_STACK > MAX_STACK_SIZE - count) return false;
    this.growStack(top, count);
    return true;
  }

  private resizeStack(size: number): void {
    const [bytes, replaced] = [size * STACK_SLOT_BYTES, this.stackSize * STACK_SLOT_BYTES];
    this.chargeMemory(bytes, replaced);
    this.collector.notMarked(bytes - replaced);
    this.stackSize = size;
    this.stackLast = size - EXTRA_STACK;
  }

  override markStack(): number {
    const bytes = this.stackSize * STACK_SLOT_BYTES;
    this.shrinkStack(this.ci.top);
    return bytes;
  }

  /** Gives back stack and records: the reference does it when an error was caught, and when it marks the stack. */
  private shrinkStack(top: number): void {
    let limit = top;
    for (let ci: CallInfo | undefined = this.ci; ci !== undefined; ci = ci.previous) {
      if (ci.top > limit) limit = ci.top;
    }
    const inUse = limit + 1;
    const goodSize = Math.min(inUse + Math.floor(inUse / 8) + 2 * EXTRA_STACK, MAX_STACK_SIZE);
    if (this.stackSize > MAX_STACK_SIZE) {
      this.ci.next = undefined;
      this.ci.nextJit = undefined;
    } else {
      shrinkCallInfos(this.ci);
    }
    if (inUse <= MAX_STACK_SIZE && goodSize < this.stackSize) this.resizeStack(goodSize);
  }

  /** The record for the next call, made and paid for when this depth is new. */
  nextCallInfo(): CallInfo {
    const next = this.ci.next;
    if (next !== undefined) return next;
    this.collector.check();
    this.chargeMemory(CALL_INFO_BYTES);
    this.collector.notMarked(CALL_INFO_BYTES);
    this.hold(CALL_INFO_BYTES * 2);
    return this.linkCallInfo(this.ci);
  }

  protected linkCallInfo(ci: CallInfo): CallInfo {
    const next = new CallInfo(ci, ci.level + 1);
    ci.next = next;
    if (next.level <= MAX_JIT_LEVEL) ci.nextJit = next;
    return next;
  }

  /** Prepares the record and the registers of a Lua function for the interpreter. */
  enterLua(closure: LuaClosure, func: number, count: number, wanted: number): CallInfo {
    const proto = closure.proto;
    const stack = this.stack;
    let top = func + 1 + count;
    this.checkStack(top, proto.maxStackSize);
    for (let n = count; n < proto.parameterCount; n++) stack[top++] = undefined;
    let base = func + 1;
    if (proto.isVararg) {
      // The fixed parameters move after the variable ones.
      const first = base;
      base = top;
      this.checkStack(top, proto.maxStackSize);
      for (let n = 0; n < proto.parameterCount; n++) {
        stack[base + n] = stack[first + n];
        stack[first + n] = undefined;
      }
    }
    const ci = this.nextCallInfo();
    ci.closure = closure;
    ci.func = func;
    ci.base = base;
    ci.pc = 0;
    ci.wanted = wanted;
    ci.fresh = false;
    this.ci = ci;
    return ci;
  }

  /** Work of a call of a function with variable arguments, taken when it is the running one. */
  workOnVarargs(count: number): void {
    this.work(VARARG_WORK + Math.ceil(count / ARGUMENTS_PER_WORK));
  }

  /** Replaces the running function by the one it calls last. */
  enterTail(ci: CallInfo, f: LuaClosure, func: number, count: number): CallInfo {
    // As in the reference, the new frame is first prepared as a call, then moved down.
    const called = this.enterLua(f, func, count, ci.wanted);
    this.upvalues.close(ci.base);
    const distance = called.func - ci.func;
    const stack = this.stack;
    const end = called.base + f.proto.parameterCount;
    for (let at = called.func; at < end; at++) stack[at - distance] = stack[at];
    ci.closure = f;
    ci.base = called.base - distance;
    ci.pc = 0;
    ci.tail = true;
    this.ci = ci;
    return ci;
  }

  /** Stores the results of a call into registers, or all of them with `top` after the last. */
  storeResults(first: Value, at: number, wanted: number): void {
    const { stack, resultCount: count } = this;
    if (count === 1) {
      stack[at] = first;
    } else {
      for (let n = wanted < 0 ? count - 1 : Math.min(count, wanted) - 1; n >= 0; n--)
        stack[at + n] = this.results[n];
    }
    if (wanted < 0) this.top = at + count;
    else for (let n = count; n < wanted; n++) stack[at + n] = undefined;
  }

  /** Moves results down to where the caller wants them. */
  moveResults(from: number, count: number, to: number, wanted: number): void {
    const stack = this.stack;
    if (wanted < 0) {
      for (let n = 0; n < count; n++) stack[to + n] = stack[from + n];
      this.top = to + count;
      return;
    }
    for (let n = 0; n < wanted; n++) stack[to + n] = n < count ? stack[from + n] : undefined;
  }

  /** Whether compiled code may be nested in the JavaScript frame of a running function. */
  mayNest(ci: CallInfo): boolean {
    return ci.level < MAX_JIT_LEVEL && this.mayNestTail;
  }

  /** Whether a compiled function may wait for one that it called last. */
  protected get mayNestTail(): boolean {
    return this.tailNesting < MAX_TAIL_NESTING;
  }

  /** Where the running function may put a function value that it calls. */
  get pushAt(): number {
    return this.ci.pushAt;
  }

  /** What `unwind` needs to return to the running function. */
  get callState(): CallState {
    const { ci, nCcalls, tailNesting } = this;
    return { ci, nCcalls, tailNesting };
  }

  /** Returns to a function after an error was caught in what it called. */
  unwind({ ci, nCcalls, tailNesting }: CallState, top: number): void {
    this.upvalues.close(top);
    this.tailNesting = tailNesting;
    let at = this.ci;
    for (; at !== ci; at = at.caller) at.tail = false;
    this.ci = at;
    this.nCcalls = nCcalls;
    // Every running function is asked how much of the stack it uses.
    this.workOnList(at.level);
    this.shrinkStack(top + 1);
  }
}

/** Drops every other record after the running function. */
function shrinkCallInfos(running: CallInfo): void {
  let ci = running;
  for (;;) {
    const dropped = ci.next;
    const kept = dropped?.next;
    if (kept === undefined) return;
    ci.next = kept;
    kept.previous = ci;
    kept.level = ci.level + 1;
    ci.nextJit = kept.level <= MAX_JIT_LEVEL ? kept : undefined;
    ci = kept;
  }
}

/** The arguments of a running function beyond its parameters. */
export function variableArguments(stack: readonly Value[], ci: CallInfo, proto: Proto): Value[] {
  return stack.slice(Math.min(ci.func + 1 + proto.parameterCount, ci.base), ci.base);
}
