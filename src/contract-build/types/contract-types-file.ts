import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson } from '../../codec/json.js';
import { type ContractInterface, interfaceFromJson } from '../contract-interface.js';
import { declaredMethods, LuaMethodsError } from '../declared-methods.js';
import { ContractBuildError } from '../diagnostics.js';
import { luaTypes } from './lua-types.js';
import { contractFile, stemOf } from './types-file.js';
import { wasmTypes } from './wasm-types.js';

/** Types of a contract, and the file in which they belong. */
export interface ContractTypesFile {
  readonly file: string;
  readonly text: string;
  /** Whether they are there already. */
  readonly isWritten: boolean;
}

/**
 * What TypeScript has to know of a contract.
 *
 * @param path - a source in Lua or AssemblyScript, or an ABI in JSON
 * @param directory - where the file belongs; default: beside the contract
 * @throws ContractBuildError with file and line for a contract with faults, ContractException for an ABI with faults
 */
export async function contractTypes(path: string, directory = dirname(path)): Promise<ContractTypesFile> {
  return fileWith(path, directory, await typesText(path));
}

/** As {@link contractTypes}, of a contract that was just compiled. */
export function compiledTypes(
  path: string,
  directory: string,
  contract: ContractInterface,
): ContractTypesFile {
  return fileWith(path, directory, wasmTypes(contractFile(path), contract));
}

/** Writes a file with types, and its folder where there is none. */
export function writeTypes({ file, text }: ContractTypesFile): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function fileWith(path: string, directory: string, text: string): ContractTypesFile {
  const file = join(directory, `${stemOf(path)}.types.ts`);
  return { file, text, isWritten: existsSync(file) && readFileSync(file, 'utf8') === text };
}

async function typesText(path: string): Promise<string> {
  if (path.endsWith('.lua')) return luaTypes(contractFile(path), methodsOf(path));
  if (path.endsWith('.json'))
    return wasmTypes(contractFile(path), interfaceFromJson(parseJson(readFileSync(path))));
  // The compiler is large, and its parser a part of it.
  const { readContract } = await import('../read-contract.js');
  return wasmTypes(contractFile(path), readContract(path));
}

function methodsOf(path: string) {
  try {
    const methods = declaredMethods(readFileSync(path, 'utf8'));
    if (methods !== undefined) return methods;
  } catch (error) {
    if (!(error instanceof LuaMethodsError)) throw error;
    throw new ContractBuildError(`${path}:${error.line}: ${error.problem}`);
  }
  throw new ContractBuildError(
    `${path} declares no methods: a comment "-- @methods" and a line for each is expected, such as "--   pay f0 11 <amount: u64>"`,
  );
}
