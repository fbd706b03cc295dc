import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NodeProcess } from '../../support/nodes/node-process.js';

/*
 * The programs of docs/events.md are run against a node; the text after each is what it has to print.
 */

const EXAMPLES = [
  ...readFileSync('docs/events.md', 'utf8').matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs),
];

/** Runs a program that imports this package by its name. @returns what it prints */
async function printed(source: string): Promise<string> {
  // In the folder of the compiled test, so that the name of the package means this one.
  const path = fileURLToPath(new URL(`./example-${process.pid}.mjs`, import.meta.url));
  writeFileSync(path, source);
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.on('data', chunk => (text += chunk));
  child.stderr.on('data', chunk => (text += chunk));
  await once(child, 'close');
  rmSync(path);
  return text;
}

test('the programs of docs/events.md print what it says', async () => {
  assert.is(EXAMPLES.length, 2);
  const node = await NodeProcess.start();
  for (const [, source = '', expected] of EXAMPLES) {
    const here = source
      .replaceAll('127.0.0.1:18901', `127.0.0.1:${node.port}`)
      .replaceAll('user:password', node.credentials);
    assert.is(await printed(here), expected);
  }
  await node.stop();
});

test.run();
