import { fail } from "./failure";
import { Checksum160, Checksum256, Checksum512 } from "./checksums";
import { Asset, Bytes, Hash, Text } from "./types";
import { I128, U128 } from "./wide";

/** Reads packed values from a range of memory, front to back. */
@final export class Reader {
  constructor(
    private at: usize,
    private readonly end: usize,
  ) {}

  /** The place of the next `size` bytes. */
  take(size: u32): usize {
    if (<usize>size > this.end - this.at) fail("datastream read out of bounds");
    const start = this.at;
    this.at += size;
    return start;
  }

  /** An integer or a float of its own width. */
  number<T>(): T {
    return load<T>(this.take(sizeof<T>()));
  }

  flag(): bool {
    return load<u8>(this.take(1)) != 0;
  }

  /** Seven bits a byte, low ones first. */
  size(): u32 {
    let value: u32 = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = load<u8>(this.take(1));
      value |= <u32>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    fail("a length has more than five bytes");
    return 0;
  }

  bytes(): Bytes {
    const size = this.size();
    return new Bytes(this.take(size), size);
  }

  text(): Text {
    const size = this.size();
    return new Text(this.take(size), size);
  }

  string(): string {
    const size = this.size();
    return String.UTF8.decodeUnsafe(this.take(size), size);
  }

  u128(): U128 {
    const low = this.number<u64>();
    return new U128(low, this.number<u64>());
  }

  i128(): I128 {
    const low = this.number<u64>();
    return new I128(low, this.number<i64>());
  }

  checksum160(): Checksum160 {
    return new Checksum160(this.take(20));
  }

  checksum256(): Checksum256 {
    return new Checksum256(this.take(32));
  }

  checksum512(): Checksum512 {
    return new Checksum512(this.take(64));
  }

  hash(): Hash {
    return new Hash(this.take(32));
  }

  asset(): Asset {
    const amount = this.number<i64>();
    return new Asset(amount, this.number<u64>());
  }
}
