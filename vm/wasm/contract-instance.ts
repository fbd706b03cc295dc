import { EXPORTS } from './module/instrument.js';
import { PAGE_BYTES } from './module/limits.js';

/** The parts of an instrumented instance (`EXPORTS`). */
interface InstanceExports {
  readonly apply: (receiver: bigint, contract: bigint, action: bigint) => void;
  readonly start?: () => void;
  readonly reset: () => void;
  readonly memory?: WebAssembly.Memory;
  readonly fuel: WebAssembly.Global<bigint>;
  readonly stack: WebAssembly.Global<number>;
  readonly refused: WebAssembly.Global<number>;
}

/** Imports of a module, by the module's and the function's name. */
export type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An instance of an instrumented module that has not run yet. */
export class ContractInstance {
  readonly exports: InstanceExports;
  /** The first content of the memory, kept where the instance is to run again. */
  readonly #image: Uint8Array | undefined;

  constructor(module: WebAssembly.Module, imports: Imports, runsAgain: boolean) {
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as InstanceExports;
    const memory = this.exports[EXPORTS.memory];
    if (runsAgain && memory !== undefined) this.#image = new Uint8Array(memory.buffer.slice(0));
  }

  /**
   * Makes the instance as new.
   * @returns false where that is not possible, because its memory has grown
   */
  restore(): boolean {
    const { memory, reset } = this.exports;
    if (memory !== undefined) {
      if (memory.buffer.byteLength !== this.#image?.length) return false;
      new Uint8Array(memory.buffer).set(this.#image);
    }
    reset();
    this.exports.refused.value = 0;
    return true;
  }
}

/** Beyond this, copying the memory costs more than a new instance. */
const LARGEST_IMAGE = 4 * PAGE_BYTES;

/**
 * Idle instances of the system's contracts: making one takes longer than most of their runs. Each
 * is reset, so that a run cannot notice; contracts of users get a new one.
 */
export class SpareInstances {
  readonly #spare = new WeakMap<WebAssembly.Module, ContractInstance>();

  /** Returns the spare instance of a module, or makes one. */
  take(module: WebAssembly.Module, imports: Imports): ContractInstance {
    const spare = this.#spare.get(module);
    if (spare === undefined) return new ContractInstance(module, imports, true);
    this.#spare.delete(module);
    return spare;
  }

  /** Keeps an instance whose run has succeeded. */
  keep(module: WebAssembly.Module, instance: ContractInstance): void {
    const size = instance.exports[EXPORTS.memory]?.buffer.byteLength ?? 0;
    if (size <= LARGEST_IMAGE && instance.restore()) this.#spare.set(module, instance);
  }
}
