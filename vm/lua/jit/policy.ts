/** When a function has run often enough to be compiled to JavaScript. Results and fuel do not depend on it. */
export interface JitPolicy {
  /** Calls (and turns of its loops) after which a function is compiled when it is called again. */
  readonly calls: number;
  /** Iterations of a loop after which it continues in compiled code. */
  readonly turns: number;
}

/** Leaves everything to the interpreter. */
export const NEVER_JIT: JitPolicy = { calls: Infinity, turns: Infinity };
/** Compiling takes about as long as interpreting this often. */
export const JIT_WHEN_HOT: JitPolicy = { calls: 50, turns: 512 };
