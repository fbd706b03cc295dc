import { join, resolve } from 'node:path';
import type { Options } from '../config/load-options.js';
import type { Logger } from '../config/logging.js';
import { OptionError } from '../config/option-types.js';
import type { AbciAddress } from '../consensus/cometbft/abci/abci-server.js';
import type { EngineSettings } from '../consensus/cometbft/comet-consensus.js';

/** The engine is reached on this machine only: who can ask it can speak for this node. */
const LOOPBACK = '127.0.0.1';
const SOCKET = 'abci.sock';
/** Directory of the snapshots for nodes that join. */
const SNAPSHOTS = 'snapshots';
const MEBIBYTE = 1 << 20;
/** Bytes that a path of a socket may have. */
const MOST_SOCKET_BYTES = 103;

type EngineOptions = Pick<
  Options,
  | 'abci'
  | 'blockmaxsize'
  | 'cometbft'
  | 'cometbfthome'
  | 'cometbftrpc'
  | 'enginekeep'
  | 'ephemeral'
  | 'minfreespace'
  | 'networkDirectory'
  | 'snapshotinterval'
>;

/**
 * How a node runs and finds its consensus engine, by its options.
 * @throws OptionError
 */
export function engineOf(
  options: EngineOptions,
  log: Logger,
  onFailure: (error: Error) => void,
): EngineSettings {
  const { abci, proxyApp } = abciOf(options);
  const home = engineHome(options);
  const rpc = { host: LOOPBACK, port: options.cometbftrpc };
  const laddr = `tcp://${rpc.host}:${rpc.port}`;
  const flags = ['start', '--home', home, '--proxy_app', proxyApp, '--abci', 'socket', '--rpc.laddr', laddr];
  return {
    abci,
    rpc,
    command: options.cometbft === '' ? undefined : { program: options.cometbft, arguments: flags },
    log,
    onFailure,
    maxBlockSize: options.blockmaxsize,
    keptBlocks: options.enginekeep,
    ...(options.snapshotinterval > 0 &&
      !options.ephemeral && {
        snapshots: {
          directory: join(options.networkDirectory, SNAPSHOTS),
          interval: options.snapshotinterval,
          reserve: options.minfreespace * MEBIBYTE,
        },
      }),
  };
}

/** The directory of the engine. */
export function engineHome(options: Pick<Options, 'cometbfthome' | 'networkDirectory'>): string {
  return resolve(options.networkDirectory, options.cometbfthome);
}

function abciOf({ abci, networkDirectory }: EngineOptions): {
  readonly abci: AbciAddress;
  readonly proxyApp: string;
} {
  const tcp = /^tcp:\/\/(\[[0-9a-f:]+\]|[^:/]+):(\d{1,5})$/i.exec(abci);
  if (tcp !== null) {
    const [, host = '', port = ''] = tcp;
    return { abci: { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }, proxyApp: abci };
  }
  if (abci !== '' && !abci.startsWith('unix:')) {
    throw new OptionError(`-abci=${abci}: write unix:PATH or tcp://HOST:PORT`);
  }
  const path = resolve(networkDirectory, abci.replace(/^unix:(\/\/)?/, '') || SOCKET);
  if (Buffer.byteLength(path) <= MOST_SOCKET_BYTES) return { abci: { path }, proxyApp: `unix://${path}` };
  throw new OptionError(
    `the path of the socket between node and consensus engine, ${path}, has more than ${MOST_SOCKET_BYTES} bytes: ` +
      'name another one with -abci=unix:PATH',
  );
}
