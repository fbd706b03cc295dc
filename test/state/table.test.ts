import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { text } from '../../src/codec/codec.js';
import { textKey } from '../../src/state/key-codecs.js';
import { defineTable, diskKey, Schema } from '../../src/state/table.js';
import { valueCodec } from '../../src/state/typed-values.js';
import { accounts, localIndex, notes, settings, TEST_SCHEMA, words } from './tables.js';

const rest = { key: textKey, value: valueCodec(text), consensus: true };
const schemaWith = (name: string, prefix: number) =>
  new Schema([...TEST_SCHEMA.tables, defineTable({ ...rest, name, prefix })]);

test('a schema lists its tables by ascending prefix, in whatever order they are given', () => {
  const schema = new Schema([settings, words, accounts, localIndex, notes]);
  assert.equal(schema.tables, [accounts, notes, words, localIndex, settings]);
  assert.is(schema.tableOf(252), words);
});

test('a schema refuses a prefix or a name that is taken, and a prefix out of range', () => {
  assert.throws(() => schemaWith('x', 252), /prefix 252 belongs to table test words/);
  assert.throws(() => schemaWith('test words', 9), /two tables test words/);
  for (const prefix of [0, 255, -1, 1.5]) {
    assert.throws(() => schemaWith('x', prefix), /not a byte from 1 to 254/);
  }
});

test('a schema has no table but those it was made of', () => {
  const other = defineTable({ ...rest, name: 'x', prefix: 9 });
  assert.throws(() => TEST_SCHEMA.tableOf(9), /no table with prefix 9/);
  assert.throws(() => TEST_SCHEMA.require(other), /table x is not in the schema/);
  // The prefix and the name of one of its tables do not make a table one of them.
  const double = defineTable({ ...rest, name: words.name, prefix: words.prefix });
  assert.throws(() => TEST_SCHEMA.require(double), /table test words is not in the schema/);
});

test('a key on the disk is the prefix and then the encoded key', () => {
  assert.is(diskKey(words, 'a\xff').toString('hex'), 'fc61ff');
  assert.is(diskKey(settings, '').toString('hex'), 'fe');
});

test.run();
