import type { Environment } from './environment.js';

/** When a function has run often enough to be translated. */
export interface TranslationPolicy {
  /** Calls (and turns of its loops) after which a function is translated when it is called again. */
  readonly calls: number;
  /** Turns of a loop after which it goes on in translated code. */
  readonly turns: number;
}

/** Leaves everything to the interpreter. */
export const NEVER_TRANSLATE: TranslationPolicy = { calls: Infinity, turns: Infinity };
/** Translation takes about as long as interpreting this often. */
export const TRANSLATE_WHEN_HOT: TranslationPolicy = { calls: 50, turns: 512 };

/** What a run needs. */
export interface MachineRequest {
  /** Libraries and host functions; made once, shared by all runs. */
  readonly environment: Environment;
  /** Fuel that may be burned. */
  readonly fuelLimit: number;
  /** The bytes of the global `contract`. */
  readonly arguments?: Uint8Array;
  /** Bytes of live memory, as this program estimates it. */
  readonly memoryLimit?: number;
  /** Gets what `print` prints. */
  readonly log?: (line: string) => void;
  /** What host functions find as `machine.context`: the way to the ledger. */
  readonly context?: unknown;
  /** When functions are translated to JavaScript; results and fuel do not depend on it. */
  readonly translation?: TranslationPolicy;
}
