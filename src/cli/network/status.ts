import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import { tableOf } from '../table.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { askNode, pidOf } from './ask-node.js';
import { type LocalNetwork, readNetwork } from './members.js';

const FOLLOW_MILLISECONDS = 1000;
const SHOWN_HASH_DIGITS = 16;
/** Clears a terminal and goes to its beginning. */
const CLEAR = '\u001b[2J\u001b[H';

/** `coind network status`: what each node says of itself; 1 where one does not answer. */
export async function runStatus(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { values, positionals } = parseWords(words, { follow: { type: 'boolean' } });
  const [directory, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('name one directory');
  const { root, network } = readNetwork(directory);
  while (values.follow) {
    const table = await statusTable(root, network);
    terminal.output(`${CLEAR}${table}`);
    await sleep(FOLLOW_MILLISECONDS);
  }
  terminal.output(await statusTable(root, network));
  const answers = await Promise.all(network.members.map(member => askNode(root, member)));
  return answers.every(answer => answer !== undefined) ? 0 : 1;
}

/** A line for each node. */
export async function statusTable(root: string, { members }: LocalNetwork): Promise<string> {
  const rows = members.map(async member => {
    const answer = await askNode(root, member);
    const pid = pidOf(root, member);
    return {
      node: member.name,
      port: member.rpcPort,
      pid: pid ?? '',
      state: answer?.state ?? (pid === undefined ? 'stopped' : 'does not answer'),
      height: answer?.tipblock_height ?? '',
      block: answer?.tipblock_hash.slice(0, SHOWN_HASH_DIGITS) ?? '',
      peers: answer?.connections ?? '',
      errors: answer?.errors ?? '',
    };
  });
  return tableOf(await Promise.all(rows));
}
