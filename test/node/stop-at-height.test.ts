import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('option stopatheight');

test('a node asks for its end when the block is the newest one, and at once when it is there at the start', async () => {
  const directory = temporaryDirectory();
  const switches = ['-stopatheight=3'];
  let node = await startTestNode({ directory, switches });
  let asked = false;
  const stopRequested = node.node.stopRequested.then(() => {
    asked = true;
  });
  await node.call('generate', 1);
  await node.node.context.chain.settled();
  assert.is(asked, false);
  await node.call('generate', 1);
  await stopRequested;
  await node.stop();
  node = await startTestNode({ directory, switches });
  await node.node.stopRequested;
  assert.is(await node.call('getblockcount'), 3);
  await node.stop();
});

test.run();
