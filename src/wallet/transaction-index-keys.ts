import { fromDisplayHex, toDisplayHex } from '../crypto/hash.js';
import type { Range } from '../storage/key-value-store.js';
import { WALLET_INDEX_KIND } from '../storage/layout.js';

/** First byte of each kind of key. */
const [CONFIRMED, UNCONFIRMED, PROGRESS] = [
  WALLET_INDEX_KIND.confirmed.charCodeAt(0),
  WALLET_INDEX_KIND.unconfirmed.charCodeAt(0),
  WALLET_INDEX_KIND.progress.charCodeAt(0),
];

const HASH_SIZE = 32;
const HEIGHT_SIZE = 4;
const MAX_HEIGHT = 0xffffffff;

/**
 * The block that the index has reached. Height 0 means "nothing yet": block 0 has no transactions
 * of users.
 */
export interface Progress {
  readonly height: number;
  /** In display order; empty at height 0. */
  readonly hash: string;
  /** Number of confirmed transactions in the index. */
  readonly count: number;
}

export const PROGRESS_KEY = Buffer.from([PROGRESS]);
export const CONFIRMED_RANGE: Range = { gte: Buffer.from([CONFIRMED]), lt: Buffer.from([CONFIRMED + 1]) };
export const UNCONFIRMED_RANGE: Range = {
  gte: Buffer.from([UNCONFIRMED]),
  lt: Buffer.from([UNCONFIRMED + 1]),
};

/** Sorts by descending height, then by the bytes of the txid: the order of `listtx`. */
export function confirmedKey(height: number, txid: string): Buffer {
  return Buffer.concat([heightPrefix(height), fromDisplayHex(txid)]);
}

/** The confirmed transactions of one block. */
export function heightRange(height: number): Range {
  return {
    gte: heightPrefix(height),
    lte: Buffer.concat([heightPrefix(height), Buffer.alloc(HASH_SIZE, 0xff)]),
  };
}

/** The key of a transaction that is in no block. */
export function unconfirmedKey(txid: string): Buffer {
  return Buffer.concat([Buffer.from([UNCONFIRMED]), fromDisplayHex(txid)]);
}

/** The txid that a confirmed or unconfirmed key ends with. */
export function txidOfKey(key: Buffer): string {
  return toDisplayHex(key.subarray(key.length - HASH_SIZE));
}

/** Up to where the chain has been looked through, as bytes. */
export function encodeProgress({ height, hash, count }: Progress): Buffer {
  const value = Buffer.alloc(2 * HEIGHT_SIZE + HASH_SIZE);
  value.writeUInt32BE(height, 0);
  value.writeUInt32BE(count, HEIGHT_SIZE);
  if (hash !== '') fromDisplayHex(hash).copy(value, 2 * HEIGHT_SIZE);
  return value;
}

/** The inverse of {@link encodeProgress}; without a record, nothing has been looked through. */
export function decodeProgress(value: Buffer | undefined): Progress {
  if (!value) return { height: 0, hash: '', count: 0 };
  return {
    height: value.readUInt32BE(0),
    count: value.readUInt32BE(HEIGHT_SIZE),
    hash: toDisplayHex(value.subarray(2 * HEIGHT_SIZE)),
  };
}

function heightPrefix(height: number): Buffer {
  const prefix = Buffer.alloc(1 + HEIGHT_SIZE);
  prefix[0] = CONFIRMED;
  prefix.writeUInt32BE(MAX_HEIGHT - height, 1);
  return prefix;
}
