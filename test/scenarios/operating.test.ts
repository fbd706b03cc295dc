import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../support/nodes/free-port.js';
import { PROGRAM } from '../support/nodes/node-process.js';
import { isAsShown, readWalk } from '../support/nodes/walk.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { unpackEarlierDirectory } from '../support/vectors/earlier-directory.js';

const STEPS = readWalk('docs/operating.md');

test('every command of docs/operating.md works, and answers what the page shows', async () => {
  const root = join(temporaryDirectory(), 'srv');
  mkdirSync(root);
  unpackEarlierDirectory('without-log-rocksdb', join(root, 'earlier'));
  const separator = `--- ${Date.now()} ---`;
  const script = [
    "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT",
    `coind() { '${process.execPath}' '${PROGRAM}' "$@"; }`,
    ...STEPS.flatMap(({ command }) => [`echo '${separator}'`, command.replaceAll('/srv/', `${root}/`)]),
  ].join('\n');
  const shell = spawn('bash', ['-eu', '-c', script], {
    env: {
      ...process.env,
      COIND_RPCPORT: String(await freePort()),
      COIND_RPCBIND: '127.0.0.1',
      COIND_LOGLEVEL: 'error',
    },
  });
  let [output, errors] = ['', ''];
  shell.stdout.on('data', chunk => (output += chunk));
  shell.stderr.on('data', chunk => (errors += chunk));
  const [code] = (await once(shell, 'close')) as [number | null];
  assert.is(code, 0, `${errors}\nafter:\n${output}`);
  const outputs = output.split(`${separator}\n`).slice(1);
  assert.is(outputs.length, STEPS.length);
  for (const [i, { command, shown = '' }] of STEPS.entries()) {
    const answer = (outputs[i] ?? '').trimEnd();
    assert.ok(isAsShown(answer, shown), `${command} answered\n${answer}\nnot\n${shown}`);
  }
});

test.run();
