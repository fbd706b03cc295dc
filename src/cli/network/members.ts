import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BFT } from '../../config/networks/bft.js';
import { UsageError } from '../sub-command.js';

/** A node of a network on this machine. */
export interface Member {
  /** Its name, and that of its directory. */
  readonly name: string;
  /** Of JSON-RPC. */
  readonly rpcPort: number;
  /** At which its engine listens for the others. */
  readonly peerPort: number;
  /** At which its engine answers the node. */
  readonly enginePort: number;
  /** By which the engines of others name its own. */
  readonly nodeId: string;
}

/** What `coind network` knows of a network: the file `network.json` in its directory. */
export interface LocalNetwork {
  readonly validators: number;
  readonly blockPause: number;
  /** Blocks from one snapshot to the next; undefined: as the option has it by default. */
  readonly snapshotInterval?: number | undefined;
  readonly firstPort: number;
  readonly members: readonly Member[];
}

const FILE = 'network.json';

export function networkFile(directory: string): string {
  return join(directory, FILE);
}

/** The network of a directory. @throws UsageError where there is none */
export function readNetwork(directory: string | undefined): { root: string; network: LocalNetwork } {
  if (directory === undefined) throw new UsageError('name the directory of the network');
  const root = resolve(directory);
  let text: string;
  try {
    text = readFileSync(networkFile(root), 'utf8');
  } catch {
    throw new UsageError(
      `${root} is no network: it has no ${FILE}; make one with coind network init ${directory}`,
    );
  }
  return { root, network: JSON.parse(text) as LocalNetwork };
}

/** The nodes that are named, or all. @throws UsageError for a name that none has */
export function membersOf({ members }: LocalNetwork, names: readonly string[]): readonly Member[] {
  if (names.length === 0) return members;
  return names.map(name => {
    const member = members.find(known => known.name === name);
    if (member !== undefined) return member;
    throw new UsageError(
      `no node is called ${name}; there are ${members.map(known => known.name).join(', ')}`,
    );
  });
}

/** Where a node of a network has its files. */
export function placesOf(root: string, { name }: Pick<Member, 'name'>) {
  const dataDirectory = join(root, name);
  const networkDirectory = join(dataDirectory, BFT.directory);
  return {
    dataDirectory,
    networkDirectory,
    engineHome: join(networkDirectory, 'cometbft'),
    snapshots: join(networkDirectory, 'snapshots'),
    log: join(dataDirectory, 'node.log'),
    pidFile: join(networkDirectory, 'coind.pid'),
  };
}
