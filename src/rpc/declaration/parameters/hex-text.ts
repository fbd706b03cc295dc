import { RpcError } from '../errors.js';

const HASH_DIGITS = 64;

/**
 * The bytes of a text that is nothing but hex digits of whole bytes: what was meant is never guessed, so a blank, `0x`
 * and an odd digit are refused (spec 02 §3.4).
 *
 * @throws RpcError -8 with the position of the first character that is wrong
 */
export function exactHex(text: string, name: string): Buffer {
  const bad = wrongCharacter(text);
  if (bad !== -1) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `${name} is no hex: character ${bad} is ${JSON.stringify(text[bad])}, only 0-9 and a-f are digits`,
    );
  }
  if (text.length % 2 !== 0) {
    throw new RpcError('INVALID_PARAMETER', `${name} is no hex of whole bytes: ${oddDigits(text)}`);
  }
  return Buffer.from(text, 'hex');
}

/**
 * As {@link exactHex}, with the reference's words for what is wrong.
 *
 * @returns the digits in lower case
 * @throws RpcError -32602 with the position of the first character that is wrong
 */
export function exactDigits(text: string, name: string): string {
  const bad = wrongCharacter(text);
  const what = bad === -1 ? oddDigits(text) : `character ${bad} is ${JSON.stringify(text[bad])}`;
  if (text.length % 2 !== 0) {
    throw failure(name, `Invalid hex format! Hex digit count is not even number: ${what}`);
  }
  if (bad !== -1) {
    const pair = bad - (bad % 2);
    throw failure(name, `Invalid hex char in the position ${pair} or ${pair + 1}: ${what}`);
  }
  return text.toLowerCase();
}

/**
 * An id: 64 hex digits and nothing else (spec 02 §3.4).
 * @returns the digits in lower case
 * @throws RpcError -32602 with the position of the first character that is wrong
 */
export function exactTxid(text: string, name: string): string {
  if (text === '') throw failure(name, 'Can not be emtpy');
  const digits = exactDigits(text, name);
  const { length } = digits;
  if (length === HASH_DIGITS) return digits;
  const what =
    length > HASH_DIGITS ? `there is more from position ${HASH_DIGITS} on` : `it ends at position ${length}`;
  throw failure(name, `The hex str size should be 64: ${what}`);
}

/** Position of the first character that is no hex digit; -1 where all are. */
function wrongCharacter(text: string): number {
  return text.search(/[^0-9a-fA-F]/);
}

function oddDigits({ length }: string): string {
  return `it has ${length} digits, the last one at position ${length - 1} has no second`;
}

function failure(name: string, reason: string): RpcError {
  return new RpcError('INVALID_PARAMS', `Get param ${name} error! ${reason}`);
}
