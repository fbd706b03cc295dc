import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCoind } from '../support/nodes/command-line.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* The files that docs/testing-contracts.md shows are written into one folder, as a reader would, and tested there. */

const test = suite('docs/testing-contracts.md');

const document = readFileSync('docs/testing-contracts.md', 'utf8');
const files = new Map(
  [...document.matchAll(/^```(?:lua|ts) (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => [name!, text!]),
);
const tests = [...files.keys()].filter(name => name.endsWith('.test.ts'));

test('shows every file under a name of its own', () => {
  assert.is(files.size, [...document.matchAll(/^```(?:lua|ts)/gm)].length);
  assert.ok(tests.length >= 5);
});

test('all tests that it shows pass, with what their files say', async () => {
  const directory = temporaryDirectory();
  for (const [name, text] of files) writeFileSync(join(directory, name), text);
  const { code, output, errors } = await runCoind(directory, ['contract', 'test']);
  assert.is(code, 0, output + errors);
  const shown = [...document.matchAll(/^test\('/gm)].length;
  const passed = [...output.matchAll(/Passed:\s+(\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
  assert.is(passed, shown, output);
  for (const name of tests) assert.ok(output.includes(name), `${name} was run:\n${output}`);
});

test('contracts that it shows have no mistakes that coind contract check knows', async () => {
  const directory = temporaryDirectory();
  const contracts = [...files.keys()].filter(name => name.endsWith('.lua'));
  for (const name of contracts) writeFileSync(join(directory, name), files.get(name)!);
  const { code, output, errors } = await runCoind(directory, ['contract', 'check', ...contracts]);
  assert.is(code, 0, output + errors);
});

test.run();
