import { DecodeError } from './errors.js';

/** Largest length prefix that is accepted (spec 01 §2, compact size). */
const MAX_COMPACT_SIZE = 0x02000000;

/**
 * Reads the primitives of spec 01 §2 from a byte string, front to back.
 * Every method throws `DecodeError` when the input ends too early or breaks its rule.
 */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Position of the next byte to be read. */
  get offset(): number {
    return this.#offset;
  }

  /** Number of bytes that are left. */
  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  #take(size: number): number {
    const start = this.#offset;
    if (size > this.#bytes.length - start) {
      throw new DecodeError('CDataStream::read() : end of data: iostream error');
    }
    this.#offset = start + size;
    return start;
  }

  u8(): number {
    return this.#bytes[this.#take(1)]!;
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#take(2));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  i32(): number {
    return this.#bytes.readInt32LE(this.#take(4));
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#take(8));
  }

  /** `size` raw bytes, as a copy that outlives the input. */
  bytes(size: number): Buffer {
    const start = this.#take(size);
    return Buffer.from(this.#bytes.subarray(start, start + size));
  }

  /** `size` raw bytes as lower-case hex in wire order. */
  hex(size: number): string {
    const start = this.#take(size);
    return this.#bytes.toString('hex', start, start + size);
  }

  /** `size` raw bytes, one character a byte. */
  latin1(size: number): string {
    const start = this.#take(size);
    return this.#bytes.toString('latin1', start, start + size);
  }

  /** A 32-byte hash as its display text: hex of the reversed bytes (spec 01 §2, H256). */
  hash256(): string {
    const start = this.#take(32);
    return Buffer.from(this.#bytes.subarray(start, start + 32))
      .reverse()
      .toString('hex');
  }

  /** A length or count (spec 01 §2, CS): only the shortest form, at most 0x02000000. */
  compactSize(): number {
    const first = this.u8();
    let size: number;
    let canonical: boolean;
    if (first < 253) {
      return first;
    }
    if (first === 253) {
      size = this.u16();
      canonical = size >= 253;
    } else if (first === 254) {
      size = this.u32();
      canonical = size >= 0x10000;
    } else {
      const wide = this.u64();
      size = wide > BigInt(MAX_COMPACT_SIZE) ? MAX_COMPACT_SIZE + 1 : Number(wide);
      canonical = wide >= 0x100000000n;
    }
    if (!canonical) throw new DecodeError('non-canonical ReadCompactSize(): iostream error');
    if (size > MAX_COMPACT_SIZE) throw new DecodeError('ReadCompactSize() : size too large: iostream error');
    return size;
  }

  /**
   * A VARINT of at most `max` (spec 01 §2.1). A value that does not fit its type is an error
   * and does not wrap around (decision D28).
   */
  varint(max: bigint): bigint {
    // Up to seven groups stay below 2^53, so nearly all values avoid bigint arithmetic.
    let low = 0;
    for (let groups = 0; groups < 7; groups++) {
      const byte = this.u8();
      low = low * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return this.#withinWidth(BigInt(low), max);
      low += 1;
    }
    let value = BigInt(low);
    for (;;) {
      const byte = this.u8();
      value = (value << 7n) | BigInt(byte & 0x7f);
      if ((byte & 0x80) === 0) return this.#withinWidth(value, max);
      value += 1n;
      if (value > max) return this.#withinWidth(value, max);
    }
  }

  /** A VARINT of at most `max`, which is below 2^53. */
  varintNumber(max: number): number {
    let value = 0;
    for (;;) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if (value > max) throw overflow(max);
      if ((byte & 0x80) === 0) return value;
      value += 1;
    }
  }

  #withinWidth(value: bigint, max: bigint): bigint {
    if (value > max) throw overflow(max);
    return value;
  }
}

function overflow(max: bigint | number): DecodeError {
  return new DecodeError(`ReadVarInt() : value exceeds ${max}: iostream error`);
}
