import { decode } from '../codec/codec.js';
import type { NetworkParameters } from '../config/network.js';
import { STATE_SCHEMA } from '../state/schema.js';
import type { Overlay, StateReader } from '../state/state.js';
import { StoredState } from '../state/stored-state.js';
import { decodeTip, TIP_KEY } from '../state/tip.js';
import { type UndoEntry, undoRecordOf } from '../state/undo.js';
import type { KeyValueReader } from '../storage/key-value-store.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { LoggedBlocks } from './block-log.js';
import { type BlockSummary, PRUNED_KEY, prunedCodec } from './block-records.js';
import { BlockStore } from './block-store.js';
import { ChainError } from './errors.js';

/** Bound of the cache of decoded blocks, in bytes of their encoding. */
const CACHED_BLOCK_BYTES = 512 * 1024;

export interface StoredChainParts {
  /** The database, which another thread writes. */
  readonly store: KeyValueReader;
  readonly network: NetworkParameters;
  /** Directory of the log of blocks; undefined where the database has the blocks. */
  readonly blocks: string | undefined;
  /** How many blocks were disconnected, or are just being. */
  readonly disconnects: () => number;
}

/** A version of the chain, to be compared with what is stored at a later moment. */
export interface ChainVersion {
  readonly height: number;
  /** Tip of the state as it is stored. */
  readonly tip: Buffer;
  readonly pruned: Buffer | undefined;
  readonly disconnects: number;
}

/**
 * The chain as another thread has stored it, for reading: blocks and state up to the newest block in the
 * database. Each block is written there in one batch, so a read is of one version when the stored tip is the
 * same before and after it:
 *
 * ```ts
 * const version = chain.refresh();
 * const answer = read(chain);
 * if (!chain.isAt(version)) again();
 * ```
 *
 * The digest in the tip tells versions apart, except for two branches that do the same; before a block leaves the
 * chain, its number of disconnected blocks grows.
 */
export class StoredChain {
  readonly #parts: StoredChainParts;
  readonly #state: StoredState;
  readonly #log: LoggedBlocks | undefined;
  #blocks: BlockStore;
  #version: ChainVersion;
  #tip: BlockSummary | undefined;

  /** @throws ChainError `corrupt` where nothing is stored */
  constructor(parts: StoredChainParts) {
    this.#parts = parts;
    this.#state = new StoredState(parts.store);
    this.#log = parts.blocks === undefined ? undefined : new LoggedBlocks(parts.blocks);
    this.#version = this.#read();
    this.#blocks = this.#makeBlocks();
  }

  /** The same chain, whose versions others do not move on. */
  separate(): StoredChain {
    return new StoredChain(this.#parts);
  }

  /** Follows what was stored since. @returns the version that is read from now on */
  refresh(): ChainVersion {
    const before = this.#version;
    const now = this.#read();
    if (isSame(before, now)) return before;
    this.#version = now;
    this.#tip = undefined;
    this.#state.forget();
    if (before.disconnects !== now.disconnects) this.#blocks = this.#makeBlocks();
    if (now.pruned !== undefined) {
      const pruned = decode(prunedCodec, now.pruned);
      this.#blocks.prunedTo(pruned);
      this.#log?.closeBelow(pruned.segment);
    }
    return now;
  }

  /** Whether a version is still what is stored. */
  isAt(version: ChainVersion): boolean {
    return isSame(version, this.#read());
  }

  /** The version that was read last. */
  get version(): ChainVersion {
    return this.#version;
  }

  get blocks(): BlockStore {
    return this.#blocks;
  }

  /** The state after the newest block. */
  get state(): StateReader {
    return this.#state;
  }

  /** The newest block. */
  get tip(): BlockSummary {
    this.#tip ??= this.#blocks.header(this.#version.height);
    if (this.#tip !== undefined) return this.#tip;
    throw new ChainError('corrupt', `block ${this.#version.height} belongs to the chain, but is not stored`);
  }

  /** As {@link tip}: what is still being written is not seen here. */
  get head(): BlockSummary {
    return this.tip;
  }

  overlay(): Overlay {
    return this.#state.overlay();
  }

  /** What taking back the block at a height would restore; undefined where that is not kept (any more). */
  undoOf(height: number): readonly UndoEntry[] | undefined {
    return undoRecordOf(this.#parts.store, height, STATE_SCHEMA)?.entries;
  }

  /** Follows what was stored since, as {@link refresh}. */
  async settled(): Promise<void> {
    this.refresh();
  }

  close(): void {
    this.#log?.close();
  }

  #read(): ChainVersion {
    // Before anything is read: a block that leaves the chain from now on makes it another number.
    const disconnects = this.#parts.disconnects();
    const [tip, pruned] = this.#parts.store.getMany([TIP_KEY, PRUNED_KEY]);
    if (tip === undefined) throw new ChainError('corrupt', 'the database has no state');
    return { height: decodeTip(tip).height, tip, pruned, disconnects };
  }

  #makeBlocks(): BlockStore {
    const { store, network } = this.#parts;
    return new BlockStore(
      store,
      wireRulesOf(network),
      () => this.#version.height,
      this.#log,
      CACHED_BLOCK_BYTES,
    );
  }
}

function isSame(a: ChainVersion, b: ChainVersion): boolean {
  const isAsPruned =
    a.pruned === b.pruned || (a.pruned !== undefined && b.pruned !== undefined && a.pruned.equals(b.pruned));
  return a.disconnects === b.disconnects && a.tip.equals(b.tip) && isAsPruned;
}
