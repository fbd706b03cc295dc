import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../command.js';
import type { CommandResult } from '../terminal.js';
import { pidOf, runsAs } from './ask-node.js';
import { membersOf, readNetwork } from './members.js';

const LOOK_MILLISECONDS = 200;
const MOST_MILLISECONDS = 60_000;

/** `coind network stop`: asks nodes to end in good order, each with its engine, and waits until they have. */
export async function runStop(
  [directory, ...names]: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { root, network } = readNetwork(directory);
  const running = membersOf(network, names).flatMap(member => {
    const pid = pidOf(root, member);
    return pid === undefined ? [] : [{ member, pid }];
  });
  for (const { pid } of running) process.kill(pid, 'SIGTERM');
  const remaining = (): string[] =>
    running.filter(({ member, pid }) => runsAs(root, member, pid)).map(({ member }) => member.name);
  for (let waited = 0; remaining().length > 0 && waited < MOST_MILLISECONDS; waited += LOOK_MILLISECONDS) {
    await sleep(LOOK_MILLISECONDS);
  }
  const left = remaining();
  if (left.length > 0) throw new Error(`${left.join(', ')} did not end within ${MOST_MILLISECONDS / 1000} s`);
  terminal.output(`${running.length} of ${network.members.length} nodes were running, and have ended\n`);
  return 0;
}
