import { ContractException } from './wasm/exception.js';

/*
 * Work is what the machine really does for a transaction, whatever the fuel for it is (spec 04 §15.11). A unit
 * is one step of an ordinary loop. Fuel stays as the reference counts it; work only has limits, which
 * depend on nothing but the chain, and is counted before it is done.
 */

/** Most work of one transaction: its 200,000,000 steps, and half as much again for all that is no step. */
export const TRANSACTION_WORK = 300_000_000;
/** Most work of all transactions of a block. */
export const BLOCK_WORK = 1_500_000_000;
/** Most work of a query, which nobody pays for. */
export const QUERY_WORK = 100_000_000;

/** Prices in units of work of what costs no steps. */
export const WORK = {
  /** Checking and rewriting a module, for every byte of it. */
  rewrittenByte: 50,
  /** Compiling, for every byte of the rewritten module. */
  compiledByte: 35,
  /** A local or operand that there is at a block: the compiler copies where each is. */
  compiledBlockValue: 32,
  /** Making an instance: its memory, each import, global and entry of the table, and each function and data segment. */
  instanceMemory: 20_000,
  instanceImport: 500,
  instanceGlobal: 150,
  instanceElement: 100,
  instancePart: 30,
  /** Reading an ABI and making sure that it is consistent, for every byte. */
  abiByte: 200,
  /** A receiver that runs: its record, its instance, its place in the trace. */
  run: 40_000,
  /** A receiver that is only told. */
  told: 11_000,
  /** An action's data in trace and storage, for every byte. */
  dataByte: 4,
  /** A unit of a Lua machine (spec 03 §7.8), which may take as long as twenty steps. */
  luaUnit: 20,
  /** A unit of compiling a Lua contract, which is done once for a block and whoever tries it. */
  luaCompileUnit: 10,
  /** A unit of fuel for instructions and memory of a Lua machine. */
  luaFuel: 12,
  /** An entry of an authorization list. */
  level: 40,
  /** Verifying a signature that opens an output, with one key. */
  verification: 30_000,
} as const;

/** Counts the work of one transaction or query. */
export class WorkMeter {
  #spent = 0;

  /** @param limit - units at most */
  constructor(readonly limit: number) {}

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.limit - this.#spent;
  }

  /**
   * Counts work that is about to be done.
   * @throws ContractException `tx_cpu_usage_exceeded` beyond the limit
   */
  charge(units: number, what: string): void {
    if (units > this.left) {
      throw new ContractException(
        'tx_cpu_usage_exceeded',
        `out of work: ${what} takes ${units} units, ${this.left} of ${this.limit} are left`,
        'universal/work',
      );
    }
    this.#spent += units;
  }
}
