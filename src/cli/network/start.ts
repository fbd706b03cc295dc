import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../command.js';
import type { CommandResult } from '../terminal.js';
import { askNode, pidOf } from './ask-node.js';
import { type Member, membersOf, placesOf, readNetwork } from './members.js';
import { statusTable } from './status.js';

const LOOK_MILLISECONDS = 500;
/** Milliseconds until the nodes have to make blocks. */
const MOST_MILLISECONDS = 120_000;
/** The first block that users' transactions can be in. */
const FIRST_HEIGHT = 2;
const SHOWN_LINES = 15;

/**
 * `coind network start`: starts nodes, each with its engine, as processes that go on when this one ends, and waits
 * until they make blocks.
 */
export async function runStart(
  [directory, ...names]: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { root, network } = readNetwork(directory);
  const members = membersOf(network, names);
  const ended = new Map<string, number | null>();
  for (const member of members) {
    if (pidOf(root, member) !== undefined) continue;
    const child = startNode(root, member);
    child.once('exit', code => ended.set(member.name, code));
  }
  for (let waited = 0; waited < MOST_MILLISECONDS; waited += LOOK_MILLISECONDS) {
    const [[name, code] = []] = [...ended];
    if (name !== undefined) {
      throw new Error(`${name} has ended with code ${code}; the end of ${logOf(root, name)}`);
    }
    const answers = await Promise.all(members.map(member => askNode(root, member)));
    if (answers.every(answer => (answer?.tipblock_height ?? 0) >= FIRST_HEIGHT)) {
      terminal.output(await statusTable(root, network));
      return 0;
    }
    await sleep(LOOK_MILLISECONDS);
  }
  terminal.output(await statusTable(root, network));
  throw new Error(
    `no blocks within ${MOST_MILLISECONDS / 1000} s; more than two thirds of the validators have to run and reach each other. ` +
      `The end of ${logOf(root, members[0]?.name ?? '')}`,
  );
}

function startNode(root: string, member: Member): ChildProcess {
  const { dataDirectory, log } = placesOf(root, member);
  const output = openSync(log, 'a', 0o600);
  const program = process.argv[1] ?? '';
  const child = spawn(process.execPath, [program, `-datadir=${dataDirectory}`], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  return child;
}

/** The last lines that a node has written. */
function logOf(root: string, name: string): string {
  const { log } = placesOf(root, { name });
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  return `${log}:\n${lines.slice(-SHOWN_LINES).join('\n')}`;
}
