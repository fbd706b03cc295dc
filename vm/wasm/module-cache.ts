import { LRUCache } from 'lru-cache';
import { WORK } from '../work.js';
import type { ContractCode } from './contract-code.js';
import { type ImportWhitelist, type InstrumentedModule, instrumentModule } from './module/instrument.js';
import { requireContractStack } from './single-pass.js';

/** A module that instances can be made of. */
export interface CompiledModule {
  readonly module: WebAssembly.Module;
  /** Work of compiling it. */
  readonly compileWork: number;
  /** Steps that every instance costs, and work beside them. */
  readonly instanceSteps: number;
  readonly instanceWork: number;
}

/** Takes units of work before they are done. */
export type ChargeWork = (work: number) => void;

/** Approximate memory of V8's code for a byte of WebAssembly, in bytes. */
export const MACHINE_CODE_FACTOR = 8;

/**
 * Compiled modules by the hash of their code. Those that were not used for longest are dropped when
 * all of them together get too large; they are compiled again when they are needed.
 */
export class ModuleCache {
  readonly #modules: LRUCache<string, CompiledModule & { readonly size: number }>;

  /** @param maxBytes - estimated memory of all compiled modules */
  constructor(maxBytes: number) {
    this.#modules = new LRUCache({ maxSize: maxBytes, sizeCalculation: compiled => compiled.size });
  }

  get size(): number {
    return this.#modules.size;
  }

  /**
   * @param whitelist - by which the module is checked if it is not in the cache; code is known by
   *   its hash together with `role`, so that what the system may import does not reach other contracts
   * @param charge - takes the work of making the module before it is done. It is told the same whether
   *   or not the module is in the cache, so that what a node has done before changes nothing
   * @throws ModuleRejected, and whatever `charge` throws
   */
  get(code: ContractCode, role: string, whitelist: ImportWhitelist, charge?: ChargeWork): CompiledModule {
    const key = `${role} ${code.hash}`;
    charge?.(code.bytes.length * WORK.rewrittenByte);
    const known = this.#modules.get(key);
    if (known !== undefined) {
      charge?.(known.compileWork);
      return known;
    }
    requireContractStack();
    const rewritten = instrumentModule(code.bytes, whitelist);
    charge?.(rewritten.compileWork);
    const compiled = compile(rewritten);
    this.#modules.set(key, compiled);
    return compiled;
  }
}

function compile({ bytes, ...costs }: InstrumentedModule): CompiledModule & { readonly size: number } {
  return { module: new WebAssembly.Module(bytes), size: bytes.length * MACHINE_CODE_FACTOR, ...costs };
}
