/**
 * The engine as the contract layer sees it: compile once, make a machine for every call, run.
 *
 * ```ts
 * const environment = new Environment({ mylib });
 * const machine = createMachine({ environment, fuelLimit: 900_000, arguments: bytes });
 * const outcome = machine.run(compileContract(source));
 * ```
 */
import { createHash } from 'node:crypto';
import { type CompiledChunk, compileChunk } from './compile/compile.js';
import type { Environment } from './environment.js';
import { Machine } from './machine.js';

/** The chunk name of contracts, so that messages start with `[string "line"]:` (spec 03 §6.1). */
const CONTRACT_CHUNK_NAME = 'line';
/** How many compiled contracts are kept. */
const CACHE_SIZE = 256;

/** A compiled contract; its functions become faster the more often they run. */
export interface LuaContractCode extends CompiledChunk {
  /** SHA-256 of the source, in hexadecimal. */
  readonly hash: string;
}

const cache = new Map<string, LuaContractCode>();

/**
 * Compiles a contract, or finds it among those compiled last.
 *
 * @throws LuaSyntaxError with Lua's message and line
 */
export function compileContract(source: Uint8Array): LuaContractCode {
  const hash = createHash('sha256').update(source).digest('hex');
  let code = cache.get(hash);
  if (code === undefined) {
    code = { hash, ...compileChunk(source, CONTRACT_CHUNK_NAME) };
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
  } else {
    // The order of the map is the order of last use.
    cache.delete(hash);
  }
  cache.set(hash, code);
  return code;
}

/** When a function has run often enough to be translated. */
export interface TranslationPolicy {
  /** Calls (and turns of its loops) after which a function is translated when it is called again. */
  readonly calls: number;
  /** Turns of a loop after which it goes on in translated code. */
  readonly turns: number;
}

/** Leaves everything to the interpreter. */
export const NEVER_TRANSLATE: TranslationPolicy = { calls: Infinity, turns: Infinity };
/** Translation takes about as long as interpreting this often. */
export const TRANSLATE_WHEN_HOT: TranslationPolicy = { calls: 50, turns: 512 };

/** What a run needs. */
export interface MachineRequest {
  /** Libraries and host functions; made once, shared by all runs. */
  readonly environment: Environment;
  /** Fuel that may be burned. */
  readonly fuelLimit: number;
  /** The bytes of the global `contract`. */
  readonly arguments?: Uint8Array;
  /** Bytes of live memory, as this program estimates it. */
  readonly memoryLimit?: number;
  /** Gets what `print` prints. */
  readonly log?: (line: string) => void;
  /** What host functions find as `machine.context`: the way to the ledger. */
  readonly context?: unknown;
  /** When functions are translated to JavaScript; results and fuel do not depend on it. */
  readonly translation?: TranslationPolicy;
}

/** A machine for one run. */
export function createMachine(request: MachineRequest): Machine {
  return new Machine(request);
}
