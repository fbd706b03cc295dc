import {
  bytes,
  type Codec,
  encode,
  hash256,
  optional,
  record,
  u8,
  u32,
  type ValueOf,
  vector,
} from '../codec/codec.js';
import { uid } from '../codec/uid.js';
import { fromDisplayHex } from '../crypto/hash.js';
import { BLOCK_KIND, BLOCK_STORE_PREFIX } from '../storage/layout.js';
import { LINK_BYTES } from '../storage/record-log/format.js';
import type { LogPosition, RecordPlace } from '../storage/record-log/read-log.js';
import { blockHeaderCodec } from '../tx/block.js';
import { senderOf } from '../tx/envelope.js';
import { receiptCodec } from '../tx/receipt.js';
import type { ExecutedBlock } from './executed-block.js';

type KindByHeight = 'block' | 'place' | 'summary' | 'systemReceipts' | 'failures' | 'market';
type KindOnce = 'logPosition' | 'switching' | 'pruned' | 'marketSince';
type KindByHash = Exclude<keyof typeof BLOCK_KIND, KindByHeight | KindOnce>;

/** The key of what is found by height; the keys of a kind are in the order of heights. */
export function heightKey(kind: KindByHeight, height: number): Buffer {
  const key = Buffer.allocUnsafe(6);
  key[0] = BLOCK_STORE_PREFIX;
  key.write(BLOCK_KIND[kind], 1, 'latin1');
  key.writeUInt32BE(height, 2);
  return key;
}

/** @param hash - in display order */
export function recordKey(kind: KindByHash, hash: string): Buffer {
  return Buffer.concat([kindPrefix(kind), fromDisplayHex(hash)]);
}

/** The key of the place in the log of blocks up to which the database has followed it. */
export const LOG_POSITION_KEY: Buffer = Buffer.of(BLOCK_STORE_PREFIX, BLOCK_KIND.logPosition.charCodeAt(0));

/** The key of the switch of branches that is running. */
export const SWITCHING_KEY: Buffer = Buffer.of(BLOCK_STORE_PREFIX, BLOCK_KIND.switching.charCodeAt(0));

/** The key of how far the chain was pruned. */
export const PRUNED_KEY: Buffer = Buffer.of(BLOCK_STORE_PREFIX, BLOCK_KIND.pruned.charCodeAt(0));

/** The key of the height from which on it is recorded what blocks did to the exchange. */
export const MARKET_SINCE_KEY: Buffer = Buffer.of(BLOCK_STORE_PREFIX, BLOCK_KIND.marketSince.charCodeAt(0));

/** The height in a key of {@link heightKey}. */
export function heightOfKey(key: Buffer): number {
  return key.readUInt32BE(2);
}

/** Bounds of all keys of a kind. */
export function kindRange(kind: KindByHash | KindByHeight): { gte: Buffer; lt: Buffer } {
  const gte = kindPrefix(kind);
  return { gte, lt: Buffer.of(BLOCK_STORE_PREFIX, gte[1]! + 1) };
}

function kindPrefix(kind: KindByHash | KindByHeight): Buffer {
  return Buffer.from([BLOCK_STORE_PREFIX, BLOCK_KIND[kind].charCodeAt(0)]);
}

/** What listings show of a block, readable without the block. */
export const blockSummaryCodec = record({
  hash: hash256,
  header: blockHeaderCodec,
  /** Bytes of the encoded block. */
  size: u32,
  transactionCount: u32,
  /** The account that its reward transaction names. */
  producer: uid,
});
export type BlockSummary = ValueOf<typeof blockSummaryCodec>;

/** What listings show of a block that has been executed. */
export function summaryOf({ block, hash, raw }: ExecutedBlock): BlockSummary {
  return {
    hash,
    header: block.header,
    size: raw.length,
    transactionCount: block.transactions.length,
    producer: senderOf(block.transactions[0]!.tx),
  };
}

/** The position of a transaction in the chain. */
export interface TransactionLocation {
  readonly height: number;
  /** Position in the block. */
  readonly index: number;
}

export const receiptsCodec = vector(receiptCodec);

/** A transaction of the chain: its location and its receipts. */
export const transactionRecordCodec = record({ height: u32, index: u32, receipts: receiptsCodec });
export type TransactionRecord = ValueOf<typeof transactionRecordCodec>;

/** Receipts that belong to no transaction of the block, and the reward that the block paid, if it did. */
export const systemReceiptsCodec = record({ receipts: receiptsCodec, paidReward: optional(hash256) });
export type SystemReceipts = ValueOf<typeof systemReceiptsCodec>;

/** Reasons can quote messages of contracts, in any script. */
const utf8: Codec<string> = {
  read: reader => Buffer.from(bytes.read(reader)).toString('utf8'),
  write: (writer, value) => bytes.write(writer, Buffer.from(value, 'utf8')),
};

const linkCodec: Codec<Buffer> = {
  read: reader => Buffer.from(reader.bytes(LINK_BYTES)),
  write: (writer, value) => writer.bytes(value),
};

export const failuresCodec = vector(record({ txid: hash256, code: u8, reason: utf8 }));

export const heightCodec: Codec<number> = u32;

export const logPositionCodec: Codec<LogPosition> = record({ segment: u32, offset: u32, link: linkCodec });

export const placeCodec: Codec<RecordPlace> = record({ segment: u32, offset: u32, size: u32 });

/** A disconnected block: its header, and where it is in the log. */
export const stalePlaceCodec = record({ header: blockHeaderCodec, place: placeCodec });

/** How far the blocks of a chain are not kept any more. */
export interface Pruned {
  /** Of the highest block that is not kept any more. */
  readonly height: number;
  /** The first file of the log that is kept. */
  readonly segment: number;
  /** Of the highest block that was lost with a damaged file, not pruned; 0 where none was. */
  readonly lost: number;
}

export const prunedCodec: Codec<Pruned> = record({ height: u32, segment: u32, lost: u32 });

/** A put of a record. */
export function put<T>(key: Buffer, codec: Codec<T>, value: T): { type: 'put'; key: Buffer; value: Buffer } {
  return { type: 'put', key, value: encode(codec, value) };
}
