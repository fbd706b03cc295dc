import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, sourceFiles } from './support/sources/code-of.js';

/*
 * `value!` tells the compiler that a value exists and checks nothing. An index of an array may say so, as
 * the bounds were checked beside it; anything else has a type that says it, or fails with an error
 * (`codec/required.ts`). What is left stands here by file, and can only become less.
 */

const test = suite('non-null assertions');

const LEFT: Readonly<Record<string, number>> = {
  'src/ledger/rewards.ts': 1,
  'src/rpc/contracts/wasm-contracts.handlers.ts': 1,
  'src/state/cursors.ts': 2,
  'vm/lua/compile/memory.ts': 1,
  'vm/lua/contract.ts': 1,
  'vm/lua/interpreter/interpreter.ts': 4,
  'vm/lua/interpreter/operations/concat-operator.ts': 2,
  'vm/lua/jit/blocks.ts': 1,
  'vm/lua/jit/charges.ts': 1,
  'vm/lua/jit/flow.ts': 11,
  'vm/lua/jit/runtime-helpers.ts': 2,
  'vm/lua/jit/write-function.ts': 2,
  'vm/lua/lib/base.ts': 1,
  'vm/lua/lib/format.ts': 1,
  'vm/lua/machine/calls.ts': 1,
  'vm/lua/machine/environment.ts': 3,
  'vm/lua/machine/errors.ts': 2,
  'vm/lua/machine/machine.ts': 2,
  'vm/lua/machine/open-upvalues.ts': 3,
  'vm/lua/mylib/call-contract.ts': 1,
  'vm/lua/mylib/token-operations.ts': 1,
  'vm/lua/value/arithmetic.ts': 1,
  'vm/lua/value/number/format.ts': 1,
  'vm/lua/value/string-table.ts': 1,
};

const assertionsIn = (code: string) => [...code.matchAll(/[\w$)]!(?!=)/g)].length;

test('assertions are found in code only, on names, members and calls, and not on an index', () => {
  const code = codeOf("f(a!, b.c!.d, e()!, g[0]!, !h, i !== j, 'k!', `l! ${m!} n!`, /o!/); // p!");
  assert.is(assertionsIn(code), 4);
});

test('no file has a non-null assertion off an index but those that are listed', () => {
  const found = sourceFiles('src', 'vm')
    .map(({ path, code }) => [path, assertionsIn(code)] as const)
    .filter(([, count]) => count > 0);
  assert.equal(Object.fromEntries(found), LEFT);
});

test.run();
