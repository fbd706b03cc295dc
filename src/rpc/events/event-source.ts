import type { MessagePort } from 'node:worker_threads';
import { keyIdOfUid } from '../../chain/account-name.js';
import type { Chain } from '../../chain/chain.js';
import type { MarketRecorder } from '../../chain/market/market-recorder.js';
import type { Mempool } from '../../chain/mempool.js';
import { stringifyJson } from '../../codec/json.js';
import type { JsonObject } from '../../codec/json-value.js';
import { encodeAddress } from '../../crypto/address.js';
import { type PreparedTransaction, senderOf } from '../../tx/envelope.js';
import { definitionOf } from '../../tx/transactions.js';
import type { Caller } from '../declaration/caller.js';
import { ChainEvents } from './chain-events.js';
import type { Position } from './cursor.js';
import { keysOfEvent } from './event-keys.js';
import type {
  EventAnswers,
  EventRequest,
  FromEventSource,
  SentEvent,
  ToEventSource,
} from './event-messages.js';
import { BadSubscription, parseSubscription } from './subscription.js';

/** The method whose callers may subscribe: both tell what has happened since. */
export const RIGHT_OF_SUBSCRIBERS = 'waitfornewblock';
/** Kinds that are recorded with blocks, not read out of them. */
const RECORDED: ReadonlySet<string> = new Set(['order', 'trade', 'position']);

export interface EventSourceParts {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly market: MarketRecorder;
  /** Whether a caller may call a method. */
  readonly allows: (method: string, caller: Caller) => boolean;
}

/**
 * Gives events of the chain and the pool to whoever serves them, over a port: each block's once, while anybody
 * subscribes.
 *
 * @returns ends that
 */
export function giveEvents(port: MessagePort, parts: EventSourceParts): () => void {
  const source = new EventSource(parts, message => port.postMessage(message));
  port.on('message', (message: ToEventSource) => source.take(message));
  port.unref();
  return () => {
    source.end();
    port.close();
  };
}

class EventSource {
  readonly #parts: EventSourceParts;
  readonly #send: (message: FromEventSource) => void;
  readonly #events: ChainEvents;
  readonly #unsubscribe: readonly (() => void)[];
  /** The newest block of which the other side was told, or would have been. */
  #head: Position;
  #isFollowed = false;

  constructor(parts: EventSourceParts, send: (message: FromEventSource) => void) {
    const { chain, mempool, market } = parts;
    this.#parts = parts;
    this.#send = send;
    this.#events = new ChainEvents(chain, market);
    this.#head = { height: chain.tip.header.height, hash: chain.tip.hash };
    this.#unsubscribe = [
      chain.subscribe({
        blockConnected: executed => {
          const { hash, block } = executed;
          // It can have been the tip already when this began.
          if (this.#head.hash === hash) return;
          this.#head = { height: block.header.height, hash };
          if (this.#isFollowed) send({ type: 'block', block: this.#events.eventsOf(executed) });
        },
        blockDisconnected: ({ header, transactions }, hash) => {
          const { height, prevBlockHash } = header;
          this.#head = { height: height - 1, hash: prevBlockHash };
          if (!this.#isFollowed) return;
          send({ type: 'left', left: { height, hash, previousHash: prevBlockHash } });
          for (const prepared of transactions) {
            if (mempool.has(prepared.txid)) this.#tellPool(prepared, 'returned');
          }
        },
      }),
      mempool.subscribe({
        transactionAdded: ({ prepared }) => this.#tellPool(prepared, 'arrived'),
        transactionRemoved: ({ entry, error }) => this.#tellPool(entry.prepared, 'removed', error.message),
      }),
    ];
  }

  take(message: ToEventSource): void {
    if (message.type === 'idle') {
      this.#isFollowed = false;
      return;
    }
    const { id, request } = message;
    try {
      this.#send({ type: 'answer', id, answer: this.#answer(request) });
    } catch (error) {
      this.#send({ type: 'failure', id, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  end(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #answer(request: EventRequest): EventAnswers[EventRequest['type']] {
    switch (request.type) {
      case 'allowed':
        return this.#allowed(request.caller);
      case 'subscribe':
        return this.#subscribe(request.text);
      case 'after':
        return this.#events.after(request.position, this.#head, request.needsMarket);
    }
  }

  #allowed(caller: Caller): EventAnswers['allowed'] {
    if (this.#parts.allows(RIGHT_OF_SUBSCRIBERS, caller)) return undefined;
    return {
      code: 'forbidden',
      message: `events are for who may call ${RIGHT_OF_SUBSCRIBERS}, which is barred or not allowed to ${caller.user}`,
    };
  }

  #subscribe(text: string): EventAnswers['subscribe'] {
    const { chain } = this.#parts;
    const { addressVersion } = chain.ledger.network;
    try {
      const { filters, from } = parseSubscription(text, { state: chain.state, addressVersion });
      const needsMarket = filters.some(([kind]) => RECORDED.has(kind));
      const position = this.#events.beginning(from, this.#head, needsMarket);
      if ('code' in position) return { refusal: position };
      this.#isFollowed = true;
      return { subscription: { filters, from: position, needsMarket }, head: this.#head };
    } catch (error) {
      if (!(error instanceof BadSubscription)) throw error;
      return { refusal: { code: 'bad-subscription', message: error.message } };
    }
  }

  #tellPool({ tx, txid }: PreparedTransaction, change: string, reason?: string): void {
    if (!this.#isFollowed) return;
    const { chain } = this.#parts;
    const keyId = keyIdOfUid(chain.state, senderOf(tx));
    const event: JsonObject = {
      event: 'pool',
      txid,
      change,
      tx_type: definitionOf(tx.type).name,
      address: keyId === undefined ? '' : encodeAddress(chain.ledger.network.addressVersion, keyId),
      reason,
    };
    this.#send({ type: 'pool', event: sent(event) });
  }
}

function sent(event: JsonObject): SentEvent {
  return { text: stringifyJson(event), keys: keysOfEvent(event) };
}
