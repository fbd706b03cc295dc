const BYTES = 5;

/**
 * An unsigned 32-bit integer as five bytes of seven bits, the most significant first (spec 06 §11):
 * of fixed size, and in the order of the numbers.
 */
export function fixedUint32(value: number): Buffer {
  const bytes = Buffer.alloc(BYTES);
  let rest = value;
  for (let i = BYTES - 1; i >= 0; i--) {
    bytes[i] = rest % 128;
    rest = Math.floor(rest / 128);
  }
  return bytes;
}
