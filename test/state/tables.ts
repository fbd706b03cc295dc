import { bytes, hash160, record, text, varint64 } from '../../src/codec/codec.js';
import { hexKey, textKey, tupleKey, u32Key, unitKey } from '../../src/state/key-codecs.js';
import { defineTable, Schema } from '../../src/state/table.js';
import { valueCodec } from '../../src/state/typed-values.js';

/* Tables that only tests use, with prefixes at the upper end. */

export const accounts = defineTable({
  name: 'test accounts',
  prefix: 250,
  key: hexKey(20),
  value: valueCodec(record({ balance: varint64, owner: hash160 })),
  consensus: true,
});

/** Texts by number and text: variable keys with order. */
export const notes = defineTable({
  name: 'test notes',
  prefix: 251,
  key: tupleKey<[number, string]>(u32Key, textKey),
  value: valueCodec(text),
  consensus: true,
});

/** Plain texts. */
export const words = defineTable({
  name: 'test words',
  prefix: 252,
  key: textKey,
  value: valueCodec(text),
  consensus: true,
});

export const localIndex = defineTable({
  name: 'test local index',
  prefix: 253,
  key: textKey,
  value: valueCodec(text),
  consensus: false,
});

export const settings = defineTable({
  name: 'test settings',
  prefix: 254,
  key: unitKey,
  value: valueCodec(bytes),
  consensus: true,
});

/** The schema of a state of these tables. */
export const TEST_SCHEMA = new Schema([accounts, notes, words, localIndex, settings]);
