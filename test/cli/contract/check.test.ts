import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sampleContract } from '../../support/lua/sample-contracts.js';
import { runCoind } from '../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

test('findings are printed as file:line:column: message (rule), and make the exit code 1', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'good.lua'), sampleContract('swap.lua'));
  writeFileSync(join(directory, 'bad.lua'), 'mylib = require "mylib"\nreturn os.time(), contract[0]\n');
  const { code, output, errors } = await runCoind(directory, ['contract', 'check', 'good.lua', 'bad.lua']);
  assert.is(code, 1);
  const places = output.split('\n').map(line => line.replace(/^(\S+): .* (\([a-z-]+\))$/, '$1 $2'));
  assert.equal(places, ['bad.lua:2:8 (missing-function)', 'bad.lua:2:19 (argument-layout)', '']);
  assert.is(errors, '2 findings\n');
});

test('where there is nothing to look at, nothing is printed and the exit code is 0', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'good.lua'), sampleContract('token.lua'));
  assert.equal(await runCoind(directory, ['contract', 'check', 'good.lua']), {
    code: 0,
    output: '',
    errors: '',
  });
});

test('what is no Lua source is refused, with the usage', async () => {
  for (const [words, message] of [
    [[], /at least one file is expected/],
    [['x.ts'], /"x\.ts" is no Lua source/],
    [['x.lua'], /x\.lua does not exist/],
  ] as const) {
    const { code, errors } = await runCoind(temporaryDirectory(), ['contract', 'check', ...words]);
    assert.is(code, 1);
    assert.match(errors, message);
    assert.match(errors, /\nUsage: coind contract check /);
  }
});

test.run();
