/**
 * Text that a user wrote, such as the name of an asset. A transaction holds it as one character a
 * byte, because nothing guarantees that the bytes are text at all (spec 01 §2, STR).
 */

/** The wire form of what a user typed: its UTF-8 bytes, one character each. */
export function freeTextFrom(typed: string): string {
  return Buffer.from(typed, 'utf8').toString('latin1');
}

/** The bytes of such a text, which results print as the UTF-8 that they usually are (decision D26). */
export function freeTextJson(wire: string): Uint8Array {
  return Buffer.from(wire, 'latin1');
}
