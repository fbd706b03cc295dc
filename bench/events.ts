/**
 * What subscribers cost: transfers in batches at a node without subscribers, with 1,000 that have filters, and with 100
 * more that never read, in turns. Measured are the processor time of the node for each block, how long an ordinary
 * client waits meanwhile that asks 20 times a second, and the memory of the node.
 * `--subscribers=`, `--silent=`, `--transfers=` set the volumes.
 */
import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { regIdText } from '../src/codec/regid.js';
import { openSocket } from '../test/support/nodes/event-reader.js';
import { OrdinaryClient } from './doors/ordinary-client.js';
import type { BenchmarkResult } from './result.js';
import { regIdOfAccount } from './support/accounts.js';
import { percentile } from './support/client.js';
import { volume } from './support/volumes.js';
import { LoadedNode } from './transfers/loaded-node.js';

const ACCOUNTS = 1_000;
const CACHE_MEBIBYTES = 64;
const ROUNDS = 3;
const BATCHES = { batch: 50, connections: 8 };
/** Sockets that are opened together: more would wait for their turn in the queue of the listening socket. */
const OPENED_TOGETHER = 50;

interface Round {
  readonly nodeMilliseconds: number;
  readonly blocks: number;
  readonly p99: number;
  readonly perSecond: number;
}

export async function run(): Promise<BenchmarkResult> {
  const subscribers = volume('subscribers', 1_000);
  const silent = volume('silent', 100);
  const count = volume('transfers', 10_000);
  const node = await LoadedNode.prepare({ accounts: ACCOUNTS, cacheMebibytes: CACHE_MEBIBYTES });
  const connections = String(2 * (subscribers + silent) + 100);
  await node.start([
    '-mining=interval',
    '-mininginterval=1',
    `-rpcmaxconnections=${connections}`,
    `-rpcmaxaddressconnections=${connections}`,
  ]);
  await node.load({ ...BATCHES, count });
  const rounds: { without: Round; with: Round }[] = [];
  let received = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const without = await loaded(node, count);
    const sockets = await open(
      node,
      subscribers,
      number => filterOf(number),
      () => received++,
    );
    rounds.push({ without, with: await loaded(node, count) });
    await close(sockets);
  }
  const before = node.residentMebibytes ?? 0;
  const sockets = await open(node, silent, () => [
    { event: 'block' },
    { event: 'transaction' },
    { event: 'receipt' },
  ]);
  for (const socket of sockets) socket.pause();
  const notRead = await loaded(node, count);
  const after = node.residentMebibytes ?? 0;
  await close(sockets);
  await node.stop();

  const median = (of: (round: { without: Round; with: Round }) => number): number =>
    percentile(rounds.map(of), 0.5);
  const costPerBlock = (round: Round): number => round.nodeMilliseconds / round.blocks;
  const figures = {
    blockMs: median(round => costPerBlock(round.without)),
    blockMsWithSubscribers: median(round => costPerBlock(round.with)),
    eventCostRatio: median(round => costPerBlock(round.with) / costPerBlock(round.without)),
    otherClientP99Ms: median(round => round.with.p99),
    otherClientP99MsWithout: median(round => round.without.p99),
    otherClientP99MsNotRead: notRead.p99,
    mebibytesOfSilent: after - before,
    eventsReceived: received,
  };
  return {
    rows: [
      { what: 'processor time of the node for a block', value: figures.blockMs, unit: 'ms' },
      {
        what: `the same with ${subscribers} subscribers with filters`,
        value: figures.blockMsWithSubscribers,
        unit: 'ms',
      },
      { what: 'with to without, median of rounds', value: figures.eventCostRatio, unit: 'x' },
      { what: 'p99 of another client, no subscribers', value: figures.otherClientP99MsWithout, unit: 'ms' },
      { what: `the same with ${subscribers} subscribers`, value: figures.otherClientP99Ms, unit: 'ms' },
      {
        what: `the same with ${silent} that do not read`,
        value: figures.otherClientP99MsNotRead,
        unit: 'ms',
      },
      { what: `memory that ${silent} who do not read add`, value: figures.mebibytesOfSilent, unit: 'MiB' },
      { what: 'events that were received', value: received, unit: '' },
    ],
    figures,
  };
}

/** Every tenth has all blocks, the others what concerns one account. */
function filterOf(number: number): readonly object[] {
  const address = regIdText(regIdOfAccount(number % ACCOUNTS));
  return number % 10 === 0
    ? [{ event: 'block' }]
    : [
        { event: 'transaction', address },
        { event: 'receipt', address },
      ];
}

async function open(
  node: LoadedNode,
  count: number,
  filters: (number: number) => readonly object[],
  onMessage: () => void = () => undefined,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(OPENED_TOGETHER, count - sockets.length) }, () =>
      openSocket(node.place),
    );
    await Promise.all(some.map(socket => once(socket, 'open')));
    for (const [i, socket] of some.entries()) {
      socket.on('message', onMessage);
      socket.on('error', () => undefined);
      socket.send(JSON.stringify({ events: filters(sockets.length + i) }));
    }
    sockets.push(...some);
  }
  return sockets;
}

async function close(sockets: readonly WebSocket[]): Promise<void> {
  for (const socket of sockets) socket.terminate();
  await Promise.all(
    sockets.map(socket => (socket.readyState === socket.CLOSED ? undefined : once(socket, 'close'))),
  );
}

async function loaded(node: LoadedNode, count: number): Promise<Round> {
  const { port, credentials } = node.place;
  let other: OrdinaryClient | undefined;
  const beforeSending = (): void => {
    other = new OrdinaryClient(port, credentials, id =>
      JSON.stringify({ id, method: 'getblockcount', params: [] }),
    );
  };
  const first = await node.call<number>('getblockcount');
  const { perSecond, nodeMicroseconds = 0 } = await node.load({ ...BATCHES, count, beforeSending });
  const blocks = (await node.call<number>('getblockcount')) - first;
  await other?.end();
  const waits = other?.take().waits ?? [];
  return {
    nodeMilliseconds: (nodeMicroseconds * count) / 1000,
    blocks,
    p99: percentile(waits, 0.99),
    perSecond,
  };
}
