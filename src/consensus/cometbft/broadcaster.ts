import { setTimeout as sleep } from 'node:timers/promises';
import type { PreparedTransaction } from '../../tx/envelope.js';
import { type EngineClient, EngineError } from './engine-client.js';

/** Transactions that are handed over at the same time. */
const MOST_UNDER_WAY = 16;
/** Milliseconds until a transaction that the engine has not taken is tried again. */
const RETRY_MILLISECONDS = 1000;
/** The engine has it already: from others, or from an earlier attempt. */
const KNOWN = /already exists in cache/;

export interface BroadcasterParts {
  readonly client: Pick<EngineClient, 'ask'>;
  /** Whether a transaction still waits for a block. */
  readonly stillWaits: (txid: string) => boolean;
}

/**
 * Hands transactions of this node to the engine, which spreads them, until it has them or they need not be spread
 * any more: what was admitted here must get into a block, whether the engine is away or full at the moment.
 */
export class Broadcaster {
  readonly #parts: BroadcasterParts;
  readonly #waiting: PreparedTransaction[] = [];
  #isStopped = false;
  #stop = (): void => undefined;
  readonly #stopped = new Promise<void>(resolve => {
    this.#stop = resolve;
  });
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: BroadcasterParts) {
    this.#parts = parts;
  }

  /** Transactions that the engine has not taken yet. */
  get waiting(): number {
    return this.#waiting.length + this.#underWay.size;
  }

  send(prepared: PreparedTransaction): void {
    this.#waiting.push(prepared);
    this.#next();
  }

  /** Resolves when nothing is under way; what waits is not sent any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stop();
    this.#waiting.length = 0;
    await Promise.all(this.#underWay);
  }

  #next(): void {
    while (this.#underWay.size < MOST_UNDER_WAY && !this.#isStopped) {
      const prepared = this.#waiting.shift();
      if (prepared === undefined) return;
      const sent = this.#sent(prepared).then(isDone => {
        this.#underWay.delete(sent);
        if (!isDone) this.#waiting.push(prepared);
        this.#next();
      });
      this.#underWay.add(sent);
    }
  }

  /** @returns false where it is to be tried again */
  async #sent({ txid, raw }: PreparedTransaction): Promise<boolean> {
    if (!this.#parts.stillWaits(txid)) return true;
    try {
      await this.#parts.client.ask('broadcast_tx_async', { tx: raw.toString('base64') });
      return true;
    } catch (error) {
      if (error instanceof EngineError && KNOWN.test(error.message)) return true;
      // The engine may be full or away: both end.
      await Promise.race([sleep(RETRY_MILLISECONDS, undefined, { ref: false }), this.#stopped]);
      return this.#isStopped;
    }
  }
}
