import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { vectorDirectory } from '../support/vectors/vectors.js';

/*
 * Data directories that earlier versions of this program have left when they stopped, each with what they
 * answered: `without-log` is of a version that had no log of blocks, `blocks-twice` of one whose database had
 * the blocks of the log as well.
 */

const test = suite('directories of earlier versions');
const VECTORS = join(vectorDirectory, 'earlier-directories');

interface EarlierDirectory {
  readonly engine: string;
  readonly height: number;
  /** Hash of a block of height 6 that was disconnected. */
  readonly stale: string;
  /** By height. */
  readonly blocks: readonly string[];
  readonly txs: readonly (readonly string[])[];
  /** The memory pool. */
  readonly waiting: readonly string[];
  /** By path; in Base64. */
  readonly files: Readonly<Record<string, string>>;
}

function unpacked(name: string): { readonly directory: string; readonly earlier: EarlierDirectory } {
  const packed = readFileSync(join(VECTORS, `${name}.json.gz`));
  const earlier = JSON.parse(gunzipSync(packed).toString('utf8')) as EarlierDirectory;
  const directory = temporaryDirectory();
  for (const [path, base64] of Object.entries(earlier.files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), Buffer.from(base64, 'base64'));
  }
  return { directory, earlier };
}

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
      const { directory, earlier } = unpacked(`${version}-${engine}`);
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
