/** The Castagnoli polynomial, its bits in reverse. */
const POLYNOMIAL = 0x82f63b78;
/** What is added to a checksum that is stored beside the bytes it is of. */
const MASK_DELTA = 0xa282ead8;

/** For a byte with 0 to 7 zero bytes behind it: eight bytes are taken in one step. */
const T0 = Uint32Array.from({ length: 256 }, (_, byte) => remainder(byte));
const T1 = withZeroByte(T0);
const T2 = withZeroByte(T1);
const T3 = withZeroByte(T2);
const T4 = withZeroByte(T3);
const T5 = withZeroByte(T4);
const T6 = withZeroByte(T5);
const T7 = withZeroByte(T6);

function remainder(byte: number): number {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
}

function withZeroByte(table: Uint32Array): Uint32Array {
  return table.map(value => of(T0, value & 0xff) ^ (value >>> 8));
}

/** @param byte - 0 to 255 */
function of(table: Uint32Array, byte: number): number {
  return table[byte] as number;
}

/** CRC-32C of a part of a buffer. */
export function crc32c(bytes: Buffer, from: number, to: number): number {
  let crc = 0xffffffff;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    const low = crc ^ bytes.readInt32LE(at);
    const high = bytes.readInt32LE(at + 4);
    crc =
      of(T7, low & 0xff) ^
      of(T6, (low >>> 8) & 0xff) ^
      of(T5, (low >>> 16) & 0xff) ^
      of(T4, low >>> 24) ^
      of(T3, high & 0xff) ^
      of(T2, (high >>> 8) & 0xff) ^
      of(T1, (high >>> 16) & 0xff) ^
      of(T0, high >>> 24);
  }
  for (; at < to; at++) crc = of(T0, (crc ^ bytes.readUInt8(at)) & 0xff) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** As an engine stores it: a checksum of bytes that hold their own checksum would be of little use. */
export function maskedCrc32c(bytes: Buffer, from: number, to: number): number {
  const crc = crc32c(bytes, from, to);
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}
