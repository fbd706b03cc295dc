import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { actionName, parseActionName } from '../../src/tx/action-name.js';
import { readExact } from '../support/answers/exact-json.js';
import { checkAllRows } from '../support/vectors/all-rows.js';

const { names } = readExact<{ names: readonly { name: string; value: string; back: string }[] }>(
  'reference-transactions',
);

test('a name has the integer of the reference, and the integer its name', () => {
  checkAllRows(
    'names',
    names,
    6,
    row => row.name,
    row => {
      assert.is(parseActionName(row.name), BigInt(row.value));
      assert.is(actionName(BigInt(row.value)), row.back);
    },
  );
});

test('every 64-bit integer has a name that gives it back', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), value => parseActionName(actionName(value)) === value),
  );
});

test('a name has at most 13 characters of a to z, 1 to 5 and underscore, the last at most j', () => {
  assert.is(parseActionName(''), 0n);
  assert.is(parseActionName('a_b'), parseActionName('a_b__'));
  for (const text of ['zzzzzzzzzzzzk', 'aaaaaaaaaaaaaa', 'Transfer', 'a.b', 'a6', 'ü']) {
    assert.is(parseActionName(text), undefined, text);
  }
});

test.run();
