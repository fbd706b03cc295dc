import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, sourceFiles } from './support/sources/code-of.js';

/*
 * `value!` tells the compiler that a value exists and checks nothing. An index of an array may say so, as
 * the bounds were checked beside it; anything else has a type that says it, or fails with an error
 * (`codec/required.ts`).
 */

const test = suite('non-null assertions');

const assertionsIn = (code: string) => [...code.matchAll(/[\w$)]!(?!=)/g)].length;

test('assertions are found in code only, on names, members and calls, and not on an index', () => {
  const code = codeOf("f(a!, b.c!.d, e()!, g[0]!, !h, i !== j, 'k!', `l! $" + '{m!} n!`, /o!/); // p!');
  assert.is(assertionsIn(code), 4);
});

test('no file has a non-null assertion off an index', () => {
  const found = sourceFiles('src', 'vm')
    .map(({ path, code }) => [path, assertionsIn(code)] as const)
    .filter(([, count]) => count > 0);
  assert.equal(found, []);
});

test.run();
