import type { JitPolicy } from '../jit/policy.js';
import type { Environment } from './environment.js';

/** What bounds a run. */
export interface RunLimits {
  /** Fuel that may be burned. */
  readonly fuelLimit: number;
  /** Bytes of live memory, as this program estimates it. */
  readonly memoryLimit?: number | undefined;
  /** Units of work that the run may do at most, whatever its fuel allows (spec 03 §7.8). */
  readonly mostWork?: number | undefined;
  /** Fuel of instructions and memory that it may burn at most, whatever its limit is (spec 03 §7.8). */
  readonly mostExecution?: number | undefined;
}

/**
 * What a run needs.
 *
 * @typeParam Host - what the run offers to its host functions; undefined where they need nothing
 */
export interface MachineRequest<Host = undefined> extends RunLimits {
  /** Libraries and host functions; made once, shared by all runs. */
  readonly environment: Environment<Host>;
  /** The bytes of the global `contract`. */
  readonly arguments?: Uint8Array;
  /** Gets what `print` prints. */
  readonly log?: (line: string) => void;
  /** The content of `machine.context` for host functions: their interface to the ledger. */
  readonly context: Host;
  /** When functions are compiled to JavaScript; results and fuel do not depend on it. */
  readonly jit?: JitPolicy;
}
