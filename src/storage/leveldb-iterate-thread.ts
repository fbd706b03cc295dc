import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { ClassicLevel, type Iterator as LevelIterator } from 'classic-level';
import type { IterateReply, IterateRequest, IterateThreadData } from './leveldb-iterator-bridge.js';

/*
 * LevelDB's binding can only iterate asynchronously. This thread does so on the same database,
 * while the requesting thread sleeps until the reply has arrived at its port.
 */

type Rows = LevelIterator<ClassicLevel<Buffer, Buffer>, Buffer, Buffer>;

const { path, port, signal } = workerData as IterateThreadData;
const control = parentPort;
if (control === null) throw new Error('this module runs in a worker thread only');

const database = new ClassicLevel<Buffer, Buffer>(path, {
  keyEncoding: 'buffer',
  valueEncoding: 'buffer',
  multithreading: true,
  createIfMissing: false,
});
await database.open();
const iterators = new Map<number, Rows>();
control.postMessage('ready');

async function rowsOf(request: Exclude<IterateRequest, { type: 'close' | 'stop' }>): Promise<IterateReply> {
  let iterator = iterators.get(request.id);
  if (request.type === 'open') {
    const { lower, upper, reverse, limit } = request;
    iterator = database.iterator({
      reverse,
      limit: limit ?? -1,
      ...(lower === undefined ? {} : { gte: Buffer.from(lower) }),
      ...(upper === undefined ? {} : { lt: Buffer.from(upper) }),
    });
    iterators.set(request.id, iterator);
  }
  if (iterator === undefined) throw new Error(`there is no open iterator ${request.id}`);
  return { rows: await iterator.nextv(request.count) };
}

async function closeIterator(id: number): Promise<void> {
  const iterator = iterators.get(id);
  iterators.delete(id);
  await iterator?.close();
}

async function answer(request: IterateRequest, replies: MessagePort): Promise<void> {
  if (request.type === 'stop') {
    await database.close();
    replies.close();
    return;
  }
  if (request.type === 'close') {
    await closeIterator(request.id);
    return;
  }
  let reply: IterateReply;
  try {
    reply = await rowsOf(request);
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  }
  replies.postMessage(reply);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

// One request after the other, so that an iterator is never closed while it fetches.
let last: Promise<void> = Promise.resolve();
port.on('message', (request: IterateRequest) => {
  last = last.then(() => answer(request, port));
});
