import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestNode } from '../support/nodes/node.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

type Line = Readonly<Record<string, unknown>>;

function linesOf(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line);
}

test('SIGHUP goes on in a new log file, and the node lives on', async () => {
  const directory = temporaryDirectory();
  const node = await NodeProcess.start({
    directory,
    switches: ['-logfile=node.log', '-logcategory=chain=debug'],
  });
  const file = join(directory, 'regtest/node.log');
  renameSync(file, `${file}.1`);
  node.signal('SIGHUP');
  // A block is logged at once, to the file that is open: it is in the new one after the signal has been taken.
  for (;;) {
    await node.call('generate', 1);
    const lines = await Promise.resolve()
      .then(() => linesOf(file))
      .catch(() => []);
    if (lines.some(({ msg }) => msg === 'block connected')) break;
  }
  assert.ok(linesOf(file).some(({ msg }) => msg === 'the log was opened again (SIGHUP)'));
  const before = linesOf(`${file}.1`);
  assert.ok(before.some(({ msg }) => String(msg).startsWith('network regtest')));
  await node.stop();
});

test('the level of a part of the log changes while the node runs, and calls are written down', async () => {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory, switches: ['-loglevel=warn', '-logfile=node.log'] });
  const file = join(node.directory, 'node.log');
  try {
    assert.equal(
      { ...(await node.call('getloglevels')) },
      { node: 'warn', chain: 'warn', rpc: 'warn', auth: 'warn', consensus: 'warn' },
    );
    assert.equal(linesOf(file), []);
    const changed = await node.call('setloglevel', 'rpc', 'debug');
    assert.equal(
      { ...changed },
      { node: 'warn', chain: 'warn', rpc: 'debug', auth: 'warn', consensus: 'warn' },
    );
    await node.fail('getaccountinfo', 'nobody');
    const call = linesOf(file).find(({ method }) => method === 'getaccountinfo');
    const { category, code, user, address, msg } = call ?? {};
    assert.equal([category, code, msg], ['rpc', -5, 'call answered']);
    assert.is(user, node.credentials.split(':', 1)[0]);
    assert.match(String(address), /^(?:::ffff:)?127\.0\.0\.1$/);
    await node.call('setloglevel', 'all', 'silent');
    const count = linesOf(file).length;
    await node.fail('getaccountinfo', 'nobody');
    assert.is(linesOf(file).length, count);
  } finally {
    await node.stop();
  }
});

test('a wrong password is written down with the address, and no password is', async () => {
  const node = await startTestNode({
    directory: temporaryDirectory(),
    switches: ['-loglevel=info', '-logfile=node.log'],
  });
  try {
    const authorization = `Basic ${Buffer.from('somebody:hunter2').toString('base64')}`;
    assert.is((await fetch(node.endpoint, { method: 'POST', headers: { authorization } })).status, 401);
    const file = join(node.directory, 'node.log');
    const [line = {}] = linesOf(file).filter(({ category }) => category === 'auth');
    assert.match(String(line.address), /127\.0\.0\.1$/);
    assert.is(line.inARow, 1);
    assert.not.ok(readFileSync(file, 'utf8').includes('hunter2'));
  } finally {
    await node.stop();
  }
});

test.run();
