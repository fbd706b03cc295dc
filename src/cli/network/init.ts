import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { genesisHashOf } from '../../chain/open-chain.js';
import { required } from '../../codec/required.js';
import { BFT } from '../../config/networks/bft.js';
import { genesisFile } from '../../consensus/cometbft/engine-files.js';
import { NetworkLedger } from '../../ledger/ledger.js';
import { delegatePrivateKeys, withProducerCount } from '../../node/development.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { type LocalNetwork, networkFile } from './members.js';
import { newMember, writeMember } from './write-member.js';

const VALIDATORS = 4;
const MOST_VALIDATORS = 11;
const FIRST_PORT = 28_900;
const MOST_PORT = 65_000;
/** Milliseconds between a block and the work on the next. */
const PAUSE = 1000;
const MOST_PAUSE = 60_000;
const MOST_INTERVAL = 999_999;

interface InitWords {
  readonly directory: string;
  readonly validators: number;
  readonly port: number;
  readonly pause: number;
  readonly snapshots: number | undefined;
}

/** `coind network init`: the files of a network on this machine, which `start` starts. */
export async function runInit(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { directory, validators, port, pause, snapshots } = wordsOf(words);
  const root = resolve(directory);
  if (existsSync(networkFile(root))) throw new UsageError(`${root} is a network already`);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const parameters = withProducerCount(BFT, validators);
  const appState = { network: parameters.name, genesis: genesisHashOf(new NetworkLedger(parameters)) };
  const chainId = `coind-${parameters.name}-${randomBytes(4).toString('hex')}`;
  const genesis = genesisFile({ chainId, time: new Date(), appState });
  const made = Array.from({ length: validators }, (_, i) => newMember(i, port));
  const network: LocalNetwork = {
    validators,
    blockPause: pause,
    ...(snapshots !== undefined && { snapshotInterval: snapshots }),
    firstPort: port,
    members: made.map(({ member }) => member),
  };
  const keys = delegatePrivateKeys(parameters);
  for (const [i, { member, nodeKey }] of made.entries()) {
    const privateKey = required(keys[i], `the key of validator ${i + 1}`);
    writeMember(root, { member, nodeKey, privateKey, network, genesis });
  }
  // Last: what has it is whole.
  writeFileSync(networkFile(root), `${JSON.stringify(network, undefined, 2)}\n`, { mode: 0o600 });
  terminal.output(
    `${validators} validators of network ${chainId} in ${root}; start them with\n  coind network start ${directory}\n`,
  );
  return 0;
}

function wordsOf(words: readonly string[]): InitWords {
  const { values, positionals } = parseWords(words, {
    validators: { type: 'string' },
    port: { type: 'string' },
    pause: { type: 'string' },
    snapshots: { type: 'string' },
  });
  const [directory, ...rest] = positionals;
  if (directory === undefined || rest.length > 0) throw new UsageError('name one directory for the network');
  return {
    directory,
    validators: numberOf('validators', values.validators, [1, MOST_VALIDATORS]) ?? VALIDATORS,
    port: numberOf('port', values.port, [1024, MOST_PORT]) ?? FIRST_PORT,
    pause: numberOf('pause', values.pause, [0, MOST_PAUSE]) ?? PAUSE,
    snapshots: numberOf('snapshots', values.snapshots, [0, MOST_INTERVAL]),
  };
}

function numberOf(
  name: string,
  text: string | undefined,
  [least, most]: readonly [number, number],
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name} takes a number from ${least} to ${most}, not ${text}`);
}
