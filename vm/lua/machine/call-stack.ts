/**
 * The stack of a run and the records of its running functions. Registers live in `stack`; the size
 * that the reference's stack would have is counted beside it, because its growth costs fuel.
 */

import { CLOSED, UNSHARED, Upvalue } from '../value/function.js';
import type { Value } from '../value/value.js';
import { CallInfo, MAX_TRANSLATED_LEVEL } from './call-info.js';
import { Heap } from './heap.js';

/** Stack slots when a contract starts, and those kept free at the end of the stack. */
const FIRST_STACK_SIZE = 34;
const EXTRA_STACK = 5;
const MAX_STACK_SIZE = 1_000_000;
/** The stack is made this much larger so that the handling of an overflow has room. */
const OVERFLOW_STACK_SIZE = MAX_STACK_SIZE + 200;
/** How many translated functions may wait for one that they called last. */
const MAX_TAIL_NESTING = 30;
const STACK_SLOT_BYTES = 16;
const CALL_INFO_BYTES = 72;
const UPVALUE_BYTES = 32;

/** How deep calls are nested at some point of a run. */
export interface CallState {
  readonly ci: CallInfo;
  readonly nCcalls: number;
  readonly tailNesting: number;
}

export abstract class CallStack extends Heap {
  readonly stack: Value[] = new Array<Value>(256).fill(undefined);
  /** The running function. */
  ci: CallInfo = new CallInfo(undefined, 0);
  /** One past the last value of an open list of arguments or results. */
  top = 1;
  /** Calls from host functions and metamethods in progress. */
  nCcalls = 0;
  /** A frame that ends before this stack position fits without growing the stack. */
  stackLast = FIRST_STACK_SIZE - EXTRA_STACK;
  /** Translated functions that wait for one they called last; see `Machine.tailCall`. */
  protected tailNesting = 0;
  private stackSize = FIRST_STACK_SIZE;
  /** Captured variables that still live in the stack, by falling position. */
  private readonly openUpvalues: Upvalue[] = [];

  /** Raises the error of a stack that would become too large. */
  protected abstract overflow(): never;

  /** Raises the error of a stack that overflows while an overflow is handled. */
  protected abstract overflowAgain(): never;

  /** The captured variable at a stack position. */
  captureStack(index: number): Upvalue {
    const open = this.openUpvalues;
    let at = open.length;
    while (at > 0 && open[at - 1]!.index > index) at--;
    if (at > 0 && open[at - 1]!.index === index) return open[at - 1]!;
    this.chargeMemory(UPVALUE_BYTES);
    const upvalue = new Upvalue(index, undefined);
    open.splice(at, 0, upvalue);
    return upvalue;
  }

  /** Marks a variable of translated code as captured, and pays for it when that is new. */
  share(variable: Upvalue): Upvalue {
    if (variable.index !== CLOSED) {
      variable.index = CLOSED;
      this.chargeMemory(UPVALUE_BYTES);
    }
    return variable;
  }

  /**
   * The captured variable at a stack position, moved out of the stack; a new one that no closure has
   * when it is not captured.
   */
  takeFromStack(index: number): Upvalue {
    const at = this.openUpvalues.findIndex(upvalue => upvalue.index === index);
    if (at < 0) return new Upvalue(UNSHARED, this.stack[index]);
    const [upvalue] = this.openUpvalues.splice(at, 1);
    upvalue!.value = this.stack[index];
    upvalue!.index = CLOSED;
    return upvalue!;
  }

  /** Ends the life in the stack of the captured variables from a position on. */
  closeUpvalues(from: number): void {
    const open = this.openUpvalues;
    while (open.length > 0) {
      const upvalue = open[open.length - 1]!;
      if (upvalue.index < from) return;
      upvalue.value = this.stack[upvalue.index];
      upvalue.index = CLOSED;
      open.pop();
    }
  }

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
      this.ci.nextTranslated = undefined;
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
    if (next.level <= MAX_TRANSLATED_LEVEL) ci.nextTranslated = next;
    return next;
  }

  /** Whether translated code may be nested in the JavaScript frame of a running function. */
  mayNest(ci: CallInfo): boolean {
    return ci.level < MAX_TRANSLATED_LEVEL && this.mayNestTail;
  }

  /** Whether a translated function may wait for one that it called last. */
  protected get mayNestTail(): boolean {
    return this.tailNesting < MAX_TAIL_NESTING;
  }

  /** What `unwind` needs to return to the running function. */
  get callState(): CallState {
    const { ci, nCcalls, tailNesting } = this;
    return { ci, nCcalls, tailNesting };
  }

  /** Returns to a function after an error was caught in what it called. */
  unwind({ ci, nCcalls, tailNesting }: CallState, top: number): void {
    this.closeUpvalues(top);
    this.tailNesting = tailNesting;
    for (let dropped = this.ci; dropped !== ci; dropped = dropped.previous!) dropped.tail = false;
    this.ci = ci;
    this.nCcalls = nCcalls;
    this.shrinkStack(top + 1);
  }
}

/** Drops every other record behind the running function. */
function shrinkCallInfos(running: CallInfo): void {
  let ci = running;
  for (;;) {
    const dropped = ci.next;
    const kept = dropped?.next;
    if (kept === undefined) return;
    ci.next = kept;
    kept.previous = ci;
    kept.level = ci.level + 1;
    ci.nextTranslated = kept.level <= MAX_TRANSLATED_LEVEL ? kept : undefined;
    ci = kept;
  }
}
