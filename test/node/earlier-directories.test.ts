import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { type EarlierDirectory, unpackEarlierDirectory } from '../support/vectors/earlier-directory.js';

/*
 * Data directories that earlier versions of this program have left when they stopped, each with what they
 * answered: `without-log` is of a version that had no log of blocks, `blocks-twice` of one whose database had
 * the blocks of the log as well.
 */

const test = suite('directories of earlier versions');

async function assertAnswers(
  node: TestNode,
  { height, blocks, txs, waiting }: EarlierDirectory,
): Promise<void> {
  assert.is(await node.call('getblockcount'), height);
  for (const [h, hash] of blocks.entries()) {
    const block = await node.call<JsonObject>('getblock', h);
    assert.is(block.curr_block_hash, hash);
    assert.equal(block.tx, txs[h]);
  }
  assert.equal(await node.call('getrawmempool', false), waiting);
  assert.is(await node.call('verifychain', 4, 0), true);
}

for (const version of ['without-log', 'blocks-twice'] as const) {
  for (const engine of ['rocksdb', 'leveldb'] as const) {
    test(`${version}, ${engine}: a start has the same chain, its stale blocks and what waited; the database of before is kept`, async () => {
      const directory = temporaryDirectory();
      const earlier = unpackEarlierDirectory(`${version}-${engine}`, directory);
      const switches = [`-engine=${engine}`];
      let node = await startTestNode({ directory, switches });
      try {
        await assertAnswers(node, earlier);
      } finally {
        await node.stop();
      }
      assert.ok(existsSync(join(node.directory, 'chain.before-upgrade', 'CURRENT')));
      node = await startTestNode({ directory, switches });
      try {
        await assertAnswers(node, earlier);
        await node.call('reconsiderblock', earlier.stale);
        assert.is((await node.call<JsonObject>('getblockhash', 6)).hash, earlier.stale);
      } finally {
        await node.stop();
      }
    });
  }
}

test.run();
