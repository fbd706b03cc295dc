import { Checksum160, Checksum256, Checksum512 } from "./checksums";
import { Asset, Bytes, Hash } from "./types";
import { I128, U128 } from "./wide";

/** Packs values one behind the other. */
@final export class Writer {
  pointer: usize;
  length: u32 = 0;
  private capacity: u32;

  constructor(capacity: u32 = 256) {
    this.capacity = capacity;
    this.pointer = heap.alloc(capacity);
  }

  private reserve(size: u32): usize {
    const start = this.length;
    this.length += size;
    if (this.length > this.capacity) {
      this.capacity = max(this.length, this.capacity * 2);
      this.pointer = heap.realloc(this.pointer, this.capacity);
    }
    return this.pointer + start;
  }

  raw(pointer: usize, size: u32): void {
    memory.copy(this.reserve(size), pointer, size);
  }

  /** An integer or a float of its own width. */
  number<T>(value: T): void {
    store<T>(this.reserve(sizeof<T>()), value);
  }

  flag(value: bool): void {
    store<u8>(this.reserve(1), value ? 1 : 0);
  }

  /** Seven bits a byte, low ones first. */
  size(value: u32): void {
    let rest = value;
    for (; rest > 0x7f; rest >>= 7) this.number<u8>(<u8>(rest & 0x7f) | 0x80);
    this.number<u8>(<u8>rest);
  }

  bytes(value: Bytes): void {
    this.size(value.length);
    this.raw(value.pointer, value.length);
  }

  text(value: Bytes): void {
    this.bytes(value);
  }

  string(value: string): void {
    const size = String.UTF8.byteLength(value);
    this.size(size);
    String.UTF8.encodeUnsafe(changetype<usize>(value), value.length, this.reserve(size));
  }

  u128(value: U128): void {
    this.number<u64>(value.low);
    this.number<u64>(value.high);
  }

  i128(value: I128): void {
    this.number<u64>(value.low);
    this.number<i64>(value.high);
  }

  checksum160(value: Checksum160): void {
    this.raw(value.pointer, 20);
  }

  checksum256(value: Checksum256): void {
    this.raw(value.pointer, 32);
  }

  checksum512(value: Checksum512): void {
    this.raw(value.pointer, 64);
  }

  hash(value: Hash): void {
    this.raw(value.pointer, 32);
  }

  asset(value: Asset): void {
    this.number<i64>(value.amount);
    this.number<u64>(value.symbol);
  }
}
