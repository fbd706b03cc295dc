import type { ContractKind, RunEnd, RunTally } from '../../vm/context.js';

/** What became of the runs of contracts of a kind. */
export interface RunsOfKind {
  readonly ends: ReadonlyMap<RunEnd, number>;
  /** Units of work. */
  readonly fuel: bigint;
}

/**
 * Counts runs of contracts since the node was started, whatever for: blocks, what waits, after each block again,
 * and trials. So it tells what the thread of the node is busy with; what blocks have of it, their fuel tells.
 */
export class RunTallies implements RunTally {
  readonly #ends = new Map<ContractKind, Map<RunEnd, number>>();
  readonly #fuel = new Map<ContractKind, bigint>();
  /** Functions of Lua contracts that were compiled, those that the compiler left to the interpreter, and both in seconds. */
  readonly jit = { compiled: 0, left: 0, seconds: 0 };

  ran(kind: ContractKind, end: RunEnd, fuel: bigint): void {
    const ends = this.#ends.get(kind) ?? new Map<RunEnd, number>();
    this.#ends.set(kind, ends);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    this.#fuel.set(kind, (this.#fuel.get(kind) ?? 0n) + fuel);
  }

  compiling<Code>(compile: () => Code | undefined): Code | undefined {
    const began = performance.now();
    const code = compile();
    this.jit.seconds += (performance.now() - began) / 1000;
    if (code === undefined) this.jit.left++;
    else this.jit.compiled++;
    return code;
  }

  /** Of each kind of which a contract has run. */
  get kinds(): ReadonlyMap<ContractKind, RunsOfKind> {
    return new Map([...this.#ends].map(([kind, ends]) => [kind, { ends, fuel: this.#fuel.get(kind) ?? 0n }]));
  }
}
