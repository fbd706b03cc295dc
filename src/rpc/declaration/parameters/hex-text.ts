import { required } from '../../../codec/required.js';
import { RpcError } from '../errors.js';

const HASH_DIGITS = 64;
const LEADING_HEX_PAIRS = /^(?:[0-9a-fA-F]{2})*/;

/** The bytes of the hex pairs at the start of a text; what follows them is ignored (spec 02 §3.4). */
export function lenientHex(text: string): Buffer {
  return Buffer.from(required(LEADING_HEX_PAIRS.exec(text), 'the match of an empty text')[0], 'hex');
}

/**
 * Hex digits of whole bytes, in lower case and without `0x` (spec 02 §3.4).
 *
 * @throws RpcError -32602
 */
export function strictHex(text: string, name: string): string {
  return wholeBytes(text.trim().replace(/^0[xX]/, ''), name);
}

function wholeBytes(digits: string, name: string): string {
  const bad = digits.search(/[^0-9a-fA-F]/);
  if (digits.length % 2 !== 0) {
    throw failure(name, 'Invalid hex format! Hex digit count is not even number');
  }
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

/**
 * The bytes of a text that is nothing but hex digits of whole bytes: what a transaction is made of is never
 * guessed, so a blank, `0x` and an odd digit are refused too.
 *
 * @throws RpcError -8 with the position of the first character that is wrong
 */
export function exactHex(text: string, name: string): Buffer {
  const bad = text.search(/[^0-9a-fA-F]/);
  if (bad !== -1) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `${name} is no hex: character ${bad} is ${JSON.stringify(text[bad])}, only 0-9 and a-f are digits`,
    );
  }
  if (text.length % 2 !== 0) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `${name} is no hex of whole bytes: it has ${text.length} digits, the last one at position ${text.length - 1} has no second`,
    );
  }
  return Buffer.from(text, 'hex');
}

/**
 * An id that goes into a transaction: as {@link strictTxid}, without blanks around it or `0x`.
 * @throws RpcError -32602
 */
export function exactTxid(text: string, name: string): string {
  if (text === '') throw failure(name, 'Can not be emtpy');
  const digits = wholeBytes(text, name);
  if (digits.length !== HASH_DIGITS) throw failure(name, 'The hex str size should be 64');
  return digits;
}

/** Hex that goes into a transaction: as {@link strictHex}, without blanks around it or `0x`. @throws RpcError -32602 */
export function exactDigits(text: string, name: string): string {
  return wholeBytes(text, name);
}

function failure(name: string, reason: string): RpcError {
  return new RpcError('INVALID_PARAMS', `Get param ${name} error! ${reason}`);
}
