/*
 * Reads the requests of an editor while the thread beside it runs a contract or waits at a breakpoint: it posts each,
 * and wakes who waits.
 */
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type MessagePort, workerData } from 'node:worker_threads';

const { signal, descriptor, port } = workerData as {
  readonly signal: Int32Array;
  readonly descriptor: number;
  readonly port: MessagePort;
};
const socket = new Socket({ fd: descriptor, readable: true, writable: false });

const post = (message: unknown): void => {
  port.postMessage(message);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
};

createInterface({ input: socket })
  .on('line', line => post(JSON.parse(line)))
  // Nobody asks any more: whoever waits goes on without a debugger.
  .on('close', () => post(undefined));
