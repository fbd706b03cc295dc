import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NodeProcess } from '../../support/nodes/node-process.js';
import { untilReadElsewhere } from '../../support/nodes/until-read-elsewhere.js';
import { scaled } from '../../support/random/scale.js';
import { SeededRandom } from '../../support/random/seeded-random.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/*
 * A thread of its own answers what only reads, from the database that the node is changing. Whatever the node does
 * meanwhile, each answer is that of the chain at some moment, or says why there is none.
 */

const test = suite('reading beside changes');
const READERS = 2;
const CALLS = 12;
const ROUNDS = scaled(1, 40);
const KEPT = 100;

interface BlockAnswer {
  readonly height: number;
  readonly curr_block_hash: string;
  readonly prev_block_hash?: string;
}

/** What readers were told while something was done. */
interface Told {
  readonly blocks: BlockAnswer[];
  /** Messages of errors. */
  readonly errors: Set<string>;
  /** Heights of the tip, as each reader was told of them in turn. */
  readonly heights: readonly number[][];
}

/** Reads blocks at random heights as long as the work takes. */
async function readingBeside(node: NodeProcess, work: () => Promise<void>): Promise<Told> {
  const random = new SeededRandom();
  const told: Told = { blocks: [], errors: new Set(), heights: Array.from({ length: READERS }, () => []) };
  let ended = false;
  const reader = async (heights: number[]): Promise<void> => {
    while (!ended) {
      const tip = await node.call<number>('getblockcount');
      heights.push(tip);
      const calls = Array.from({ length: CALLS }, () => ({
        method: 'getblock',
        params: [random.integer(1, tip), random.integer(0, 1) === 1],
      }));
      for (const [i, { result, error }] of (await node.batch<BlockAnswer & object>(calls)).entries()) {
        if (error !== null) told.errors.add(error.message);
        else {
          assert.is(result.height, calls[i]!.params[0], 'the block that was asked for');
          told.blocks.push(result);
        }
      }
    }
  };
  const reading = told.heights.map(reader);
  try {
    await Promise.race([work(), ...reading]);
  } finally {
    ended = true;
  }
  await Promise.all(reading);
  assert.ok(told.blocks.length > 0, 'something was read');
  return told;
}

async function hashesUpTo(node: NodeProcess, height: number): Promise<string[]> {
  const calls = Array.from({ length: height + 1 }, (_, i) => ({ method: 'getblockhash', params: [i] }));
  return (await node.batch<{ hash: string }>(calls)).map(({ result }) => result!.hash);
}

function assertOf(branches: readonly (readonly string[])[], { blocks }: Told): void {
  for (const { height, curr_block_hash: hash, prev_block_hash: before } of blocks) {
    const branch = branches.find(hashes => hashes[height] === hash && hashes[height - 1] === before);
    assert.ok(branch, `block ${height} ${hash} after ${before} is in no branch`);
  }
}

for (const engine of ['rocksdb', 'leveldb']) {
  test(`${engine}: while blocks are made, pruned and backed up, a block is the one of the chain, or not kept any more`, async () => {
    const node = await NodeProcess.start({
      switches: ['-mining=manual', `-engine=${engine}`, `-prune=${KEPT}`],
    });
    await node.call('generate', KEPT + 20);
    await untilReadElsewhere(node);
    const files = temporaryDirectory();
    const told = await readingBeside(node, async () => {
      for (let i = 0; i < ROUNDS; i++) {
        for (let j = 0; j < 3; j++) {
          await node.call('submitsendtx', '0-13', '0-14', 1_000_000, 10_000, `${i} ${j}`);
          await node.call('generate', KEPT / 4);
        }
        await node.call('backupchain', join(files, `backup-${i}`));
        await node.call('dumpsnapshot', join(files, `snapshot-${i}`));
      }
    });
    assertOf([await hashesUpTo(node, await node.call<number>('getblockcount'))], told);
    for (const error of told.errors) assert.match(error, /not kept any more.*pruned/);
    assert.ok(told.errors.size > 0, 'blocks were pruned meanwhile');
    for (const heights of told.heights) {
      assert.equal(
        heights,
        [...heights].sort((a, b) => a - b),
        'no answer is older than one before it',
      );
    }
    await node.stop();
  });

  test(`${engine}: while the chain switches branches and takes another chain over, a block is one of a branch, with the one before it`, async () => {
    const directory = temporaryDirectory();
    const node = await NodeProcess.start({ directory, switches: ['-mining=manual', `-engine=${engine}`] });
    await node.call('generate', 20);
    const fork = (await node.call<{ hash: string }>('getblockhash', 12)).hash;
    const first = await hashesUpTo(node, 21);
    await node.call('invalidateblock', fork);
    await node.call('submitsendtx', '0-13', '0-14', 1_000_000, 10_000, 'the other branch');
    await node.call('generate', 15);
    const second = await hashesUpTo(node, 26);
    const dump = join(temporaryDirectory(), 'dump');
    await node.call('dev_dumpState', dump);
    await untilReadElsewhere(node);
    const told = await readingBeside(node, async () => {
      for (let i = 0; i < ROUNDS; i++) {
        await node.call('invalidateblock', second[12]!);
        await node.call('reconsiderblock', fork, true);
        await node.call('reconsiderblock', second[12]!, true);
        await node.call('disconnectblock', 8);
        await node.call('dev_loadState', dump);
      }
    });
    assertOf([first, second], told);
    // Of a height that was there a moment before.
    for (const error of told.errors) assert.match(error, /height|not found/i);
    assert.equal(await hashesUpTo(node, 26), second);
    await node.stop();
  });
}

test.run();
