import { BASE_COIN } from '../../../src/tx/symbols.js';
import type { CompiledChunk } from '../../../vm/lua/compile/compile.js';
import type { JitPolicy } from '../../../vm/lua/jit/policy.js';
import { Environment } from '../../../vm/lua/machine/environment.js';
import { Machine } from '../../../vm/lua/machine/machine.js';
import { ContractRun } from '../../../vm/lua/mylib/contract-run.js';
import { MYLIB } from '../../../vm/lua/mylib/index.js';
import { ScratchLedger } from '../ledgers/scratch-ledger.js';
import { wholeOutcome } from './jit-modes.js';
import { CONTRACT, CONTRACT_KEY_ID, callContext } from './lua-call.js';

const ENVIRONMENT = new Environment({ mylib: MYLIB });

/** Runs chunks with the real contract API on a ledger that every run finds the same. */
export class StorageWorld {
  readonly #ledger = new ScratchLedger();

  constructor() {
    this.#ledger.endow(CONTRACT_KEY_ID, BASE_COIN, 0n);
  }

  /**
   * Runs a chunk.
   *
   * @param make - makes the machine; default: that of contracts
   * @returns everything that the run says, with what it has written to the state
   */
  run(
    chunk: CompiledChunk,
    jit: JitPolicy,
    fuelLimit: number,
    make: (...request: ConstructorParameters<typeof Machine<ContractRun>>) => Machine<ContractRun> = (
      ...request
    ) => new Machine(...request),
  ): unknown {
    const state = this.#ledger.state.child();
    try {
      const log: string[] = [];
      const given = new Uint8Array(0);
      const call = {
        contract: CONTRACT,
        contractKeyId: CONTRACT_KEY_ID,
        arguments: given,
        symbol: BASE_COIN,
        amount: 0n,
      };
      const context = new ContractRun(callContext(this.#ledger, state), call);
      const machine = make({
        environment: ENVIRONMENT,
        fuelLimit,
        jit,
        context,
        log: line => log.push(line),
      });
      const outcome = wholeOutcome(machine.run(chunk));
      const written = [...state.changes()].map(({ key, value }) => [
        Buffer.from(key).toString('hex'),
        value === undefined ? undefined : JSON.stringify(value),
      ]);
      return { outcome, log, written };
    } finally {
      state.discard();
    }
  }
}
