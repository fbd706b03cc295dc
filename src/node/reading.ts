import type { MessagePort } from 'node:worker_threads';
import { readsLedger } from '../rpc/declaration/touches.js';
import type { AccessOptions } from '../rpc/dispatch/access.js';
import type { AnsweredCall } from '../rpc/dispatch/dispatch.js';
import type { SharedFigures } from '../rpc/http/shared-figures.js';
import type { ReadingElsewhere } from '../rpc/http/threaded-server.js';
import { statusOf } from '../rpc/reading/node-status.js';
import { ReadingThread } from '../rpc/reading/reading-thread.js';
import type { AddressChange } from '../wallet/entries.js';
import type { NodeContext } from './context.js';

export interface ReadingParts {
  readonly context: NodeContext;
  /** What the thread for reading sees at once. */
  readonly figures: SharedFigures;
  readonly access: AccessOptions;
  /** Is called with each call that is answered elsewhere. */
  readonly onCall: (call: AnsweredCall) => void;
  /** Is called with what fails there, which is answered here then. */
  readonly onFailure: (reason: Error) => void;
  /** Another program for the thread, for tests of what happens when it fails. */
  readonly program?: URL | undefined;
}

/** Lets another thread answer what only reads the chain of a node. */
export class Reading implements ReadingElsewhere {
  readonly methods: readonly string[];
  readonly #parts: ReadingParts;
  readonly #endings: (() => void)[];
  #thread: ReadingThread | undefined;
  #isEnded = false;
  /** What the thread was told of the node last. */
  #told = '';

  /** @returns undefined where no other thread can read the chain */
  static of(parts: ReadingParts): Reading | undefined {
    return parts.context.files?.store.lend === undefined ? undefined : new Reading(parts);
  }

  private constructor(parts: ReadingParts) {
    this.#parts = parts;
    const { context, figures } = parts;
    this.methods = context.registry.methods
      .filter(({ declaration }) => readsLedger(declaration.touches))
      .flatMap(({ name, declaration }) => [name, ...(declaration.aliases ?? []).map(alias => alias.name)]);
    this.#endings = [
      context.chain.record({
        connecting: () => [],
        disconnecting() {
          figures.count('disconnects');
          return [];
        },
      }),
      context.chain.subscribe({
        blockDisconnected: () => figures.set('readHeight', context.tipHeight),
      }),
    ];
  }

  start(requests: MessagePort): void {
    const { context, figures, access, onCall, onFailure, program } = this.#parts;
    const loan = this.#isEnded ? undefined : context.files?.store.lend?.();
    if (loan === undefined) {
      requests.close();
      return;
    }
    const { options, network, programVersion, wallet } = context;
    const addresses: AddressChange[] = [];
    let tell = (changes: readonly AddressChange[]): void => {
      for (const change of changes) addresses.push(change);
    };
    this.#endings.push(wallet.followAddresses(changes => tell(changes)));
    const settings = {
      blocks: context.files?.blocks,
      options,
      network,
      access,
      mostWaiting: options.rpcworkqueue,
      programVersion,
      figures: figures.memory,
      addresses,
      status: statusOf(context),
    };
    const onCalls = (calls: readonly AnsweredCall[]): void => {
      context.metrics.tallies.readElsewhere += calls.length;
      calls.forEach(onCall);
    };
    let thread: ReadingThread;
    try {
      thread = new ReadingThread({
        loan,
        settings,
        requests,
        onCalls,
        onFailure,
        ...(program && { program }),
      });
    } catch (cause) {
      loan.giveBack();
      requests.close();
      onFailure(new Error('no thread that answers what only reads can be started', { cause }));
      return;
    }
    tell = changes => thread.tellAddresses(changes);
    this.#thread = thread;
  }

  tellStatus(): void {
    if (this.#thread === undefined) return;
    const status = statusOf(this.#parts.context);
    const text = JSON.stringify(status);
    if (text === this.#told) return;
    this.#told = text;
    this.#thread.tellStatus(status);
  }

  caughtUp(): Promise<void> | undefined {
    const { context, figures } = this.#parts;
    if (figures.get('readHeight') <= context.tipHeight) return undefined;
    // Where it cannot be written, that is told by what is asked for.
    return context.chain.written().catch(() => undefined);
  }

  /** Ends when everything that is being read is answered. */
  async end(): Promise<void> {
    this.#isEnded = true;
    for (const ending of this.#endings.splice(0)) ending();
    await this.#thread?.end();
  }
}
