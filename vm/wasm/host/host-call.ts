import { Authority } from '../authority.js';
import { ContractException } from '../exception.js';
import { GuestMemory } from './guest-memory.js';
import type { WasmHost } from './wasm-host.js';

/** What runs: a receiver handles an action of a contract. */
export interface ActionInput {
  /** Regids in integer form. */
  readonly receiver: bigint;
  readonly contract: bigint;
  /** A name in integer form. */
  readonly action: bigint;
  readonly data: Uint8Array;
}

/** Ends a run that has succeeded (`wasm_exit`, spec 04 O9); it is thrown through the contract's frames. */
export const EXIT = Symbol('exit');

/** Steps that a run may take beyond its limit before it is stopped. */
const MOST_PENDING_STEPS = 100_000;

/** Entries of an authorization list that cost nothing: as many as there can be signers. */
const FREE_LEVELS = 65;
const STEPS_PER_LEVEL = 40;

/** One run of a contract as its host functions see it. */
export class HostCall {
  memory = new GuestMemory(undefined);
  /** Fuel of storage (spec 04 §5.6). */
  storageFuel = 0n;
  /** The counter of the module that runs. */
  fuel: WebAssembly.Global<bigint> | undefined;
  /** Steps that the run has taken, once it has ended in whatever way. */
  steps = 0;
  #pending = 0;
  /** The host function that was called last, for messages. */
  function = '';

  #authority: Authority | undefined;

  /** @param stepLimit - steps after which the run ends without success */
  constructor(
    readonly input: ActionInput,
    readonly host: WasmHost,
    readonly stepLimit: number,
  ) {}

  /** Who has authorized the action; what it takes to look the list through is charged once. */
  get authority(): Authority {
    if (this.#authority === undefined) {
      const { authorization } = this.host;
      if (authorization.length > FREE_LEVELS) this.charge(authorization.length * STEPS_PER_LEVEL);
      this.#authority = new Authority(authorization);
    }
    return this.#authority;
  }

  /**
   * Charges for what is about to be done. To ask the module for what is left takes as long as most host
   * functions, so small charges are put together first; the end is the same.
   * @throws ContractException beyond the limit
   */
  charge(steps: number): void {
    this.#pending += steps;
    if (this.#pending > MOST_PENDING_STEPS) this.#settle();
  }

  /** Steps that host functions have charged and that the module's own counter does not know of. */
  get pendingSteps(): number {
    return this.#pending;
  }

  /** Takes what is pending from the steps that the module has left. */
  #settle(): void {
    const { fuel } = this;
    if (fuel === undefined) return;
    const left = fuel.value - BigInt(this.#pending);
    fuel.value = left;
    this.#pending = 0;
    if (left < 0n) throw outOfFuel(this.stepLimit);
  }
}

/** The reference ends a run by the clock; the end by steps has the same code (decision D20). */
export function outOfFuel(stepLimit: number): ContractException {
  return new ContractException(
    'wasm_timeout_exception',
    `out of fuel: more than the ${stepLimit} steps that were left`,
    'wasm/fuel',
  );
}
