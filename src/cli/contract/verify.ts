import { CallError } from '../../client/errors.js';
import { isDeployedAs } from '../../testing/remote/index.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { deployTarget } from './deploy-target.js';
import { lastOf } from './deployment-record.js';

/**
 * `coind contract verify <file> [regid]`: whether the code on the chain is what a source gives; without a regid of what
 * was deployed last.
 *
 * @returns 1 where it is another, or there is none
 * @throws UsageError for other words; Error where nothing answers
 */
export async function runVerify(words: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { values, positionals } = parseWords(words, {
    name: { type: 'string' },
    record: { type: 'string' },
  });
  const [file, given, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('a contract is expected, and its regid');
  const { terminal } = context;
  const { link, contract, name, record, recordFile } = await deployTarget(file, values, context);
  const regId = given ?? lastOf(record, name)?.regid;
  if (regId === undefined) {
    terminal.errors(`error: ${recordFile} has no deployment of ${name}; give the regid of the contract\n`);
    return 1;
  }
  try {
    if (await isDeployedAs(link, regId, contract)) {
      terminal.output(`${regId} is what ${file} gives\n`);
      return 0;
    }
    terminal.errors(`${regId} is not what ${file} gives\n`);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    terminal.errors(`error: ${regId}: ${error.message}\n`);
  }
  return 1;
}
