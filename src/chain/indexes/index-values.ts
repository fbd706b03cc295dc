import { parseJson, stringifyJson } from '../../codec/json.js';
import { fromDisplayHex, toDisplayHex } from '../../crypto/hash.js';
import type { TradeEvent } from '../market/market-event.js';
import { PARTICIPATION, type Participation } from '../participants.js';

const HASH_SIZE = 32;

/** A transaction in which an account takes part, as it is stored: its type and id, and in which ways. */
export interface IndexedTransaction {
  /** Number of its type. */
  readonly type: number;
  readonly txid: string;
  /** A bit for each member of {@link PARTICIPATION}. */
  readonly participation: number;
}

/** The bit of a way of taking part. */
export function participationBit(way: Participation): number {
  return 1 << PARTICIPATION.indexOf(way);
}

/** The ways of bits. */
export function participationOf(bits: number): Participation[] {
  return PARTICIPATION.filter(way => (bits & participationBit(way)) !== 0);
}

export function encodeIndexedTransaction({ type, txid, participation }: IndexedTransaction): Buffer {
  const value = Buffer.allocUnsafe(2 + HASH_SIZE);
  value[0] = participation;
  value[1] = type;
  fromDisplayHex(txid).copy(value, 2);
  return value;
}

export function decodeIndexedTransaction(value: Buffer): IndexedTransaction {
  return {
    participation: value.readUInt8(0),
    type: value.readUInt8(1),
    txid: toDisplayHex(value.subarray(2)),
  };
}

/** A trade of an account, as it was when it was made. */
export function encodeTrade(trade: TradeEvent): Buffer {
  return Buffer.from(stringifyJson(trade), 'utf8');
}

export function decodeTrade(value: Buffer): TradeEvent {
  return parseJson(value.toString('utf8')) as unknown as TradeEvent;
}

/** What has receipts: a transaction of the block, the reward that it paid, or the block itself. */
export interface ReceiptCarrier {
  /** Of the transaction in its block, or one of the two below. */
  readonly position: number;
  /** That of the reward, or zeros for the block itself. */
  readonly txid: string;
}

/** Positions that no transaction has: a block has fewer of them. */
export const PAID_REWARD = 0xfffe;
export const BLOCK_ITSELF = 0xffff;

/** Those of one type and block are stored in parts of so many at most: most blocks have many of the same type. */
export const MOST_CARRIERS = 64;
const CARRIER_SIZE = 2 + HASH_SIZE;

export function encodeCarriers(carriers: readonly ReceiptCarrier[]): Buffer {
  const value = Buffer.allocUnsafe(carriers.length * CARRIER_SIZE);
  for (const [i, { position, txid }] of carriers.entries()) {
    value.writeUInt16BE(position, i * CARRIER_SIZE);
    fromDisplayHex(txid).copy(value, i * CARRIER_SIZE + 2);
  }
  return value;
}

export function decodeCarriers(value: Buffer): ReceiptCarrier[] {
  const carriers: ReceiptCarrier[] = [];
  for (let at = 0; at < value.length; at += CARRIER_SIZE) {
    const txid = toDisplayHex(value.subarray(at + 2, at + CARRIER_SIZE));
    carriers.push({ position: value.readUInt16BE(at), txid });
  }
  return carriers;
}
