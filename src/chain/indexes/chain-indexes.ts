import { setImmediate } from 'node:timers/promises';
import { once } from '../../codec/once.js';
import type { IndexName } from '../../config/index-names.js';
import type { BatchOperation, KeyValueStore } from '../../storage/key-value-store.js';
import type { Block } from '../../tx/block.js';
import { contentsOfExecuted, storedContents } from '../block-contents.js';
import type { BlockRecorder } from '../block-recorder.js';
import type { Chain } from '../chain.js';
import type { ExecutedBlock } from '../executed-block.js';
import type { MarketRecorder } from '../market/market-recorder.js';
import { HistoryIndex } from './history-index.js';
import { HoldersIndex } from './holders-index.js';
import { indexRange, progressKey } from './index-keys.js';
import type { IndexStep, KeptIndex } from './kept-index.js';

/** Entries that are removed together. */
const REMOVED_TOGETHER = 2000;

export interface ChainIndexesParts {
  readonly chain: Chain;
  /** That of the chain. */
  readonly store: KeyValueStore;
  readonly market: MarketRecorder;
  /** The indexes that are to be kept. */
  readonly names: readonly IndexName[];
  /** Whether what is stored of them is to be made anew, because what they are made of has changed. */
  readonly anew?: boolean;
}

/**
 * The indexes of a chain that are switched on. What a block changes in them is in its batch, also when it is taken
 * back; what was there before they were switched on is built in small parts, with `build`.
 */
export class ChainIndexes implements BlockRecorder {
  readonly #parts: ChainIndexesParts;
  /** Those that follow the chain. */
  readonly #following = new Map<IndexName, KeptIndex>();
  /** Those whose entries of before have to go first. */
  readonly #toBeCleared: Set<IndexName>;
  /** A block that is being taken back: nothing is built until it is known what became of that. */
  #step: readonly IndexStep[] | undefined;

  private constructor(parts: ChainIndexesParts) {
    this.#parts = parts;
    this.#toBeCleared = new Set(parts.names);
  }

  /**
   * Takes up what is stored. The caller registers the result with the chain before a further block is connected.
   * @returns the indexes, and what ends that they follow the chain
   */
  static async open(parts: ChainIndexesParts): Promise<ChainIndexes> {
    const indexes = new ChainIndexes(parts);
    const { chain, store, names, anew = false } = parts;
    const records = store.getMany(names.map(progressKey));
    const tip = { height: chain.tip.header.height, hash: chain.tip.hash };
    const operations: BatchOperation[] = [];
    for (const [i, name] of names.entries()) {
      const index = indexes.#make(name);
      const stored = anew ? undefined : records[i];
      if (stored !== undefined && index.resume(stored, tip)) {
        indexes.#follow(index);
        // Most starts change nothing, and write nothing.
        if (!index.record.equals(stored)) operations.push(record(index));
      } else if (records[i] !== undefined) operations.push({ type: 'del', key: progressKey(name) });
    }
    if (operations.length > 0) await chain.writeOperations(operations);
    chain.subscribe({ blockDisconnected: () => indexes.#wasTakenBack() });
    return indexes;
  }

  /** Whether all of them have everything. */
  get areComplete(): boolean {
    return (
      this.#toBeCleared.size === 0 && [...this.#following.values()].every(({ isComplete }) => isComplete)
    );
  }

  connecting(executed: ExecutedBlock): readonly BatchOperation[] {
    const { chain, market } = this.#parts;
    this.#step = undefined;
    const contents = once(() => contentsOfExecuted(executed, chain.kept, market.changesOf(executed)));
    const operations: BatchOperation[] = [];
    for (const index of this.#following.values()) operations.push(...index.connecting(executed, contents));
    operations.push(...this.#records());
    return operations;
  }

  disconnecting({ header }: Block): readonly BatchOperation[] {
    const { chain, market } = this.#parts;
    const { height } = header;
    const contents = once(() => storedContents(chain.blocks, height, market.eventsOf(height)));
    const operations: BatchOperation[] = [];
    this.#step = [...this.#following.values()].map(index => {
      const step = index.disconnecting(contents);
      operations.push(...step.operations, { type: 'put', key: progressKey(index.name), value: step.record });
      return step;
    });
    return operations;
  }

  #wasTakenBack(): void {
    for (const { done } of this.#step ?? []) done();
    this.#step = undefined;
  }

  /**
   * Does a small part of what is missing: some milliseconds of work at most, but for a block that takes longer to read.
   * What a failed write means is told by the chain.
   */
  async build(): Promise<void> {
    const { chain } = this.#parts;
    if (this.#step !== undefined || chain.failure !== undefined) return;
    const [name] = this.#toBeCleared;
    if (name !== undefined) {
      await this.#clear(name);
      return;
    }
    const index = [...this.#following.values()].find(({ isComplete }) => !isComplete);
    if (index === undefined) return;
    const operations = index.build();
    operations.push(record(index));
    await chain.writeOperations(operations);
  }

  /** Switches an index off, and removes what is stored of it; with `build`, as it is many entries. */
  async drop(name: IndexName): Promise<void> {
    while (this.#step !== undefined) await setImmediate();
    this.#following.delete(name);
    this.#toBeCleared.delete(name);
    await this.#parts.chain.writeOperations([{ type: 'del', key: progressKey(name) }]);
    while (await this.#removeSome(name));
  }

  async #clear(name: IndexName): Promise<void> {
    if (await this.#removeSome(name)) return;
    // It may have been dropped meanwhile.
    if (!this.#toBeCleared.delete(name)) return;
    const { head } = this.#parts.chain;
    const index = this.#make(name);
    index.begin({ height: head.header.height, hash: head.hash });
    this.#follow(index);
    await this.#parts.chain.writeOperations([record(index)]);
  }

  /** @returns whether there was something */
  async #removeSome(name: IndexName): Promise<boolean> {
    const { chain, store } = this.#parts;
    const operations: BatchOperation[] = [];
    for (const [key] of store.iterate({ ...indexRange(name), limit: REMOVED_TOGETHER })) {
      operations.push({ type: 'del', key: Buffer.from(key) });
    }
    if (operations.length === 0) return false;
    await chain.writeOperations(operations);
    return true;
  }

  #make(name: IndexName): KeptIndex {
    const { chain } = this.#parts;
    return name === 'holders' ? new HoldersIndex(chain) : new HistoryIndex(name, this.#parts);
  }

  #follow(index: KeptIndex): void {
    this.#toBeCleared.delete(index.name);
    this.#following.set(index.name, index);
  }

  #records(): BatchOperation[] {
    return [...this.#following.values()].map(record);
  }
}

function record(index: KeptIndex): BatchOperation {
  return { type: 'put', key: progressKey(index.name), value: index.record };
}
