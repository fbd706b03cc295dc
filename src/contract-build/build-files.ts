import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { encodeAbi } from '../../vm/wasm/abi/definition.js';
import { type BuildOptions, buildContract } from './compile.js';
import { abiJsonText } from './contract-interface.js';
import { compiledTypes, writeTypes } from './types/contract-types-file.js';

/** The files of a built contract and their sizes on the chain. */
export interface WrittenContract {
  readonly wasmFile: string;
  readonly abiFile: string;
  /** What TypeScript has to know of it. */
  readonly typesFile: string;
  readonly wasmBytes: number;
  readonly abiBytes: number;
}

/**
 * `coind contract build`: compiles a contract and writes `<name>.wasm` and `<name>.abi.json` into
 * the folder of its source, as `submitsetcodetx` takes them, and `<name>.types.ts` for its tests.
 *
 * @param file - the source, such as `token.ts`
 * @param outputDirectory - instead of the folder of the source; created if it does not exist
 * @throws ContractBuildError whose message names file and line
 */
export async function buildContractFiles(
  file: string,
  outputDirectory = dirname(file),
  options: BuildOptions = {},
): Promise<WrittenContract> {
  const { wasm, abi, views } = await buildContract(file, options);
  mkdirSync(outputDirectory, { recursive: true });
  const stem = join(outputDirectory, basename(file, '.ts'));
  const [wasmFile, abiFile] = [`${stem}.wasm`, `${stem}.abi.json`];
  writeFileSync(wasmFile, wasm);
  writeFileSync(abiFile, abiJsonText({ abi, views }));
  const types = compiledTypes(file, outputDirectory, { abi, views });
  writeTypes(types);
  return {
    wasmFile,
    abiFile,
    typesFile: types.file,
    wasmBytes: wasm.length,
    abiBytes: encodeAbi(abi).length,
  };
}
