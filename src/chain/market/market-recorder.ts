import { decode } from '../../codec/codec.js';
import type { BatchOperation, KeyValueStore } from '../../storage/key-value-store.js';
import type { Block } from '../../tx/block.js';
import type { BlockRecorder } from '../block-recorder.js';
import { heightCodec, heightKey, MARKET_SINCE_KEY, put } from '../block-records.js';
import type { Chain } from '../chain.js';
import type { ExecutedBlock } from '../executed-block.js';
import { marketChanges } from './market-changes.js';
import { decodeMarketEvents, encodeMarketEvents, type MarketEvent } from './market-event.js';

/**
 * Records what each block did to the exchange and to debt positions, in the batch of the block: what is left of a state later
 * does not tell what an earlier block has changed.
 */
export class MarketRecorder implements BlockRecorder {
  readonly #chain: Chain;
  readonly #store: Pick<KeyValueStore, 'getMany'>;
  #since: number | undefined;
  /** What the block did that is being connected, for other recorders of the same block. */
  #newest: { readonly executed: ExecutedBlock; readonly events: readonly MarketEvent[] } | undefined;

  /** @param store - that of the chain */
  constructor(chain: Chain, store: Pick<KeyValueStore, 'getMany'>) {
    this.#chain = chain;
    this.#store = store;
    const [since] = store.getMany([MARKET_SINCE_KEY]);
    this.#since = since && decode(heightCodec, since);
  }

  /**
   * Height of the first block that was recorded: of the first one, but in a database that an earlier version has
   * made. The next block's before there is one.
   */
  get since(): number {
    return this.#since ?? this.#chain.tip.header.height + 1;
  }

  /** What the block of a height of the chain did. */
  eventsOf(height: number): readonly MarketEvent[] {
    const [bytes] = this.#store.getMany([heightKey('market', height)]);
    return bytes === undefined ? [] : decodeMarketEvents(bytes);
  }

  /** What a block does that is being connected. */
  changesOf(executed: ExecutedBlock): readonly MarketEvent[] {
    if (this.#newest?.executed !== executed) {
      const events = marketChanges({
        before: this.#chain.overlay(),
        after: executed.state,
        executed: executed.outcome.executed,
        addressVersion: this.#chain.ledger.network.addressVersion,
      });
      this.#newest = { executed, events };
    }
    return this.#newest.events;
  }

  connecting(executed: ExecutedBlock): readonly BatchOperation[] {
    const { height } = executed.block.header;
    const events = this.changesOf(executed);
    const key = heightKey('market', height);
    const operations: BatchOperation[] =
      events.length === 0 ? [] : [{ type: 'put', key, value: encodeMarketEvents(events) }];
    if (this.#since !== undefined) return operations;
    this.#since = height;
    return [...operations, put(MARKET_SINCE_KEY, heightCodec, height)];
  }

  disconnecting({ header }: Block): readonly BatchOperation[] {
    return [{ type: 'del', key: heightKey('market', header.height) }];
  }
}
