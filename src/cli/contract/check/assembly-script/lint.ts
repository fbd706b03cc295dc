import { dirname, relative } from 'node:path';
import { ContractBuildError } from '../../../../contract-build/diagnostics.js';
import { type ReadContract, readContract } from '../../../../contract-build/read-contract.js';
import type { Finding } from '../finding.js';
import { checkedContract } from './checked-contract.js';
import { ASSEMBLY_SCRIPT_RULES } from './rules.js';

/** The findings of one source. */
export interface LintedSource {
  readonly file: string;
  readonly findings: readonly Finding[];
}

/** What was found in a contract, and its interface where it could be read. */
export interface LintedContract {
  readonly sources: readonly LintedSource[];
  readonly contract: ReadContract | undefined;
}

/** Where a message of the builder says what is wrong. */
const PLACE = /^(.+?):(\d+)(?::(\d+))?: ([\s\S]*)$/;

/**
 * Looks for mistakes in a contract in AssemblyScript, by its sources alone.
 * @param file - the source with the class marked `@contract`; what it imports of its own is looked at, too
 */
export function lintAssemblyScript(file: string): LintedContract {
  let contract: ReadContract;
  try {
    contract = readContract(file);
  } catch (error) {
    if (!(error instanceof ContractBuildError)) throw error;
    const [, named = file, line = '1', column = '1', message = error.message] =
      PLACE.exec(error.message) ?? [];
    const finding: Finding = { rule: 'syntax', line: Number(line), column: Number(column), message };
    return { sources: [{ file: named, findings: [finding] }], contract: undefined };
  }
  const sources = [...contract.sources.values()].map(({ source, text }) => {
    const findings: Finding[] = [];
    const checked = checkedContract(text, source.path, contract);
    for (const [rule, look] of ASSEMBLY_SCRIPT_RULES) {
      look(checked, ({ range }, message) => findings.push({ rule, ...placeAt(text, range.start), message }));
    }
    findings.sort((a, b) => a.line - b.line || a.column - b.column);
    const shown = source.path === relative(dirname(file), file) ? file : source.file;
    return { file: shown, findings };
  });
  return { sources, contract };
}

function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 };
}
