import { rejectModule } from './rejected.js';

/** A mark of the byte order is a character as any other: V8 tells names with and without one apart. */
const TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Longest LEB128 forms of 32 and 64 bits. */
const LEB_BYTES_32 = 5;
const LEB_BYTES_64 = 10;

/** Reads the binary format of WebAssembly from `offset` up to `end`; running over the end refuses the module. */
export class ModuleReader {
  constructor(
    readonly bytes: Uint8Array,
    public offset = 0,
    readonly end = bytes.length,
  ) {}

  get atEnd(): boolean {
    return this.offset >= this.end;
  }

  u8(): number {
    if (this.offset >= this.end) rejectModule('malformed', `the module ends early, at byte ${this.offset}`);
    return this.bytes[this.offset++]!;
  }

  skip(count: number): void {
    if (count > this.end - this.offset) {
      rejectModule(
        'malformed',
        `${count} bytes are expected at byte ${this.offset}, ${this.end - this.offset} are left`,
      );
    }
    this.offset += count;
  }

  /** An unsigned LEB128 number of 32 bits. */
  u32(): number {
    const only = this.bytes[this.offset];
    if (only !== undefined && only < 0x80 && this.offset < this.end) {
      this.offset++;
      return only;
    }
    let value = 0;
    for (let i = 0; i < LEB_BYTES_32; i++) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) {
        if (value > 0xffffffff) break;
        return value;
      }
    }
    return rejectModule('malformed', `the number at byte ${this.offset} does not fit 32 bits`);
  }

  /** A signed LEB128 number of 32 bits. */
  i32(): number {
    let value = 0;
    for (let i = 0; i < LEB_BYTES_32; i++) {
      const byte = this.u8();
      value |= (byte & 0x7f) << (7 * i);
      if (byte < 0x80) {
        const bits = 7 * (i + 1);
        return bits < 32 ? (value << (32 - bits)) >> (32 - bits) : value;
      }
    }
    return rejectModule('malformed', `the number at byte ${this.offset} does not fit 32 bits`);
  }

  /** Skips a signed LEB128 number of 64 bits. */
  skipI64(): void {
    for (let i = 0; i < LEB_BYTES_64; i++) if (this.u8() < 0x80) return;
    rejectModule('malformed', `the number at byte ${this.offset} does not fit 64 bits`);
  }

  /** A count, bounded so that no more is read than a module may have. */
  count(limit: number, tooMany: () => never): number {
    const count = this.u32();
    return count > limit ? tooMany() : count;
  }

  /** @param limit - bytes at most */
  text(limit: number): string {
    const size = this.u32();
    const start = this.offset;
    if (size > limit) {
      rejectModule(
        'name-too-long',
        `the name at byte ${start} has ${size} bytes, at most ${limit} are allowed`,
      );
    }
    this.skip(size);
    try {
      return TEXT.decode(this.bytes.subarray(start, start + size));
    } catch {
      return rejectModule('malformed', `the name at byte ${start} is not UTF-8`);
    }
  }
}
