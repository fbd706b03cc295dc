import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StringTable } from '../../../../vm/lua/value/string-table.js';

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
  assert.equal(table.sweep(3), { objects: 2, bytes: 57 }, 'of bb, ccc and dddd, the newest that may be dead');
  assert.is(table.ask('a', false), true, 'not swept yet');
  assert.equal(table.sweep(10), { objects: 0, bytes: 0 });
  for (const text of ['constant', 'a', 'bb', 'eeeee']) assert.is(table.ask(text, false), true, text);
  for (const text of ['ccc', 'dddd']) assert.is(table.ask(text, false), false, text);
});

test('other garbage is swept with the strings', () => {
  const table = new StringTable(0);
  table.addGarbage(100);
  table.ask('a', false);
  table.startSweep();
  assert.equal(table.sweep(10), { objects: 1, bytes: 100 });
});

test('a string left behind exists until the first sweep, unless it is asked for', () => {
  const swept = new StringTable(0, ['']);
  swept.startSweep();
  assert.equal(swept.sweep(10), { objects: 1, bytes: 25 });
  assert.is(swept.ask('', true), false);
  const kept = new StringTable(0, ['']);
  assert.is(kept.ask('', true), true);
  kept.startSweep();
  assert.equal(kept.sweep(10), { objects: 0, bytes: 0 });
});

test('constants that are kept together are as those that are asked for one by one', () => {
  const words = Array.from({ length: 10 }, (_, i) => `word ${i}`);
  const each = new StringTable(120, ['']);
  const growths = words.map(word => {
    each.ask(word, true);
    return each.grow();
  });
  const together = new StringTable(120, ['']);
  assert.ok(together.isNew);
  const sameGrowths = words.map(() => {
    together.addConstant();
    return together.grow();
  });
  together.keepConstants(new Set(words));
  assert.equal(sameGrowths, growths);
  for (const table of [each, together]) {
    assert.not(table.isNew);
    table.ask('made', false);
    table.addGarbage(7);
    table.startSweep();
    assert.is(table.ask(words[3]!, false), true);
    assert.equal(table.sweep(100), { objects: 2, bytes: 25 + 25 + 4 });
    for (const word of words) assert.is(table.ask(word, true), true);
  }
});

test.run();
