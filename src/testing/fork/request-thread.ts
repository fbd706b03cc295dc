/*
 * Sends requests to a node while the thread beside it waits: for each that it is given it posts what came of it, and
 * wakes who waits.
 */
import { type MessagePort, workerData } from 'node:worker_threads';
import { fetchTransport } from '../../client/transport.js';
import type { RequestToSend, ThreadAnswer } from './synchronous-requests.js';

const { signal, port, timeout } = workerData as {
  readonly signal: Int32Array;
  readonly port: MessagePort;
  readonly timeout: number;
};

async function answerTo({ url, credentials, body }: RequestToSend): Promise<ThreadAnswer> {
  try {
    return { answer: await fetchTransport(url, credentials, fetch, timeout)(body) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', async (request: RequestToSend) => {
  port.postMessage(await answerTo(request));
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
});
