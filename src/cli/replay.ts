import { loadOptions } from '../config/load-options.js';
import { readRecording } from '../replay/recording.js';
import { type ReplayReport, replay } from '../replay/replay.js';
import { REPLAY_RULES } from '../replay/replay-rules.js';
import type { CommandContext } from './command.js';
import type { CommandResult } from './terminal.js';

const USAGE = 'coind replay needs one parameter: the directory of a recorded chain\n';
const PROGRESS_BLOCKS = 50;

/**
 * The command `coind replay <directory>`: executes a recorded chain of the reference node and
 * compares everything that was recorded of it (decisions D31, D40). The option `nettype` chooses
 * other rules than those of the network `replay`.
 *
 * @returns 0 when the whole chain was executed without a difference
 */
export async function runReplay(
  parameters: readonly string[],
  { switches, environment, terminal }: CommandContext,
): Promise<CommandResult> {
  const [directory] = parameters;
  if (directory === undefined || parameters.length > 1) {
    terminal.errors(USAGE);
    return 1;
  }
  const { options } = loadOptions(['-nettype=replay', ...switches], environment);
  const report = await replay(readRecording(directory), options, (height, tip) => {
    if (height % PROGRESS_BLOCKS === 0) terminal.output(`height ${height} of ${tip}\n`);
  });
  for (const line of reportLines(report)) terminal.output(`${line}\n`);
  for (const line of report.obstacle) terminal.errors(`${line}\n`);
  return report.obstacle.length === 0 ? 0 : 1;
}

/** A report for a person. */
function reportLines({
  height,
  tip,
  compared,
  missingMethods,
  rules,
  adoptedFuelFees,
  signaturesAbove,
}: ReplayReport): string[] {
  const { blocks, transactions, traces, answers } = compared;
  const { valid, unknownProducer } = signaturesAbove;
  return [
    `headers, hashes and merkle roots of all ${tip + 1} blocks are right`,
    `signatures above height ${height}: ${valid} right, ${unknownProducer} of producers that are not known yet`,
    `compared: ${blocks} blocks, ${transactions} transactions, ${traces} traces, ${answers} answers about state`,
    ...[...missingMethods].map(
      ([method, count]) => `not compared: ${count} answers of ${method}, which is no method here`,
    ),
    ...REPLAY_RULES.flatMap(({ id, reason, source }) =>
      rules.has(id) ? [`equal by rule ${id}: ${rules.get(id)} answers; ${reason} (${source})`] : [],
    ),
    ...adoptedFuelFees.map(
      ({ height: at, recorded, computed }) =>
        `block ${at}: fuel fee ${recorded} taken as recorded, ${computed} here; Lua's memory (decision D25)`,
    ),
    `reached height ${height} of ${tip}`,
  ];
}
