/** How runs end early. */
import type { CompileMemory } from '../compile/memory.js';
import type { Value } from '../value/value.js';

/** An error in the sense of Lua: `pcall` catches it. */
export class LuaError extends Error {
  constructor(
    /** The error value, of any type. */
    readonly value: Value,
    /** Positions of the functions that were running, innermost first. */
    readonly traceback: readonly string[],
  ) {
    super('Lua error');
  }
}

/** Ends the run for good: `pcall` does not catch it (spec 03 O-2). */
export abstract class RunAborted extends Error {
  /** Position of the caller of the running function, filled in where the frames are known. */
  where = '';
}

/** The run burned more fuel than its limit. */
export class BurnOut extends RunAborted {
  constructor(readonly burner: string) {
    super(`Burned-out ${burner}. Need more fuel to burn`);
  }
}

/** The run did more library work than its fuel allows (spec 03 O-3). */
export class StepBudgetExceeded extends RunAborted {
  constructor() {
    super('Burned-out library step budget. Need more fuel to burn');
  }
}

/** The run holds more memory than a run may (spec 03 §6.8). */
export class MemoryLimit extends RunAborted {
  constructor(limit: number) {
    super(`memory limit of ${limit} bytes exceeded`);
  }
}

/** Something that the run asked for was refused, and may be half done (decision D22). */
export class CallRefused extends RunAborted {}

/** A chunk that does not compile. */
export class LuaSyntaxError extends Error {
  /** @param memory - what the compiler had allocated when it found the error */
  constructor(
    message: string,
    readonly memory?: CompileMemory,
  ) {
    super(message);
  }
}
