const SHORT_COPY = 48;

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

  /** Forgets what was written, and keeps the buffer. */
  restart(): this {
    this.#length = 0;
    return this;
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
    return this.range(values, 0, values.length);
  }

  /** Bytes of a larger whole, from `start` up to `end`. */
  range(source: Uint8Array, start: number, end: number): this {
    const size = end - start;
    if (size <= 0) return this;
    const at = this.#reserve(size);
    // A few bytes are copied sooner one by one than by a call.
    if (size > SHORT_COPY) this.#bytes.set(source.subarray(start, end), at);
    else for (let i = 0; i < size; i++) this.#bytes[at + i] = source[start + i]!;
    return this;
  }

  /** An unsigned LEB128 number below 2^53. */
  u32(value: number): this {
    let rest = value;
    while (rest > 0x7f) {
      this.#byte((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    return this.#byte(rest);
  }

  #byte(value: number): this {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
    return this;
  }

  /** A signed LEB128 number within 53 bits. */
  signed(value: number): this {
    if (value >= 0 && value < 0x40) return this.#byte(value);
    let rest = value;
    for (;;) {
      const low = rest - Math.floor(rest / 128) * 128;
      rest = Math.floor(rest / 128);
      const done = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
      this.#byte(done ? low : low | 0x80);
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
