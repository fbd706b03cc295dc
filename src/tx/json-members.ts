import type { JsonObject } from '../codec/json-value.js';
import { type Uid, uidText, uidType } from '../codec/uid.js';
import type { JsonContext } from './definition.js';

/** Lower-case hex of a byte string. */
export function hexText(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
}

/** A memo as results show it: its text, and its bytes in hex (spec 01 O-14). */
export function memoMembers(memo: Uint8Array): JsonObject {
  return { memo, memo_hex: hexText(memo) };
}

/** `{id_type, id}` as in vote lists (spec 01 §9.3). */
export function uidObject(value: Uid): JsonObject {
  return { id_type: uidType(value), id: uidText(value) };
}

/** One entry of `transfers`. */
export function transferObject(to: Uid, symbol: string, amount: bigint, context: JsonContext): JsonObject {
  return { to_uid: uidText(to), to_addr: context.addressOf(to), coin_symbol: symbol, coin_amount: amount };
}
