/** Writes the binary format of WebAssembly into one growing buffer. */
export class ModuleWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written so far; it changes with later writes. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(size: number): number {
    const start = this.#length;
    const end = start + size;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#length = end;
    return start;
  }

  u8(...values: readonly number[]): this {
    let at = this.#reserve(values.length);
    for (const value of values) this.#bytes[at++] = value;
    return this;
  }

  bytes(values: Uint8Array): this {
    const start = this.#reserve(values.length);
    this.#bytes.set(values, start);
    return this;
  }

  /** An unsigned LEB128 number below 2^53. */
  u32(value: number): this {
    let rest = value;
    while (rest > 0x7f) {
      this.u8((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    return this.u8(rest);
  }

  /** A signed LEB128 number within 53 bits. */
  signed(value: number): this {
    let rest = value;
    for (;;) {
      const low = rest - Math.floor(rest / 128) * 128;
      rest = Math.floor(rest / 128);
      const done = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
      this.u8(done ? low : low | 0x80);
      if (done) return this;
    }
  }

  text(value: string): this {
    const encoded = new TextEncoder().encode(value);
    return this.u32(encoded.length).bytes(encoded);
  }

  /** A section: its id, the size of its content, its content. */
  section(id: number, content: Uint8Array): this {
    return this.u8(id).u32(content.length).bytes(content);
  }
}
