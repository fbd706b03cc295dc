import { ContractException } from '../exception.js';

/*
 * The byte format of contracts: little-endian integers of fixed width, lengths as varuint32
 * (spec 04 §3). It differs from the wire format of the chain.
 */

/** Longest form of a varuint32 (spec 04 O21). */
const VARUINT32_BYTES = 5;

/** Reads values of the contract format, front to back. */
export class StreamReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  /**
   * A view of the next bytes.
   * @throws ContractException `wasm_assert_exception` where fewer are left
   */
  take(size: number): Buffer {
    const start = this.#advance(size);
    return this.#bytes.subarray(start, this.#offset);
  }

  u8(): number {
    return this.#bytes[this.#advance(1)]!;
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#advance(8));
  }

  /** An unsigned integer of this many bytes. */
  unsigned(size: number): bigint {
    if (size === 8) return this.u64();
    let value = 0n;
    const bytes = this.take(size);
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]!);
    return value;
  }

  /** Seven bits a byte, low ones first; bits beyond 32 are dropped (spec 04 §3.3). */
  varuint32(): number {
    const only = this.#bytes[this.#offset];
    if (only !== undefined && only < 0x80) {
      this.#offset++;
      return only;
    }
    let value = 0n;
    for (let i = 0; i < VARUINT32_BYTES; i++) {
      const byte = this.u8();
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return Number(BigInt.asUintN(32, value));
    }
    throw new ContractException(
      'wasm_assert_exception',
      `a varuint32 has at most ${VARUINT32_BYTES} bytes`,
      'wasm/abi/stream',
    );
  }

  /** Bytes with a length prefix, as a copy. */
  bytes(): Buffer {
    return Buffer.from(this.take(this.varuint32()));
  }

  /** Advances by this many bytes and returns where they begin. */
  #advance(size: number): number {
    if (size > this.remaining) {
      throw new ContractException(
        'wasm_assert_exception',
        `datastream read out of bounds: ${size} bytes are needed, ${this.remaining} are left`,
        'wasm/abi/stream',
      );
    }
    const start = this.#offset;
    this.#offset += size;
    return start;
  }
}

/** Most bytes of a packed value (spec 04 §4.4). */
const MAX_PACKED_BYTES = 1_048_576;

/** Writes values of the contract format. */
export class StreamWriter {
  readonly #parts: Uint8Array[] = [];
  readonly #limit: number;
  #length = 0;

  /** @param limit - bytes at most */
  constructor(limit = MAX_PACKED_BYTES) {
    this.#limit = limit;
  }

  /** @throws ContractException `wasm_assert_exception` beyond the limit */
  raw(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > this.#limit) {
      throw new ContractException(
        'wasm_assert_exception',
        `datastream write out of bounds: more than ${this.#limit} bytes`,
        'wasm/abi/stream',
      );
    }
    this.#parts.push(bytes);
  }

  u8(value: number): void {
    this.raw(Uint8Array.of(value));
  }

  u64(value: bigint): void {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
    this.raw(bytes);
  }

  /** The low bytes of an integer, two's complement where it is negative. */
  unsigned(value: bigint, size: number): void {
    if (size === 8) {
      this.u64(value);
      return;
    }
    const bytes = Buffer.allocUnsafe(size);
    let rest = BigInt.asUintN(size * 8, value);
    for (let i = 0; i < size; i++) {
      bytes[i] = Number(rest & 0xffn);
      rest >>= 8n;
    }
    this.raw(bytes);
  }

  varuint32(value: number): void {
    const bytes: number[] = [];
    let rest = value;
    while (rest > 0x7f) {
      bytes.push((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.raw(Uint8Array.of(...bytes, rest));
  }

  bytes(value: Uint8Array): void {
    this.varuint32(value.length);
    this.raw(value);
  }

  finish(): Buffer {
    return Buffer.concat(this.#parts, this.#length);
  }
}
