import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  configurationFile,
  makeNodeKey,
  NOTHING_SIGNED,
  type NodeKey,
  type TrustedBlock,
  validatorKeyFile,
} from '../../consensus/cometbft/engine-files.js';
import { type LocalNetwork, type Member, placesOf } from './members.js';

const LOOPBACK = '127.0.0.1';
/** Ports of a node: JSON-RPC, engine for others, engine for the node. */
const PORTS = 3;
const OWNER_ONLY = { mode: 0o600 } as const;

/** A node that is still to be written, the next one of so many. */
export function newMember(count: number, firstPort: number): { member: Member; nodeKey: NodeKey } {
  const nodeKey = makeNodeKey();
  const port = firstPort + PORTS * count;
  const member = {
    name: `node${count + 1}`,
    rpcPort: port,
    peerPort: port + 1,
    enginePort: port + 2,
    nodeId: nodeKey.id,
  };
  return { member, nodeKey };
}

export interface MemberFiles {
  readonly member: Member;
  readonly nodeKey: NodeKey;
  /** By which it signs as a validator. */
  readonly privateKey: Buffer;
  /** With the node among its members. */
  readonly network: LocalNetwork;
  /** The engine's genesis file. */
  readonly genesis: string;
  /** From which on it proves the state that it begins with; default: it executes all blocks. */
  readonly stateSync?: TrustedBlock | undefined;
}

/** Writes the data directory of a node: its options, and the files of its engine. */
export function writeMember(
  root: string,
  { member, nodeKey, privateKey, network, genesis, stateSync }: MemberFiles,
): void {
  const { dataDirectory, engineHome } = placesOf(root, member);
  const config = join(engineHome, 'config');
  const data = join(engineHome, 'data');
  for (const directory of [config, data]) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const options = [
    'nettype=bft',
    `bps=${network.validators}`,
    `rpcport=${member.rpcPort}`,
    `cometbftrpc=${member.enginePort}`,
    ...(network.snapshotInterval === undefined ? [] : [`snapshotinterval=${network.snapshotInterval}`]),
    ...(stateSync === undefined ? [] : ['statesync=1']),
  ];
  const peers = network.members
    .filter(({ name }) => name !== member.name)
    .map(({ nodeId, peerPort }) => `${nodeId}@${LOOPBACK}:${peerPort}`);
  const configuration = configurationFile({
    name: member.name,
    host: LOOPBACK,
    port: member.peerPort,
    peers,
    isLocal: true,
    blockPause: network.blockPause,
    stateSync,
  });
  writeFileSync(join(dataDirectory, 'coind.conf'), `${options.join('\n')}\n`, OWNER_ONLY);
  writeFileSync(join(config, 'genesis.json'), genesis, OWNER_ONLY);
  writeFileSync(join(config, 'config.toml'), configuration, OWNER_ONLY);
  writeFileSync(join(config, 'node_key.json'), nodeKey.file, OWNER_ONLY);
  writeFileSync(join(config, 'priv_validator_key.json'), validatorKeyFile(privateKey), OWNER_ONLY);
  writeFileSync(join(data, 'priv_validator_state.json'), NOTHING_SIGNED, OWNER_ONLY);
}
