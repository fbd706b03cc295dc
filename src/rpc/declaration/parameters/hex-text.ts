import { RpcError } from '../errors.js';

const HASH_DIGITS = 64;
const LEADING_HEX_PAIRS = /^(?:[0-9a-fA-F]{2})*/;

/** The bytes of the hex pairs at the start of a text; what follows them is ignored (spec 02 §3.4). */
export function lenientHex(text: string): Buffer {
  return Buffer.from(LEADING_HEX_PAIRS.exec(text)![0], 'hex');
}

/**
 * Hex digits of whole bytes, in lower case and without `0x` (spec 02 §3.4).
 *
 * @throws RpcError -32602
 */
export function strictHex(text: string, name: string): string {
  const digits = text.trim().replace(/^0[xX]/, '');
  if (digits.length % 2 !== 0) {
    throw failure(name, 'Invalid hex format! Hex digit count is not even number');
  }
  const bad = digits.search(/[^0-9a-fA-F]/);
  if (bad !== -1) {
    const pair = bad - (bad % 2);
    throw failure(name, `Invalid hex char in the position ${pair} or ${pair + 1}`);
  }
  return digits.toLowerCase();
}

/**
 * A transaction id that is well formed (spec 02 §3.4).
 *
 * @throws RpcError -32602
 */
export function strictTxid(text: string, name: string): string {
  if (text.trim() === '') throw failure(name, 'Can not be emtpy');
  const digits = strictHex(text, name);
  if (digits.length !== HASH_DIGITS) throw failure(name, 'The hex str size should be 64');
  return digits;
}

function failure(name: string, reason: string): RpcError {
  return new RpcError('INVALID_PARAMS', `Get param ${name} error! ${reason}`);
}
