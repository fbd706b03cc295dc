import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey, publicKeyOf } from '../../crypto/keys.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { type LocalNetwork, networkFile, placesOf, readNetwork } from './members.js';
import { trustedBlock } from './trusted-block.js';
import { newMember, writeMember } from './write-member.js';

/** `coind network add`: the files of one more node, which gets its blocks, or the state after one, from the others. */
export async function runAdd(words: readonly string[], { terminal }: CommandContext): Promise<CommandResult> {
  const { values, positionals } = parseWords(words, { statesync: { type: 'boolean' } });
  const [directory, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('name one directory');
  const { root, network: before } = readNetwork(directory);
  const [first] = before.members;
  if (first === undefined) throw new UsageError(`the network in ${root} has no nodes`);
  const { member, nodeKey } = newMember(before.members.length, before.firstPort);
  const network: LocalNetwork = { ...before, members: [...before.members, member] };
  const genesis = readFileSync(join(placesOf(root, first).engineHome, 'config', 'genesis.json'), 'utf8');
  const privateKey = generatePrivateKey();
  const stateSync = values.statesync ? await trustedBlock(root, before) : undefined;
  writeMember(root, { member, nodeKey, privateKey, network, genesis, stateSync });
  writeFileSync(networkFile(root), `${JSON.stringify(network, undefined, 2)}\n`, { mode: 0o600 });
  terminal.output(
    `${member.name}, with JSON-RPC on port ${member.rpcPort}; start it with\n  coind network start ${directory} ${member.name}\n` +
      `It becomes a validator when an account whose miner key is ${publicKeyOf(privateKey).toString('hex')} is elected.\n`,
  );
  return 0;
}
