import { existsSync } from 'node:fs';
import { buildContractFiles } from '../../contract-build/build-files.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';

/**
 * `coind contract build <file.ts> [-o <directory>]`: compiles a contract and writes its code, its
 * ABI and what TypeScript has to know of it, by default in the folder of the source.
 *
 * @throws UsageError for other words
 * @throws ContractBuildError with file and line for a source with faults
 */
export async function runBuild(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { file, directory } = buildWords(words);
  const { wasmFile, wasmBytes, abiFile, abiBytes, typesFile } = await buildContractFiles(file, directory);
  terminal.output(`${wasmFile}: ${wasmBytes} bytes\n`);
  terminal.output(`${abiFile}: ${abiBytes} bytes on the chain\n`);
  terminal.output(`${typesFile}\n`);
  return 0;
}

function buildWords(words: readonly string[]): { file: string; directory: string | undefined } {
  const { values, positionals } = parseWords(words, { output: { type: 'string', short: 'o' } });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) {
    throw new UsageError(`one source file is expected, ${positionals.length} are given`);
  }
  if (!file.endsWith('.ts')) {
    throw new UsageError(`"${file}" is no source in AssemblyScript, whose name ends in .ts`);
  }
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  return { file, directory: values.output };
}
