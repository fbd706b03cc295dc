/** Lua strings: immutable byte strings. */

const SEED = 0xf7654321 | 0;
/** Strings up to this length are interned by the reference: one object for each content. */
export const MAX_SHORT_LENGTH = 40;

/** Bytes of a string of this length in the reference (spec 03 §7.3). */
export const stringBytes = (length: number): number => 25 + length;

/**
 * The bytes of a Lua string as a JavaScript string of code units 0 to 255. The JavaScript string
 * lets V8 share and postpone concatenation; the object around it keeps the hash of the reference,
 * which decides the order of `pairs` and must not be computed at every table access.
 */
export class LuaString {
  private cachedHash = 0;
  /** Bytes that the text will take once it is read, where it is still the pieces that it was made of. */
  unread = 0;

  constructor(readonly bytes: string) {}

  /** The reference's hash, as a signed 32-bit number (spec 03 §6.6). */
  get hash(): number {
    if (this.cachedHash === 0) this.cachedHash = hashBytes(this.bytes);
    return this.cachedHash;
  }

  /**
   * The bytes, to be read: a text that was put together takes its whole length from now on.
   *
   * @param memory - of the run that has it
   */
  read(memory: { hold(bytes: number): void }): string {
    if (this.unread > 0) {
      memory.hold(this.unread);
      this.unread = 0;
    }
    return this.bytes;
  }

  equals(other: LuaString): boolean {
    return this === other || this.bytes === other.bytes;
  }
}

function hashBytes(bytes: string): number {
  const length = bytes.length;
  let h = SEED ^ length;
  const step = (length >> 5) + 1;
  for (let i = length; i >= step; i -= step) {
    h ^= (h << 5) + (h >>> 2) + bytes.charCodeAt(i - 1);
  }
  return h;
}

/** Bytes as a string of code units 0 to 255. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A string of code units 0 to 255 as bytes. */
export function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const constants = new Map<string, LuaString>();

/**
 * The one object of a text that this program itself names, such as `__index`. Not for texts of
 * contracts: what is kept here stays.
 */
export function constantString(text: string): LuaString {
  let string = constants.get(text);
  if (string === undefined) {
    string = new LuaString(text);
    constants.set(text, string);
  }
  return string;
}

/** The constant object of a text, when this program names it. */
export function knownConstant(text: string): LuaString | undefined {
  return constants.get(text);
}
