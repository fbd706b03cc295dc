import { isBelowOrder, SCALAR_SIZE } from './scalar.js';

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Size in bytes of a compact signature: r and s. */
export const COMPACT_SIZE = 2 * SCALAR_SIZE;

/** The position of an integer's content in the input: from `start` up to, not including, `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a DER signature as leniently as libsecp256k1's lax parser, which decides what the network
 * accepts (spec 01 §7). Tolerated are: any sequence length, lengths longer than needed, integers
 * with surplus zeros, integers that would be negative, and bytes after the second integer. An r or s
 * that does not fit, or is not below the order, gives 64 zero bytes: parsed, but verifying nothing.
 *
 * @returns 64 bytes, r then s, or `undefined` when not even the lax form is there.
 */
export function parseDerLax(input: Uint8Array): Buffer | undefined {
  if (input[0] !== SEQUENCE) return undefined;
  const start = skipLength(input, 1);
  if (start === undefined) return undefined;
  const r = readInteger(input, start);
  if (r === undefined) return undefined;
  const s = readInteger(input, r.end);
  if (s === undefined) return undefined;

  const compact = Buffer.alloc(COMPACT_SIZE);
  const fits = copyScalar(input, r, compact.subarray(0, SCALAR_SIZE));
  if (!fits || !copyScalar(input, s, compact.subarray(SCALAR_SIZE))) compact.fill(0);
  return compact;
}

/** The position after a length whose value is of no interest: that of the sequence. */
function skipLength(input: Uint8Array, position: number): number | undefined {
  const first = input[position];
  if (first === undefined) return undefined;
  const next = position + 1 + (first & 0x80 ? first & 0x7f : 0);
  return next <= input.length ? next : undefined;
}

/** Reads tag and length of an integer; its content must lie inside the input. */
function readInteger(input: Uint8Array, position: number): Span | undefined {
  if (input[position] !== INTEGER) return undefined;
  const first = input[position + 1];
  if (first === undefined) return undefined;
  const start = skipLength(input, position + 1);
  if (start === undefined) return undefined;
  let length = first;
  if (first & 0x80) {
    length = 0;
    // At most 127 digits, so never infinite; and exact for every length that the input can have.
    for (let i = position + 2; i < start; i++) length = length * 256 + input[i]!;
  }
  return start + length <= input.length ? { start, end: start + length } : undefined;
}

/** Copies an integer's content right-aligned; false when it is too long or not below the order. */
function copyScalar(input: Uint8Array, span: Span, target: Buffer): boolean {
  let start = span.start;
  while (start < span.end && input[start] === 0) start++;
  const size = span.end - start;
  if (size > SCALAR_SIZE) return false;
  target.set(input.subarray(start, span.end), SCALAR_SIZE - size);
  return isBelowOrder(target);
}

/**
 * The strict DER form of a compact signature, with minimal non-negative integers: 8 to 72 bytes.
 *
 * @param compact - 64 bytes, r then s.
 * @throws RangeError for any other length.
 */
export function encodeDer(compact: Uint8Array): Buffer {
  if (compact.length !== COMPACT_SIZE) {
    throw new RangeError(`a compact signature has ${COMPACT_SIZE} bytes, got ${compact.length}`);
  }
  const r = encodeInteger(compact.subarray(0, SCALAR_SIZE));
  const s = encodeInteger(compact.subarray(SCALAR_SIZE));
  return Buffer.concat([Buffer.from([SEQUENCE, r.length + s.length]), r, s]);
}

function encodeInteger(scalar: Uint8Array): Buffer {
  let start = 0;
  while (start < SCALAR_SIZE - 1 && scalar[start] === 0) start++;
  const digits = scalar.subarray(start);
  // A set top bit would read as a minus sign.
  const sign = digits[0]! & 0x80 ? [0] : [];
  return Buffer.from([INTEGER, sign.length + digits.length, ...sign, ...digits]);
}
