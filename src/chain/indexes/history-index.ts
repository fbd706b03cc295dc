import { decode, encode } from '../../codec/codec.js';
import type { StateReader } from '../../state/state.js';
import type { BatchOperation } from '../../storage/key-value-store.js';
import { type BlockContents, storedContents } from '../block-contents.js';
import type { Chain } from '../chain.js';
import type { ExecutedBlock } from '../executed-block.js';
import type { MarketRecorder } from '../market/market-recorder.js';
import { ENTRIES_OF_BLOCK, type HistoryIndexName } from './entries-of-block.js';
import { entryKey } from './index-keys.js';
import { type HistoryProgress, historyProgressCodec } from './index-progress.js';
import type { IndexStep, IndexTip, KeptIndex } from './kept-index.js';

/** Those of what is recorded with blocks, and cannot be read out of them. */
const RECORDED: ReadonlySet<HistoryIndexName> = new Set(['orders', 'trades', 'positions']);

export interface HistoryIndexParts {
  readonly chain: Chain;
  readonly market: MarketRecorder;
}

/** An index about what happened in blocks. New blocks are taken in as they come, earlier ones beside that. */
export class HistoryIndex implements KeptIndex {
  readonly name: HistoryIndexName;
  readonly #parts: HistoryIndexParts;
  #progress: HistoryProgress | undefined;

  constructor(name: HistoryIndexName, parts: HistoryIndexParts) {
    this.name = name;
    this.#parts = parts;
  }

  get isComplete(): boolean {
    const { built, since } = this.#known;
    return built >= since;
  }

  get record(): Buffer {
    return encode(historyProgressCodec, this.#known);
  }

  resume(record: Buffer, tip: IndexTip): boolean {
    const stored = decode(historyProgressCodec, record);
    const isOfChain =
      stored.height <= tip.height && this.#parts.chain.blocks.header(stored.height)?.hash === stored.hash;
    if (!isOfChain) return false;
    // The chain may have grown while nobody kept the index: what came then is built like what was before.
    const isBehind = stored.height < tip.height;
    const built = stored.built >= stored.since ? stored.height + 1 : stored.built;
    this.#progress = { ...stored, ...(isBehind && { built, since: tip.height + 1 }), ...tip };
    return true;
  }

  begin(head: IndexTip): void {
    const from = this.#lowest;
    this.#progress = { from, built: from, since: head.height + 1, ...head };
  }

  connecting({ block, hash, state }: ExecutedBlock, contents: () => BlockContents): BatchOperation[] {
    this.#progress = { ...this.#known, height: block.header.height, hash };
    return this.#entries(contents(), state);
  }

  disconnecting(contents: () => BlockContents): IndexStep {
    const { block } = contents();
    const { height, prevBlockHash } = block.header;
    const { built, since } = this.#known;
    const next: HistoryProgress = {
      ...this.#known,
      built: Math.min(built, height),
      since: Math.min(since, height),
      height: height - 1,
      hash: prevBlockHash,
    };
    return {
      // Also of a block that is not known to be taken in: it can have been, before a time in which nobody kept the index.
      operations: this.#entries(contents(), this.#parts.chain.state).map(removal),
      record: encode(historyProgressCodec, next),
      done: () => {
        this.#progress = next;
      },
    };
  }

  build(): BatchOperation[] {
    const { chain, market } = this.#parts;
    const known = this.#known;
    // Blocks may have been pruned since.
    const built = Math.max(known.built, this.#lowest);
    if (built > known.built) this.#progress = { ...known, from: built, built };
    if (built >= known.since) return [];
    // The index can have begun behind a block that is still being written; what is asked for now is written after it.
    if (chain.blocks.header(built) === undefined) return [];
    const contents = storedContents(chain.blocks, built, market.eventsOf(built));
    this.#progress = { ...this.#known, built: built + 1 };
    return this.#entries(contents, chain.state);
  }

  /** Height of the lowest block that can be had. */
  get #lowest(): number {
    const { chain, market } = this.#parts;
    const { lowestKept } = chain.blocks;
    const blocks = lowestKept <= 1 ? 0 : lowestKept;
    // Nothing happens on the exchange in block 0, which is not recorded.
    return RECORDED.has(this.name) && market.since > 1 ? Math.max(blocks, market.since) : blocks;
  }

  get #known(): HistoryProgress {
    if (this.#progress === undefined) throw new Error(`the index ${this.name} has not begun`);
    return this.#progress;
  }

  #entries(contents: BlockContents, state: StateReader): BatchOperation[] {
    const { height } = contents.block.header;
    const { addressVersion } = this.#parts.chain.ledger.network;
    const entries = ENTRIES_OF_BLOCK[this.name](contents, { state, addressVersion });
    return Array.from(entries, ({ subject, position, value }) => ({
      type: 'put',
      key: entryKey(this.name, subject, { height, position }),
      value,
    }));
  }
}

function removal({ key }: BatchOperation): BatchOperation {
  return { type: 'del', key };
}
