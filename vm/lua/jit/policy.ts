/** When a function has run often enough to be compiled to JavaScript. Results and fuel do not depend on it. */
export interface JitPolicy {
  /** Calls (and turns of its loops) after which a function is compiled when it is called again. */
  readonly calls: number;
  /** Iterations of a loop after which it continues in compiled code. */
  readonly turns: number;
  /** Measures compilations; left out where nobody wants to know. */
  readonly meter?: JitMeter | undefined;
}

/** Measures what compiling functions takes. */
export interface JitMeter {
  /** Runs a compilation. @returns what it returns: undefined for a function that is left to the interpreter */
  compiling<Code>(compile: () => Code | undefined): Code | undefined;
}

/** Leaves everything to the interpreter. */
export const NEVER_JIT: JitPolicy = { calls: Infinity, turns: Infinity, meter: undefined };
/** Compiling takes about as long as interpreting this often. */
export const JIT_WHEN_HOT: JitPolicy = { calls: 50, turns: 512, meter: undefined };
/** Compiles every function at its first call, and every loop at its first turn, as far as they can be compiled. */
const JIT_ALWAYS: JitPolicy = { calls: 0, turns: 1, meter: undefined };

/** The policies that an operator can choose, by the value of the option `luajit`. */
export const JIT_POLICIES = { hot: JIT_WHEN_HOT, always: JIT_ALWAYS, never: NEVER_JIT } as const;

export type JitPolicyName = keyof typeof JIT_POLICIES;
