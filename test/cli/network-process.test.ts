import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pidOf } from '../../src/cli/network/ask-node.js';
import { type Member, placesOf } from '../../src/cli/network/members.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const MEMBER = { name: 'node1' } as Member;

test('the number that a killed node has left is not taken for the node when another process has it', async () => {
  const root = temporaryDirectory();
  const { pidFile, dataDirectory } = placesOf(root, MEMBER);
  mkdirSync(dirname(pidFile), { recursive: true });
  assert.is(pidOf(root, MEMBER), undefined);
  writeFileSync(pidFile, `${process.pid}\n`);
  assert.is(pidOf(root, MEMBER), undefined, 'this test is no node');
  mkdirSync(dataDirectory, { recursive: true });
  const node = await NodeProcess.start({ directory: dataDirectory });
  writeFileSync(pidFile, `${node.pid}\n`);
  assert.is(pidOf(root, MEMBER), node.pid);
  await node.stop();
  assert.is(pidOf(root, MEMBER), undefined);
});

test.run();
