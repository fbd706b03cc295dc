import type { JitPolicy } from '../jit/policy.js';
import type { Environment } from './environment.js';
import type { RunLimits } from './fuel.js';

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
