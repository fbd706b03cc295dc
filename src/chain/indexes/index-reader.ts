import { decode } from '../../codec/codec.js';
import type { IndexName } from '../../config/index-names.js';
import type { KeyValueReader } from '../../storage/key-value-store.js';
import type { BlockSummary } from '../block-records.js';
import { type Holding, holderKey, holderOfKey, holdersPrefix, isWhole } from './holders-index.js';
import { type IndexPlace, placeOfKey, progressKey, subjectRange } from './index-keys.js';
import { historyProgressCodec, holdersProgressCodec, type IndexStatus } from './index-progress.js';
import { decodeCarriers, type ReceiptCarrier } from './index-values.js';

/** What is asked of a subject: at most so many entries, from behind a place on. */
export interface IndexPage {
  readonly count: number;
  readonly before?: IndexPlace | undefined;
}

export interface IndexReaderParts {
  readonly store: KeyValueReader;
  /** The indexes that are switched on. */
  readonly names: readonly IndexName[];
  readonly tip: () => BlockSummary;
}

const OFF: IndexStatus = { state: 'off', done: 0, total: 0, from: 0 };

/** Reads the indexes of a chain, from whichever thread. */
export class IndexReader {
  readonly #parts: IndexReaderParts;

  constructor(parts: IndexReaderParts) {
    this.#parts = parts;
  }

  /** How far an index is. */
  status(name: IndexName): IndexStatus {
    const { store, names, tip } = this.#parts;
    if (!names.includes(name)) return OFF;
    const total = tip().header.height + 1;
    const [record] = store.getMany([progressKey(name)]);
    if (record === undefined) return { state: 'building', done: 0, total, from: 0 };
    if (name === 'holders') {
      const whole = isWhole(decode(holdersProgressCodec, record));
      return { state: whole ? 'ready' : 'building', done: whole ? total : 0, total, from: 0 };
    }
    const { from, built, since } = decode(historyProgressCodec, record);
    if (built >= since) return { state: 'ready', done: total, total, from };
    return { state: 'building', done: built + Math.max(0, total - since), total, from };
  }

  /** What is stored of a subject, the newest first. */
  *entries(name: IndexName, subject: Buffer, page: IndexPage): Generator<readonly [IndexPlace, Buffer]> {
    const range = subjectRange(name, subject, { tipHeight: this.#tipHeight, before: page.before });
    for (const [key, value] of this.#parts.store.iterate({ ...range, reverse: true, limit: page.count })) {
      yield [placeOfKey(key), value];
    }
  }

  /** What has receipts of a type, the newest first. */
  *receiptCarriers(
    subject: Buffer,
    { count, before }: IndexPage,
  ): Generator<ReceiptCarrier & { readonly height: number }> {
    let left = count;
    // Each part is found by its first carrier, so the one that the page before ended in is found again.
    for (const [{ height }, value] of this.entries('receipts', subject, { count, before })) {
      for (const carrier of decodeCarriers(value).reverse()) {
        if (height === before?.height && carrier.position >= before.position) continue;
        yield { height, ...carrier };
        if (--left === 0) return;
      }
    }
  }

  /** Who has coins of a symbol, the largest first. @param after - where the page before ended */
  *holders(symbol: string, count: number, after: Holding | undefined): Generator<Holding> {
    const prefix = holdersPrefix(symbol);
    const end = Buffer.from(prefix);
    end[end.length - 1] = 1;
    const range = { ...(after ? { gt: holderKey(symbol, after) } : { gte: prefix }), lt: end, limit: count };
    for (const [key] of this.#parts.store.iterate(range)) yield holderOfKey(key);
  }

  get #tipHeight(): number {
    return this.#parts.tip().header.height;
  }
}
