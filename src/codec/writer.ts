import { EncodeError } from './errors.js';

/** Bytes that a writer keeps when it is cleared. */
const MAX_KEPT = 64 * 1024;

/** Length from which it is faster to check a text first and copy it in one piece. */
const LONG_TEXT = 32;
const WIDER_THAN_A_BYTE = /[\u0100-\uffff]/;

/** Writes the primitives of spec 01 §2 into one growing buffer. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /**
   * Discards what was written, so that the writer can be reused; buffers returned by `finish` are
   * unaffected.
   */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MAX_KEPT) this.#bytes = Buffer.allocUnsafe(MAX_KEPT);
  }

  /** The bytes written so far, as a copy of exactly that size. */
  finish(): Buffer {
    const finished = Buffer.allocUnsafe(this.#length);
    this.#bytes.copy(finished, 0, 0, this.#length);
    return finished;
  }

  #reserve(size: number): number {
    const start = this.#length;
    const end = start + size;
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    this.#length = end;
    return start;
  }

  u8(value: number): void {
    const start = this.#reserve(1);
    this.#bytes.writeUInt8(value, start);
  }

  u16(value: number): void {
    const start = this.#reserve(2);
    this.#bytes.writeUInt16LE(value, start);
  }

  u32(value: number): void {
    const start = this.#reserve(4);
    this.#bytes.writeUInt32LE(value, start);
  }

  i32(value: number): void {
    const start = this.#reserve(4);
    this.#bytes.writeInt32LE(value, start);
  }

  u64(value: bigint): void {
    const start = this.#reserve(8);
    this.#bytes.writeBigUInt64LE(value, start);
  }

  bytes(value: Uint8Array): void {
    const start = this.#reserve(value.length);
    this.#bytes.set(value, start);
  }

  /** Hex text in wire order; `size` is the number of bytes it must have. */
  hex(value: string, size: number): void {
    if (value.length !== size * 2) {
      throw new EncodeError(`expected ${size} bytes of hex, got ${value.length} characters`);
    }
    const start = this.#reserve(size);
    if (this.#bytes.write(value, start, size, 'hex') !== size) {
      throw new EncodeError(`not a hex text: ${value}`);
    }
  }

  /** One byte a character. A character above 0xff is an error: cut to a byte it would be another one. */
  latin1(value: string): void {
    const start = this.#reserve(value.length);
    if (value.length > LONG_TEXT && !WIDER_THAN_A_BYTE.test(value)) {
      this.#bytes.write(value, start, value.length, 'latin1');
      return;
    }
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0xff) throw new EncodeError(`"${value}" has a character that is not one byte`);
      this.#bytes[start + i] = code;
    }
  }

  /** A 32-byte hash given by its display text (spec 01 §2, H256). */
  hash256(value: string): void {
    this.hex(value, 32);
    this.#bytes.subarray(this.#length - 32, this.#length).reverse();
  }

  /** A length or count in its shortest form (spec 01 §2, CS). */
  compactSize(value: number): void {
    if (value < 253) {
      this.u8(value);
    } else if (value <= 0xffff) {
      this.u8(253);
      this.u16(value);
    } else {
      this.u8(254);
      this.u32(value);
    }
  }

  /** A VARINT (spec 01 §2.1): base 128, most significant group first, minus one per continuation. */
  varint(value: bigint): void {
    if (value >= 0n && value <= 0x1fffffffffffffn) {
      this.varintNumber(Number(value));
      return;
    }
    if (value < 0n || value > 0xffffffffffffffffn) {
      throw new EncodeError(`${value} does not fit an unsigned 64-bit integer`);
    }
    // Split off low groups until the rest is an exact number; the recursion is at most three deep.
    this.varint((value >> 7n) - 1n);
    this.#bytes[this.#length - 1]! |= 0x80;
    this.u8(Number(value & 0x7fn));
  }

  /** A VARINT of a non-negative integer below 2^53. */
  varintNumber(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new EncodeError(`${value} is not a non-negative integer`);
    }
    const size = varintSize(value);
    let position = this.#reserve(size) + size - 1;
    let rest = value;
    this.#bytes[position] = rest % 128;
    while (rest > 0x7f) {
      rest = Math.floor(rest / 128) - 1;
      this.#bytes[--position] = (rest % 128) | 0x80;
    }
  }
}

/** How many bytes the VARINT of a non-negative integer below 2^53 has. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128) - 1) size++;
  return size;
}
