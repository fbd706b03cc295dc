import { fixedUint32 } from '../../../vm/native/dex/fixed-uint32.js';
import type { Codec } from '../../codec/codec.js';
import { decode, encode, hash256, record, u8 } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { RpcError } from '../declaration/errors.js';

/** Where a page of orders ended: the last order that was returned, and the block it is in. */
export interface OrderPosition {
  /** Of the block of that height, in display order. */
  readonly blockHash: string;
  readonly height: number;
  readonly generatedBy: number;
  readonly orderId: string;
}

const FIXED_SIZE = 5;

const fixed32: Codec<number> = {
  read: reader => reader.bytes(FIXED_SIZE).reduce((value, byte) => value * 128 + (byte & 0x7f), 0),
  write: (writer, value) => writer.bytes(fixedUint32(value)),
};

const position: Codec<OrderPosition> = record({
  blockHash: hash256,
  height: fixed32,
  generatedBy: u8,
  orderId: hash256,
});

/** The token of a position: 140 hex digits, which callers need not understand (spec 06 §13). */
export function positionText(value: OrderPosition): string {
  return encode(position, value).toString('hex');
}

/** The position of a token. @throws RpcError -32602 */
export function parsePosition(hex: Uint8Array): OrderPosition {
  try {
    return decode(position, hex);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw invalidPosition(`it must be the value that a page ended with, 140 hex digits`);
  }
}

export function invalidPosition(reason: string): RpcError {
  return new RpcError('INVALID_PARAMS', `Invalid last_pos_info! ${reason}`);
}
