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

/** One run of a contract as its host functions see it. */
export class HostCall {
  memory = new GuestMemory(undefined);
  /** Fuel of storage (spec 04 §5.6). */
  storageFuel = 0n;
  /** Steps that host functions have charged by the size of their arguments. */
  steps = 0;
  /** The host function that was called last, for messages. */
  function = '';

  /** @param stepLimit - steps after which the run ends without success */
  constructor(
    readonly input: ActionInput,
    readonly host: WasmHost,
    readonly stepLimit: number,
  ) {}

  /** @throws ContractException when the steps of host functions alone exceed the limit */
  charge(steps: number): void {
    this.steps += steps;
    if (this.steps > this.stepLimit) throw outOfFuel(this.stepLimit);
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
