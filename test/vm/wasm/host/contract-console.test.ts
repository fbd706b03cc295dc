import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ContractConsole, MAX_CONSOLE_LENGTH } from '../../../../vm/wasm/host/contract-console.js';

const test = suite('contract console');

test('what is printed is put together in its order', () => {
  const collected = new ContractConsole();
  collected.print('a');
  collected.print('');
  collected.print('bc');
  assert.is(collected.text, 'abc');
});

test('what is printed beyond the limit is left out', () => {
  const collected = new ContractConsole();
  for (let i = 0; i < 10; i++) collected.print('x'.repeat(10_000));
  assert.is(collected.text, 'x'.repeat(MAX_CONSOLE_LENGTH));
});

test.run();
