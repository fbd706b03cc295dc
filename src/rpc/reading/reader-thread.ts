import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { StoredChain } from '../../chain/stored-chain.js';
import { openShared } from '../../storage/open-shared.js';
import type { AnsweredCall } from '../dispatch/dispatch.js';
import { Presence } from '../dispatch/presence.js';
import type { HttpReply } from '../dispatch/requests.js';
import { packedAnswer } from '../http/packed-answer.js';
import type { RpcRequest } from '../http/rpc-request.js';
import { SharedFigures } from '../http/shared-figures.js';
import { KnownAddresses } from './known-addresses.js';
import { Reader } from './reader.js';
import type { FromReader, ReadAnswer, ReadingThreadData, ReadRequest, ToReader } from './reading-messages.js';
import { readingServices } from './reading-services.js';

/*
 * The thread that answers what only reads: blocks and state as they are stored. It reads the database that the
 * thread of the node has open, and is asked by the thread that serves, so the node may be busy meanwhile.
 */

const port = ownPort();

const { settings, requests } = workerData as ReadingThreadData;
const { options, network, programVersion, access, mostWaiting } = settings;
const figures = new SharedFigures(settings.figures);
const store = await openShared(settings.database);
const chain = new StoredChain({
  store,
  network,
  blocks: settings.blocks,
  disconnects: () => figures.get('disconnects'),
});
let { status } = settings;
const wallet = new KnownAddresses();
wallet.change(settings.addresses);

const tell = (message: FromReader): void => port.postMessage(message);
/** The node is told of answered calls together, since to wake its thread takes as long as to answer a call. */
const TELLING_MS = 100;
const MOST_UNTOLD = 1_000;
let untold: AnsweredCall[] = [];
let telling: NodeJS.Timeout | undefined;

function tellCalls(): void {
  clearTimeout(telling);
  telling = undefined;
  if (untold.length > 0) tell({ type: 'calls', calls: untold });
  untold = [];
}

const reader = new Reader({
  chain,
  servicesOf: read =>
    readingServices({ options, network, chain: read, wallet, status: () => status, store, programVersion }),
  access,
  mostWaiting,
  onRead(height) {
    figures.set('readHeight', height);
    // Where a block has left the chain meanwhile, the node has told of that before this; otherwise it will.
    const now = chain.refresh().height;
    if (now !== height) figures.set('readHeight', now);
  },
  onCalls(calls) {
    untold.push(...calls);
    if (untold.length >= MOST_UNTOLD) tellCalls();
    else telling ??= setTimeout(tellCalls, TELLING_MS);
  },
  onFailure: reason => tell({ type: 'failure', reason: asError(reason) }),
});
await reader.loadAll();

let running = 0;
let isStopping = false;

/** @throws Error in a thread that nobody has started */
function ownPort(): MessagePort {
  if (parentPort === null) throw new Error('this module runs in a worker thread only');
  return parentPort;
}

function receive(message: ToReader): void {
  if (message.type === 'addresses') wallet.change(message.changes);
  else if (message.type === 'status') status = message.status;
  else isStopping = true;
  if (isStopping && running === 0) void end();
}

async function end(): Promise<void> {
  tellCalls();
  requests.close();
  port.close();
  chain.close();
  await store.close();
}

/** What the node has told before it answered somebody has to be known to whom that one asks next. */
function receiveAll(): void {
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received === undefined) return;
    receive(received.message as ToReader);
  }
}

/** The clients of the requests that are being answered. */
const clients = new Map<number, Presence>();

async function answer(id: number, request: RpcRequest): Promise<void> {
  receiveAll();
  let reply: HttpReply | undefined;
  running++;
  const presence = new Presence();
  clients.set(id, presence);
  try {
    if (!isStopping) reply = await reader.answer(request, presence);
  } catch (error) {
    tell({ type: 'failure', reason: asError(error) });
  } finally {
    running--;
    clients.delete(id);
  }
  const { answer, transfer } = packedAnswer(reply);
  requests.postMessage({ type: 'answer', id, answer } satisfies ReadAnswer, transfer);
  if (isStopping && running === 0) void end();
}

function asError(reason: unknown): Error {
  const error = new Error(reason instanceof Error ? reason.message : String(reason));
  if (reason instanceof Error && reason.stack !== undefined) error.stack = reason.stack;
  return error;
}

port.on('message', receive);
requests.on('message', (message: ReadRequest) => {
  if (message.type === 'gone') clients.get(message.id)?.leave();
  else void answer(message.id, message.request);
});
requests.postMessage({ type: 'ready' } satisfies ReadAnswer);
