import { type Codec, decode, encode } from '../codec/codec.js';
import type { ValueCodec } from './table.js';

/** Values of a table in the byte format that a wire codec describes. */
export function valueCodec<V>(codec: Codec<V>): ValueCodec<V> {
  return {
    encode: value => encode(codec, value),
    decode: bytes => decode(codec, bytes),
  };
}
