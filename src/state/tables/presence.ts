import type { ValueCodec } from '../table.js';

const NOTHING = Buffer.alloc(0);

/** The value of tables whose keys carry all information: an entry exists or not. */
export const presence: ValueCodec<true> = {
  encode: () => NOTHING,
  decode: () => true,
};
