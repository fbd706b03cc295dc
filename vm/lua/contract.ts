/**
 * Contracts as compiled code. Compiled once, run by a machine for every call:
 *
 * ```ts
 * const environment = new Environment({ mylib });
 * const machine = new Machine({ environment, fuelLimit: 900_000, arguments: bytes });
 * const outcome = machine.run(compileContract(source));
 * ```
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type CompiledChunk, compileChunk } from './compile/compile.js';

/** The chunk name of contracts, so that messages start with `[string "line"]:` (spec 03 §6.1). */
const CONTRACT_CHUNK_NAME = 'line';
/** How many compiled contracts are kept. */
const CACHE_SIZE = 256;

/** A compiled contract; its functions become faster the more often they run. */
export interface LuaContractCode extends CompiledChunk {
  /** SHA-256 of the source, in hexadecimal. */
  readonly hash: string;
}

const cache = new LRUCache<string, LuaContractCode>({ max: CACHE_SIZE });

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
    cache.set(hash, code);
  }
  return code;
}
