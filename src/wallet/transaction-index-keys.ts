import { fromDisplayHex, toDisplayHex } from '../crypto/hash.js';
import type { Range } from '../storage/key-value-store.js';
import { WALLET_INDEX_KIND } from '../storage/layout.js';

/** First byte of each kind of key. */
const [CONFIRMED, UNCONFIRMED, PROGRESS, LOGGED] = [
  WALLET_INDEX_KIND.confirmed.charCodeAt(0),
  WALLET_INDEX_KIND.unconfirmed.charCodeAt(0),
  WALLET_INDEX_KIND.progress.charCodeAt(0),
  WALLET_INDEX_KIND.logged.charCodeAt(0),
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
/** The key of the place in the log of waiting transactions up to which the database has followed it. */
export const LOGGED_KEY = Buffer.from([LOGGED]);
export const CONFIRMED_RANGE: Range = { gte: Buffer.from([CONFIRMED]), lt: Buffer.from([CONFIRMED + 1]) };
export const UNCONFIRMED_RANGE: Range = {
  gte: Buffer.from([UNCONFIRMED]),
  lt: Buffer.from([UNCONFIRMED + 1]),
};

/** Sorts by descending height, then by the bytes of the txid: the order of `listtx`. */
export function confirmedKey(height: number, txid: string): Buffer {
  return Buffer.concat([heightPrefix(height), fromDisplayHex(txid)]);
}

/** The height in a key of {@link confirmedKey}. */
export function heightOfKey(key: Buffer): number {
  return MAX_HEIGHT - key.readUInt32BE(1);
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

/** A transaction that is in no block, as it is stored. */
export interface StoredPending {
  /** Ascending in the order of arrival. */
  readonly order: number;
  /** When it arrived, seconds since 1970; 0 where that is not known. */
  readonly time: number;
  readonly raw: Buffer;
}

/** Tells a record from the bare transaction that earlier versions stored, which begins with its type. */
const WITH_ARRIVAL = 0;
const ARRIVAL_SIZE = 1 + 8 + 4;

/** A pending transaction as bytes: mark, order as an IEEE double, time, transaction. */
export function encodePending({ order, time, raw }: StoredPending): Buffer {
  const value = Buffer.allocUnsafe(ARRIVAL_SIZE + raw.length);
  value[0] = WITH_ARRIVAL;
  value.writeDoubleBE(order, 1);
  value.writeUInt32BE(time, 9);
  raw.copy(value, ARRIVAL_SIZE);
  return value;
}

/** The inverse of {@link encodePending}; a bare transaction counts as the oldest. */
export function decodePending(value: Buffer): StoredPending {
  if (value[0] !== WITH_ARRIVAL) return { order: 0, time: 0, raw: value };
  return {
    order: value.readDoubleBE(1),
    time: value.readUInt32BE(9),
    raw: value.subarray(ARRIVAL_SIZE),
  };
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
