import { ContractException } from '../exception.js';

/** Most bytes that one argument of a host function may name (spec 04 §2). */
const MAX_ARGUMENT_BYTES = 1_048_576;

/**
 * The memory of a contract as the host sees it: every address is checked (spec 04 §11.2).
 */
export class GuestMemory {
  #buffer: ArrayBuffer | undefined;
  #bytes = Buffer.alloc(0);

  /** @param memory - undefined for a module without memory, where every address is outside */
  constructor(readonly memory: WebAssembly.Memory | undefined) {}

  /** All bytes; the view is created again when the contract has grown its memory. */
  #view(): Buffer {
    if (this.memory !== undefined && this.#buffer !== this.memory.buffer) {
      this.#buffer = this.memory.buffer;
      this.#bytes = Buffer.from(this.#buffer);
    }
    return this.#bytes;
  }

  /**
   * A view of a range; it changes with the memory and must not be kept.
   * @throws ContractException `wasm_memory_exception`
   */
  range(pointer: number, size: number): Buffer {
    const view = this.#view();
    if (pointer + size > view.length) {
      throw new ContractException(
        'wasm_memory_exception',
        `access violation: ${size} bytes at ${pointer} in a memory of ${view.length} bytes`,
        'wasm/memory',
      );
    }
    return view.subarray(pointer, pointer + size);
  }

  /** As {@link range}, for lengths that are limited by themselves (spec 04 §12). */
  argument(pointer: number, size: number): Buffer {
    if (size > MAX_ARGUMENT_BYTES) {
      throw new ContractException(
        'wasm_api_data_size_exceeds_exception',
        `an argument of ${size} bytes, at most ${MAX_ARGUMENT_BYTES} are allowed`,
        'wasm/memory',
      );
    }
    return this.range(pointer, size);
  }

  /** The bytes from an address up to the next zero byte. */
  cString(pointer: number): Buffer {
    const view = this.#view();
    // What is longer than an argument may be is not looked through.
    const most = view.subarray(pointer, pointer + MAX_ARGUMENT_BYTES + 1);
    const end = most.indexOf(0);
    // Without a zero byte the string runs over the end of the memory, or is too long.
    return this.argument(pointer, end < 0 ? most.length + 1 : end);
  }

  write(pointer: number, bytes: Uint8Array): void {
    this.range(pointer, bytes.length).set(bytes);
  }

  readUint128(pointer: number): bigint {
    const range = this.range(pointer, 16);
    return range.readBigUInt64LE(0) | (range.readBigUInt64LE(8) << 64n);
  }

  writeUint128(pointer: number, value: bigint): void {
    const range = this.range(pointer, 16);
    range.writeBigUInt64LE(BigInt.asUintN(64, value), 0);
    range.writeBigUInt64LE(BigInt.asUintN(64, value >> 64n), 8);
  }
}
