import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StringTable } from '../../../vm/lua/string-table.js';

test('a string exists once it was asked for', () => {
  const table = new StringTable(0);
  assert.is(table.ask('a', false), false);
  assert.is(table.ask('a', false), true);
});

test('the table grows when it holds more strings than buckets', () => {
  const table = new StringTable(126);
  const growths = ['a', 'b', 'c', 'd'].map(text => {
    table.ask(text, false);
    return table.grow();
  });
  assert.equal(growths, [false, false, true, false]);
  assert.is(table.size, 256);
});

test('a sweep takes what was not asked for again, the newest first, and not what is in use or constant', () => {
  const table = new StringTable(0);
  table.ask('constant', true);
  for (const text of ['a', 'bb', 'ccc', 'dddd', 'eeeee']) table.ask(text, false);
  table.startSweep();
  assert.is(table.ask('bb', false), true, 'a dead string that is asked for before its sweep lives on');
  assert.equal(table.sweep(2), { strings: 1, bytes: 3 }, 'of bb and ccc, the newest that may be dead');
  assert.is(table.ask('a', false), true, 'not swept yet');
  assert.equal(table.sweep(10), { strings: 0, bytes: 0 });
  for (const text of ['constant', 'a', 'bb', 'dddd', 'eeeee']) assert.is(table.ask(text, false), true, text);
  assert.is(table.ask('ccc', false), false);
});

test('long strings are swept with the others', () => {
  const table = new StringTable(0);
  table.addGarbage(100);
  table.ask('a', false);
  table.ask('b', false);
  table.startSweep();
  assert.equal(table.sweep(10), { strings: 1, bytes: 100 });
});

test.run();
