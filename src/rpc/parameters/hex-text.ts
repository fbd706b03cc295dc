import { RpcError } from '../errors.js';

const HASH_DIGITS = 64;
const LEADING_HEX_PAIRS = /^(?:[0-9a-fA-F]{2})*/;
const LEADING_HEX = /^[0-9a-fA-F]*/;

/** The bytes of the hex pairs at the start of a text; what follows them is ignored (spec 02 §3.4). */
export function lenientHex(text: string): Buffer {
  return Buffer.from(LEADING_HEX_PAIRS.exec(text)![0], 'hex');
}

/**
 * The hash that a text names, however bad it is: leading blanks and `0x` are skipped, hex digits
 * are read up to the first other character and aligned to the right (spec 02 §3.4).
 */
export function lenientHash(text: string): string {
  const digits = LEADING_HEX.exec(text.trimStart().replace(/^0[xX]/, ''))![0].toLowerCase();
  return digits.slice(-HASH_DIGITS).padStart(HASH_DIGITS, '0');
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
