import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { text } from '../../src/codec/codec.js';
import { textKey } from '../../src/state/key-codecs.js';
import { allTables, defineTable, diskKey, tableOf } from '../../src/state/table.js';
import { valueCodec } from '../../src/state/typed-values.js';
import { accounts, localIndex, notes, settings, words } from './tables.js';

const rest = { key: textKey, value: valueCodec(text), consensus: true };

test('tables are listed by ascending prefix', () => {
  assert.equal(
    allTables().map(table => table.name),
    [accounts, notes, words, localIndex, settings].map(table => table.name),
  );
  assert.is(tableOf(252), words);
});

test('a prefix or a name that is taken, and a prefix out of range, are errors', () => {
  assert.throws(
    () => defineTable({ ...rest, name: 'x', prefix: 252 }),
    /prefix 252 belongs to table test words/,
  );
  assert.throws(() => defineTable({ ...rest, name: 'test words', prefix: 9 }), /two tables test words/);
  for (const prefix of [0, 255, -1, 1.5]) {
    assert.throws(() => defineTable({ ...rest, name: 'x', prefix }), /not a byte from 1 to 254/);
  }
  assert.throws(() => tableOf(9), /no table with prefix 9/);
});

test('a key on the disk is the prefix and then the encoded key', () => {
  assert.is(diskKey(words, 'a\xff').toString('hex'), 'fc61ff');
  assert.is(diskKey(settings, '').toString('hex'), 'fe');
});

test.run();
