import type { ValueCodec } from '../table.js';

const NOTHING = Buffer.alloc(0);

/** The value of tables whose keys say everything: an entry is there or not. */
export const presence: ValueCodec<true> = {
  encode: () => NOTHING,
  decode: () => true,
};
