import { existsSync } from 'node:fs';
import { contractTypes, writeTypes } from '../../contract-build/types/contract-types-file.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';

const SOURCE = /\.(ts|lua|abi\.json)$/;

/**
 * `coind contract types <files> [-o <directory>] [--check]`: writes what TypeScript has to know of contracts, into
 * `<name>.types.ts` beside each.
 *
 * @returns with --check, which writes nothing, 1 where a file is missing or of an earlier contract
 * @throws UsageError for other words; ContractBuildError, LuaMethodsError with file and line for contracts with faults
 */
export async function runTypes(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { values, positionals: files } = parseWords(words, {
    output: { type: 'string', short: 'o' },
    check: { type: 'boolean' },
  });
  if (files.length === 0) throw new UsageError('at least one contract is expected');
  for (const file of files) {
    if (!SOURCE.test(file) || file.endsWith('.types.ts')) {
      throw new UsageError(`"${file}" is no contract: .ts, .lua or .abi.json`);
    }
    if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  }
  let stale = 0;
  for (const file of files) {
    const types = await contractTypes(file, values.output);
    if (values.check !== true) {
      writeTypes(types);
      terminal.output(`${types.file}\n`);
    } else if (!types.isWritten) {
      stale++;
      terminal.errors(`${types.file} is not what ${file} gives; coind contract types ${file} writes it\n`);
    }
  }
  return stale === 0 ? 0 : 1;
}
