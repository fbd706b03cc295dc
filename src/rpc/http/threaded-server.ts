import { MessageChannel, type MessagePort, type TransferListItem, Worker } from 'node:worker_threads';
import type { AccessOptions } from '../dispatch/access.js';
import { REFERENCE_ENVELOPE, STRICT_ENVELOPE } from '../dispatch/envelope.js';
import { Presence } from '../dispatch/presence.js';
import { answerBody } from '../dispatch/requests.js';
import { packedAnswer } from './packed-answer.js';
import type { RpcRequest } from './rpc-request.js';
import type { RpcServer, RpcServerOptions } from './server.js';
import { SharedFigures } from './shared-figures.js';
import type { FromServer, ThreadAnswer, ToServer } from './thread-messages.js';

/** MiB for short-lived objects of the thread: requests and answers. The default of 48 would all be touched. */
const YOUNG_GENERATION = 16;

export interface ThreadedServerOptions extends Omit<RpcServerOptions, 'allowed' | 'figures'> {
  /** Peers besides this machine: entries of the option rpcallowip. */
  readonly allowed: readonly string[];
  readonly access: AccessOptions;
  /** Height of the newest block, for what the thread answers without asking. */
  readonly tipHeight: () => number;
  /** A thread that answers what only reads; default: none. */
  readonly reading?: ReadingElsewhere | undefined;
}

/** How another thread is made to answer what only reads. */
export interface ReadingElsewhere {
  /** All names of the methods that it can answer. */
  readonly methods: readonly string[];
  /** Starts the thread, which is asked at a port. */
  start(requests: MessagePort): void;
  /** Resolves when this thread knows of all blocks that somebody has read of; undefined where it does. */
  caughtUp(): Promise<void> | undefined;
  /** Tells the thread what has changed of the node; is called before somebody has an answer that may follow from it. */
  tellStatus(): void;
}

/**
 * A thread that serves HTTP. It starts to load with the object, so that this takes no time of the node when it
 * is told to listen.
 */
export class ServerThread {
  /** What the thread sees at once; kept up to date from here. */
  readonly figures = new SharedFigures();
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #isEnding = false;
  /** Of the clients whose requests are being answered, by the number of the request. */
  readonly #clients = new Map<number, Presence>();
  #dispatcher: ThreadedServerOptions['dispatcher'] | undefined;
  #isTelling = false;
  #failed: (reason: Error) => void = () => {};
  /** Resolves with the reason when the thread ends by itself: nobody is answered any more. */
  readonly failed = new Promise<Error>(resolve => {
    this.#failed = resolve;
  });

  /** @param program - another program for the thread, for tests of what happens when it fails */
  constructor(program = new URL('./server-thread.js', import.meta.url)) {
    this.#worker = new Worker(program, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#worker.on('error', reason =>
      this.#failed(
        new Error(`the thread that serves JSON-RPC failed: ${messageOf(reason)}`, { cause: reason }),
      ),
    );
    this.#exited = new Promise(resolve => {
      this.#worker.on('exit', () => {
        if (!this.#isEnding) this.#failed(new Error('the thread that serves JSON-RPC has ended'));
        resolve();
      });
    });
  }

  /**
   * Has to be called when the number of calls that are waiting has changed. The thread learns of it after this turn of
   * the event loop: within one, calls that follow each other at once seem to wait.
   */
  waitingChanged(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    setImmediate(() => {
      this.#isTelling = false;
      this.figures.waiting = this.#dispatcher?.waiting ?? 0;
    });
  }

  /**
   * Starts the HTTP server of the interface (spec 02 §1) in the thread.
   *
   * @throws Error when it can listen on none of the addresses
   */
  async serve(options: ThreadedServerOptions): Promise<RpcServer> {
    const { reportFailure, reportUnbound, tipHeight, access, allowed, reading } = options;
    this.#dispatcher = options.dispatcher;
    const { bind, users, timeoutSeconds, connections, browsers, page, waitingRequests } = options;
    const listening = new Promise<RpcServer['addresses']>((resolve, reject) => {
      this.#worker.on('message', (message: FromServer) => {
        switch (message.type) {
          case 'request': {
            const { id, request } = message;
            const presence = new Presence();
            this.#clients.set(id, presence);
            void answered(request, presence, options, reading?.caughtUp()).then(answer => {
              this.#clients.delete(id);
              reading?.tellStatus();
              // Who has read an answer of this block must not be told of an older one.
              this.figures.tipHeight = tipHeight();
              this.#answer(id, answer);
            });
            break;
          }
          case 'gone':
            this.#clients.get(message.id)?.leave();
            break;
          case 'readerWanted': {
            const { port1, port2 } = new MessageChannel();
            reading?.start(port1);
            this.#post({ type: 'reader', port: port2 }, [port2]);
            break;
          }
          case 'failure':
            reportFailure(message.reason, '');
            break;
          case 'wrongPassword':
            options.reportWrongPassword(message.address, message.inARow);
            break;
          case 'unbound':
            reportUnbound(message.address, message.reason);
            break;
          case 'listening':
            resolve(message.addresses);
            break;
          case 'notListening':
            reject(message.reason);
            break;
        }
      });
      void this.failed.then(reject);
    });
    const events = options.giveEvents && new MessageChannel();
    const endEvents = events && options.giveEvents?.(events.port1);
    const settings = {
      eventsPort: events?.port2,
      bind,
      users,
      connections,
      browsers,
      page,
      timeoutSeconds,
      waitingRequests,
      allowed,
      access,
      reads: reading?.methods ?? [],
      figures: this.figures.memory,
    };
    this.figures.tipHeight = tipHeight();
    this.#post({ type: 'serve', settings }, events ? [events.port2] : []);
    const addresses = await listening;
    return {
      addresses,
      refuseRequests: () => this.#post({ type: 'refuse' }),
      stop: async () => {
        await this.end();
        endEvents?.();
      },
    };
  }

  /** Overwrites what is not used any more in the memory of the thread. */
  clearMemory(): void {
    if (!this.#isEnding) this.#post({ type: 'clearMemory' });
  }

  /** Ends when the last reply is sent, or is cut off after five seconds. */
  async end(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.#post({ type: 'stop' });
    }
    await this.#exited;
  }

  #answer(id: number, answer: ThreadAnswer): void {
    if ('failure' in answer) {
      this.#post({ type: 'answer', id, answer });
      return;
    }
    const packed = packedAnswer(answer);
    this.#post({ type: 'answer', id, answer: packed.answer }, packed.transfer);
  }

  #post(message: ToServer, transfer: readonly TransferListItem[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

/** The node's answer to a request. It does not reject: what goes wrong is an answer to the other thread too. */
async function answered(
  { body, caller, isStrict }: RpcRequest,
  presence: Presence,
  { dispatcher, reportFailure }: Pick<ThreadedServerOptions, 'dispatcher' | 'reportFailure'>,
  caughtUp: Promise<void> | undefined,
): Promise<ThreadAnswer> {
  try {
    await caughtUp;
    return await answerBody(
      body,
      dispatcher.for(caller, presence),
      reportFailure,
      isStrict ? STRICT_ENVELOPE : REFERENCE_ENVELOPE,
    );
  } catch (error) {
    reportFailure(error, '');
    return { failure: messageOf(error) };
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
