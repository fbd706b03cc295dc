import type { RegId } from '../../codec/regid.js';
import { fromDisplayHex, toDisplayHex } from '../../crypto/hash.js';
import { StateError } from '../errors.js';
import type { KeyCodec } from '../table.js';

const MAX_INDEX = 0xffff;

/** Regids in the order of their heights, then of their positions: u32 and u16, big-endian. */
export const regIdKey: KeyCodec<RegId> = {
  size: 6,
  encode({ height, index }) {
    if (height >>> 0 !== height || index >>> 0 !== index || index > MAX_INDEX) {
      throw new StateError(`${height}-${index} is not a regid: its parts are unsigned 32 and 16 bits wide`);
    }
    return String.fromCharCode(
      height >>> 24,
      (height >>> 16) & 0xff,
      (height >>> 8) & 0xff,
      height & 0xff,
      index >>> 8,
      index & 0xff,
    );
  },
  decode(text) {
    const byte = (i: number) => text.charCodeAt(i);
    return {
      height: byte(0) * 0x1000000 + (byte(1) << 16) + (byte(2) << 8) + byte(3),
      index: byte(4) * 256 + byte(5),
    };
  },
};

/** Hashes as 64 hex digits in display order, sorted by their bytes in wire order as in the reference. */
export const hashKey: KeyCodec<string> = {
  size: 32,
  encode: key => fromDisplayHex(key).toString('latin1'),
  decode: text => toDisplayHex(Buffer.from(text, 'latin1')),
};

/** Unsigned 8-bit integers in ascending order. */
export const u8Key: KeyCodec<number> = {
  size: 1,
  encode(key) {
    if ((key & 0xff) !== key) throw new StateError(`key ${key} is not an unsigned 8-bit integer`);
    return String.fromCharCode(key);
  },
  decode: text => text.charCodeAt(0),
};

/** Unsigned 16-bit integers in ascending order. */
export const u16Key: KeyCodec<number> = {
  size: 2,
  encode(key) {
    if ((key & 0xffff) !== key) throw new StateError(`key ${key} is not an unsigned 16-bit integer`);
    return String.fromCharCode(key >>> 8, key & 0xff);
  },
  decode: text => text.charCodeAt(0) * 256 + text.charCodeAt(1),
};
