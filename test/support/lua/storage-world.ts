import { BASE_COIN } from '../../../src/tx/symbols.js';
import { type CompiledChunk, compileChunk } from '../../../vm/lua/compile/compile.js';
import type { JitPolicy } from '../../../vm/lua/jit/policy.js';
import { Environment } from '../../../vm/lua/machine/environment.js';
import { Machine } from '../../../vm/lua/machine/machine.js';
import { ContractRun } from '../../../vm/lua/mylib/contract-run.js';
import { MYLIB } from '../../../vm/lua/mylib/index.js';
import type { BuiltinCode } from '../../../vm/lua/value/runtime.js';
import { ScratchLedger } from '../ledgers/scratch-ledger.js';
import { SHARED_PRELUDE } from './hot-program-generator.js';
import { wholeOutcome } from './jit-modes.js';
import { CONTRACT, CONTRACT_KEY_ID, callContext } from './lua-call.js';

/** A run whose program uses a chunk that was compiled before. */
class RunWithPrelude extends ContractRun {
  constructor(
    readonly prelude: CompiledChunk,
    ...rest: ConstructorParameters<typeof ContractRun>
  ) {
    super(...rest);
  }
}

const prelude: BuiltinCode<ContractRun> = machine => {
  const { context } = machine;
  if (!(machine instanceof Machine) || !(context instanceof RunWithPrelude)) {
    throw new TypeError('a run of StorageWorld was expected');
  }
  return machine.one(machine.load(context.prelude));
};

const ENVIRONMENT = new Environment({ mylib: MYLIB, shared: { prelude } });

/** Compiles the chunk that small programs share (`generateSmallHotProgram`), as if it had never run. */
export function freshPrelude(): CompiledChunk {
  return compileChunk(Buffer.from(SHARED_PRELUDE), 'line');
}

export interface WorldRun {
  readonly fuelLimit: number;
  /** Work that the run may do at most; default: what its fuel allows. */
  readonly mostWork?: number | undefined;
  readonly jit: JitPolicy;
  /** What the programs share; default: compiled for this run. */
  readonly prelude?: CompiledChunk;
  /** Makes the machine; default: that of contracts. */
  readonly make?: (...request: ConstructorParameters<typeof Machine<ContractRun>>) => Machine<ContractRun>;
}

/** Runs chunks with the real contract API on a ledger that every run finds the same. */
export class StorageWorld {
  readonly #ledger = new ScratchLedger();

  constructor() {
    this.#ledger.endow(CONTRACT_KEY_ID, BASE_COIN, 0n);
  }

  /**
   * Runs a chunk.
   *
   * @returns everything that the run says, with what it has written to the state
   */
  run(chunk: CompiledChunk, options: WorldRun): unknown {
    const {
      fuelLimit,
      mostWork,
      jit,
      prelude = freshPrelude(),
      make = request => new Machine(request),
    } = options;
    const state = this.#ledger.state.child();
    try {
      const log: string[] = [];
      const call = {
        contract: CONTRACT,
        contractKeyId: CONTRACT_KEY_ID,
        arguments: new Uint8Array(0),
        symbol: BASE_COIN,
        amount: 0n,
      };
      const context = new RunWithPrelude(prelude, callContext(this.#ledger, state), call);
      const machine = make({
        environment: ENVIRONMENT,
        fuelLimit,
        mostWork,
        jit,
        context,
        log: line => log.push(line),
      });
      const outcome = wholeOutcome(machine.run(chunk));
      const written = [...state.changes()].map(({ key, value }) => [
        Buffer.from(key).toString('hex'),
        value === undefined ? undefined : JSON.stringify(value),
      ]);
      return { outcome, work: machine.workDone, log, written };
    } finally {
      state.discard();
    }
  }
}
