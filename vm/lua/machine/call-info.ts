/** The record of a running function. */
import type { Builtin, LuaClosure } from '../value/function.js';

/** Slots that every host function may use beyond its arguments. */
export const BUILTIN_SLOTS = 20;
/** Calls nested deeper than this always run in the interpreter, which does not nest JavaScript calls. */
export const MAX_TRANSLATED_LEVEL = 120;

/**
 * One running function. Records are kept and used again when a call reaches the same depth, as in
 * the reference, which charges memory when a depth is reached for the first time.
 */
export class CallInfo {
  /** The Lua function that runs, or undefined when a host function does. */
  closure: LuaClosure | undefined = undefined;
  /** The host function that runs, when `closure` is undefined. */
  builtin: Builtin | undefined = undefined;
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
  /** `next`, but only where translated code may call translated code: see `translate/`. */
  nextTranslated: CallInfo | undefined = undefined;

  constructor(
    public previous: CallInfo | undefined,
    public level: number,
  ) {}

  /** Where a call made by this function may put its function value. */
  get pushAt(): number {
    return this.closure === undefined ? this.argumentsEnd : this.base + this.closure.proto.maxStackSize;
  }

  /** One past the last stack slot that this function may use. */
  get top(): number {
    return this.closure === undefined ? this.argumentsEnd + BUILTIN_SLOTS : this.pushAt;
  }
}
