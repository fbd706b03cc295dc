/** The record of a running function. */
import type { Builtin, LuaClosure } from './function.js';

/**
 * One running function. Records are kept and used again when a call reaches the same depth, as in
 * the reference, which charges memory when a depth is reached for the first time.
 */
export class CallInfo {
  /** What runs: one of the two is set. */
  closure: LuaClosure | undefined = undefined;
  builtin: Builtin | undefined = undefined;
  /** Stack position of the function value, of its first register, and of the first slot it may not use. */
  func = 0;
  base = 0;
  top = 0;
  /** Where a call made by this function may put its function value. */
  pushAt = 0;
  /** The next instruction: the running one is before it. */
  pc = 0;
  /** How many results the caller wants; -1 for all. */
  wanted = 0;
  /** Whether the interpreter was entered for this function, so that it returns when this one does. */
  fresh = false;
  /** Whether a tail call replaced the caller. */
  tail = false;
  next: CallInfo | undefined = undefined;
  /** `next`, but only where translated code may call translated code: see `translate/`. */
  nextTranslated: CallInfo | undefined = undefined;

  constructor(
    public previous: CallInfo | undefined,
    public level: number,
  ) {}
}
