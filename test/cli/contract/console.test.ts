import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sampleContract } from '../../support/lua/sample-contracts.js';
import { runCoind } from '../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

test('the prompt has a chain, its accounts by name, the harness, and contracts by the names of their files', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'my-token.lua'), sampleContract('token.lua'));
  const input = [
    'chain.height',
    'chain.transfer(alice, bob, coins("1.5")).height',
    'myToken.call(bytes(0xf0, 0x11).u16le(0)).height',
    'myToken.stored("symbol").toString()',
    'myToken.call(bytes(0xf0, 0x77).u16le(0))',
    '.exit',
  ].join('\n');
  const { code, output } = await runCoind(directory, ['contract', 'console', 'my-token.lua'], `${input}\n`);
  assert.is(code, 0);
  assert.match(output, /contracts {2}myToken\n/);
  const [first, transfer, call] = [...output.matchAll(/^> (\d+)$/gm)].map(match => Number(match[1]));
  assert.equal([transfer, call], [first! + 1, first! + 2]);
  assert.match(output, /^> 'SMPL'$/m);
  assert.match(output, /CallFailed: my-token\.lua: .*\nmy-token\.lua:87\n/);
  assert.match(output, /\n> 87 \| /);
});

test('the prompt ends with its input', async () => {
  const { code } = await runCoind(temporaryDirectory(), ['contract', 'console'], 'chain.height\n');
  assert.is(code, 0);
});

test('what is no contract is refused, and a contract with faults is named', async () => {
  const directory = temporaryDirectory();
  const wrong = await runCoind(directory, ['contract', 'console', 'x.txt']);
  assert.match(wrong.errors, /"x\.txt" is no contract: \.lua, \.ts or \.wasm\nUsage: coind contract console/);
  writeFileSync(join(directory, 'bad.lua'), 'mylib = require "mylib"\nlocal = 1');
  const bad = await runCoind(directory, ['contract', 'console', 'bad.lua']);
  assert.is(bad.code, 1);
  assert.match(bad.errors, /bad\.lua:2\n/);
});

test.run();
