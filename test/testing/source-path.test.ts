import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Devnet } from '../../src/testing/index.js';
import { runCoind } from '../support/nodes/command-line.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const LUA = 'mylib = require "mylib"\n';

/** A test that deploys a contract by a path, and prints what it logs. */
const testOf = (file: string): string => `import { Devnet } from 'coind/testing';
import { test } from 'uvu';
test('deploys', () => console.log('<' + Devnet.start().deployLua({ file: '${file}' }).call('').logs + '>'));
test.run();
`;

function project(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

async function logged(directory: string, ...words: string[]): Promise<string> {
  const { output } = await runCoind(directory, ['contract', 'test', '--no-coverage', ...words]);
  return /<(.*)>/.exec(output)?.[1] ?? output;
}

test('paths of contracts count from the file of the test, wherever the command is given', async () => {
  const directory = project({
    'box.lua': `${LUA}print("above")`,
    'test/box.lua': `${LUA}print("beside")`,
    'test/a.test.ts': testOf('box.lua'),
    'test/b.test.ts': testOf('../box.lua'),
  });
  assert.is(await logged(directory, 'test/a.test.ts'), 'beside');
  assert.is(await logged(join(directory, 'test'), 'a.test.ts'), 'beside');
  assert.is(await logged(directory, 'test/b.test.ts'), 'above');
  assert.is(await logged(join(directory, 'test'), 'b.test.ts'), 'above');
});

test('what is not beside the test is looked for in the working directory', async () => {
  const directory = project({ 'box.lua': `${LUA}print("here")`, 'test/a.test.ts': testOf('box.lua') });
  assert.is(await logged(directory), 'here');
  assert.match(await logged(join(directory, 'test')), /box\.lua does not exist, looked for in .*test/);
});

test('options without a source are refused with what they have', () => {
  const chain = Devnet.start();
  assert.throws(
    () => chain.deployLua({ code: LUA } as never),
    /needs `file` or `text`; the options have code/,
  );
  assert.throws(() => chain.deployLua({} as never), /needs `file` or `text`; the options have nothing/);
});

test.run();
