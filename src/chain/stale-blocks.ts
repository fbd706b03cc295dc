import { decode } from '../codec/codec.js';
import { ByteReader } from '../codec/reader.js';
import { toDisplayHex } from '../crypto/hash.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { type Block, type BlockHeader, blockHeaderCodec, decodeBlock } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import type { BlockLog } from './block-log.js';
import { kindRange, recordKey, stalePlaceCodec } from './block-records.js';

/** Bytes in front of the hash in a key: prefix and kind. */
const HASH_OFFSET = 2;

/** The blocks that were disconnected, and the marks on blocks that must not be connected. */
export class StaleBlocks {
  readonly #store: KeyValueStore;
  readonly #rules: WireRules;
  readonly #log: Pick<BlockLog, 'rawBlock'> | undefined;
  /** Headers by block hash, of disconnected blocks. */
  readonly #headers = new Map<string, BlockHeader>();
  /** Hashes of disconnected blocks by the hash of the block before them. */
  readonly #children = new Map<string, Set<string>>();
  readonly #invalid = new Set<string>();

  /** @param log - has the blocks whose places are stored */
  constructor(store: KeyValueStore, rules: WireRules, log?: Pick<BlockLog, 'rawBlock'>) {
    this.#store = store;
    this.#rules = rules;
    this.#log = log;
    for (const [key, value] of store.iterate(kindRange('stalePlace'))) {
      this.disconnected(hashOf(key), decode(stalePlaceCodec, value).header);
    }
    for (const [key, raw] of store.iterate(kindRange('stale'))) {
      this.disconnected(hashOf(key), blockHeaderCodec.read(new ByteReader(raw)));
    }
    for (const [key] of store.iterate(kindRange('invalid'))) this.#invalid.add(hashOf(key));
  }

  /** The header of a disconnected block. */
  header(hash: string): BlockHeader | undefined {
    return this.#headers.get(hash);
  }

  /** A disconnected block. */
  block(hash: string): Block | undefined {
    const raw = this.#headers.has(hash) ? this.#raw(hash) : undefined;
    return raw && decodeBlock(raw, this.#rules);
  }

  #raw(hash: string): Buffer | undefined {
    const [raw, place] = this.#store.getMany([recordKey('stale', hash), recordKey('stalePlace', hash)]);
    return raw ?? (place && this.#log?.rawBlock(decode(stalePlaceCodec, place).place));
  }

  /** The first file of the log that has one of these blocks; undefined where none has. */
  get firstSegment(): number | undefined {
    let first: number | undefined;
    for (const [, value] of this.#store.iterate(kindRange('stalePlace'))) {
      const { segment } = decode(stalePlaceCodec, value).place;
      if (first === undefined || segment < first) first = segment;
    }
    return first;
  }

  /** Hashes of the blocks below a height. */
  below(height: number): string[] {
    return [...this.#headers].flatMap(([hash, header]) => (header.height < height ? [hash] : []));
  }

  /** What to write to forget blocks, and the marks on them. */
  forgetOperations(hashes: readonly string[]): BatchOperation[] {
    const kinds = ['stale', 'stalePlace', 'edits', 'invalid'] as const;
    return hashes.flatMap(hash => kinds.map(kind => ({ type: 'del', key: recordKey(kind, hash) }) as const));
  }

  /** Follows {@link forgetOperations} when they are written. */
  forgotten(hashes: readonly string[]): void {
    for (const hash of hashes) this.connected(hash);
    this.unmarked(hashes);
  }

  /** Whether a block, though not necessarily those before it, is marked as invalid. */
  isInvalid(hash: string): boolean {
    return this.#invalid.has(hash);
  }

  /** All marks. */
  get invalid(): ReadonlySet<string> {
    return this.#invalid;
  }

  /** Hashes of the disconnected blocks that follow a block. */
  childrenOf(hash: string): string[] {
    return [...(this.#children.get(hash) ?? [])];
  }

  /** What to write to mark a block as invalid. */
  markOperations(hash: string): BatchOperation[] {
    return [{ type: 'put', key: recordKey('invalid', hash), value: Buffer.alloc(0) }];
  }

  /** Follows {@link markOperations} when they are written. */
  marked(hash: string): void {
    this.#invalid.add(hash);
  }

  /** What to write to take marks off. */
  unmarkOperations(hashes: readonly string[]): BatchOperation[] {
    return hashes.map(hash => ({ type: 'del', key: recordKey('invalid', hash) }));
  }

  /** Follows {@link unmarkOperations} when they are written. */
  unmarked(hashes: readonly string[]): void {
    for (const hash of hashes) this.#invalid.delete(hash);
  }

  /** Follows a block that was disconnected; its record is in the same batch as its undoing. */
  disconnected(hash: string, header: BlockHeader): void {
    this.#headers.set(hash, header);
    const siblings = this.#children.get(header.prevBlockHash);
    if (siblings !== undefined) siblings.add(hash);
    else this.#children.set(header.prevBlockHash, new Set([hash]));
  }

  /** Follows a block that was connected. */
  connected(hash: string): void {
    const header = this.#headers.get(hash);
    if (header === undefined) return;
    this.#headers.delete(hash);
    const siblings = this.#children.get(header.prevBlockHash);
    siblings?.delete(hash);
    if (siblings?.size === 0) this.#children.delete(header.prevBlockHash);
  }
}

function hashOf(key: Buffer): string {
  return toDisplayHex(key.subarray(HASH_OFFSET));
}
