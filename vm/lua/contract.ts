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
import { BLOCK_WORK, WORK } from '../work.js';
import { type CompiledChunk, compileChunk, compileWork } from './compile/compile.js';

/** The chunk name of contracts, so that messages start with `[string "line"]:` (spec 03 §6.1). */
const CONTRACT_CHUNK_NAME = 'line';
/**
 * How many compiled contracts are kept, by the work of compiling them. A block counts the compilation of a
 * contract once, so all that one block may compile has to find room, beside what others have asked for.
 */
const CACHED_WORK = (2 * BLOCK_WORK) / WORK.luaCompileUnit;

/** A compiled contract; its functions become faster the more often they run. */
export interface LuaContractCode extends CompiledChunk {
  /** SHA-256 of the source, in hexadecimal. */
  readonly hash: string;
  /** Units of compiling it, whether it was compiled now or earlier (`compileWork`, `searchWork`). */
  readonly work: number;
}

const cache = new LRUCache<string, LuaContractCode>({
  maxSize: CACHED_WORK,
  sizeCalculation: ({ work }) => work,
});

/** SHA-256 of a source, in hexadecimal. */
export function sourceHash(source: Uint8Array): string {
  return createHash('sha256').update(source).digest('hex');
}

/**
 * Compiles a contract, or finds it among those compiled last.
 *
 * @throws LuaSyntaxError with Lua's message and line
 */
export function compileContract(source: Uint8Array, hash = sourceHash(source)): LuaContractCode {
  let code = cache.get(hash);
  if (code === undefined) {
    const chunk = compileChunk(source, CONTRACT_CHUNK_NAME);
    code = { hash, work: compileWork(source) + chunk.searchWork, ...chunk };
    cache.set(hash, code);
  }
  return code;
}
