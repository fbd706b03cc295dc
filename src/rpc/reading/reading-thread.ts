import { type MessagePort, Worker } from 'node:worker_threads';
import type { Loan } from '../../storage/key-value-store.js';
import type { AddressChange } from '../../wallet/entries.js';
import type { AnsweredCall } from '../dispatch/dispatch.js';
import type { NodeStatus } from './node-status.js';
import type { FromReader, ReadingSettings, ReadingThreadData, ToReader } from './reading-messages.js';

/** MiB for short-lived objects of the thread: requests and answers. The default of 48 would all be touched. */
const YOUNG_GENERATION = 16;

export interface ReadingThreadOptions {
  /** Given back when the thread has ended. */
  readonly loan: Loan;
  readonly settings: Omit<ReadingSettings, 'database'>;
  /** Where the thread that serves asks. */
  readonly requests: MessagePort;
  /** Is called with calls that were answered. */
  readonly onCalls: (calls: readonly AnsweredCall[]) => void;
  /** Is called with what failed, and when the thread ends by itself: the node answers then. */
  readonly onFailure: (reason: Error) => void;
  /** Another program for the thread, for tests of what happens when it fails. */
  readonly program?: URL;
}

/** The thread that answers what only reads, as the thread of the node sees it. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #isEnding = false;

  constructor({ loan, settings, requests, onCalls, onFailure, program }: ReadingThreadOptions) {
    const workerData: ReadingThreadData = { settings: { ...settings, database: loan.database }, requests };
    this.#worker = new Worker(program ?? new URL('./reader-thread.js', import.meta.url), {
      workerData,
      transferList: [requests],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#worker.on('message', (message: FromReader) => {
      if (message.type === 'calls') onCalls(message.calls);
      else onFailure(message.reason);
    });
    let reason: unknown = 'it has ended';
    this.#worker.on('error', error => {
      reason = error;
    });
    this.#exited = new Promise(resolve => {
      this.#worker.on('exit', () => {
        loan.giveBack();
        resolve();
        if (this.#isEnding) return;
        const text = reason instanceof Error ? reason.message : String(reason);
        onFailure(
          new Error(`the thread that answers what only reads failed, the node answers itself: ${text}`, {
            cause: reason,
          }),
        );
      });
    });
  }

  /** Tells of addresses of the wallet. The thread knows of them in every request that is made after this. */
  tellAddresses(changes: readonly AddressChange[]): void {
    this.#post({ type: 'addresses', changes });
  }

  /** Tells of the node, likewise. */
  tellStatus(status: NodeStatus): void {
    this.#post({ type: 'status', status });
  }

  /** Ends when what is being read is answered. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#post({ type: 'stop' });
    await this.#exited;
  }

  #post(message: ToReader): void {
    this.#worker.postMessage(message);
  }
}
