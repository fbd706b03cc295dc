/** Captured variables while the function that declared them runs (spec 03 §6.9). */

import { CLOSED, UNSHARED, Upvalue } from '../value/function.js';
import type { Memory } from '../value/table-slots.js';
import type { Value } from '../value/value.js';

const UPVALUE_BYTES = 32;

export class OpenUpvalues {
  /** Those that still live in the stack, by rising position. */
  readonly #open: Upvalue[] = [];
  readonly #stack: readonly Value[];
  readonly #memory: Memory;

  constructor(stack: readonly Value[], memory: Memory) {
    this.#stack = stack;
    this.#memory = memory;
  }

  /** The captured variable at a stack position; a new one is paid for. */
  capture(index: number): Upvalue {
    const open = this.#open;
    let at = open.length;
    while (at > 0 && open[at - 1]!.index > index) at--;
    if (at > 0 && open[at - 1]!.index === index) return open[at - 1]!;
    this.#memory.chargeMemory(UPVALUE_BYTES);
    const upvalue = new Upvalue(index, undefined);
    open.splice(at, 0, upvalue);
    return upvalue;
  }

  /** Marks a variable of compiled code as captured, and pays for it when that is new. */
  share(variable: Upvalue): Upvalue {
    if (variable.index !== CLOSED) {
      variable.index = CLOSED;
      this.#memory.chargeMemory(UPVALUE_BYTES);
    }
    return variable;
  }

  /**
   * The captured variable at a stack position, moved out of the stack; a new one that no closure has
   * when it is not captured.
   */
  takeFromStack(index: number): Upvalue {
    // Only those of the running function are behind it: callers may have many more.
    let at = this.#open.length - 1;
    while (at >= 0 && this.#open[at]!.index > index) at--;
    const upvalue = this.#open[at];
    if (upvalue?.index !== index) return new Upvalue(UNSHARED, this.#stack[index]);
    this.#open.splice(at, 1);
    upvalue.value = this.#stack[index];
    upvalue.index = CLOSED;
    return upvalue;
  }

  /** Ends the life in the stack of the captured variables from a position on. */
  close(from: number): void {
    const open = this.#open;
    while (open.length > 0) {
      const upvalue = open[open.length - 1]!;
      if (upvalue.index < from) return;
      upvalue.value = this.#stack[upvalue.index];
      upvalue.index = CLOSED;
      open.pop();
    }
  }
}
