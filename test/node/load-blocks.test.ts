import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* A node takes the blocks of another one from files, as if each had been submitted. */

const test = suite('loading blocks');
const COIN = 100_000_000;
const MARK = Buffer.from('e11dfa0b', 'hex');

interface Source {
  /** Copy of its log of blocks. */
  readonly log: string;
  readonly tip: unknown;
  readonly height: number;
  /** The encoded blocks that are in the chain after block 1, and one that was taken back. */
  readonly blocks: readonly Buffer[];
  readonly stale: Buffer;
}

async function rawBlock(node: TestNode, block: number | string): Promise<Buffer> {
  return Buffer.from(await node.call<string>('getblock', block, false, false), 'hex');
}

async function makeSource(): Promise<Source> {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory });
  const blocks: Buffer[] = [];
  const block = async (memo: string): Promise<void> => {
    await node.call('submitsendtx', '0-13', '0-14', COIN, 10_000, memo);
    await node.call('generate', 1);
  };
  await block('stays');
  await block('is taken back');
  const height = await node.call<number>('getblockcount');
  const stale = await rawBlock(node, height);
  await node.call('invalidateblock', (await node.call('getblockhash', height)).hash as string);
  for (const memo of ['a', 'b', 'c']) await block(memo);
  const count = await node.call<number>('getblockcount');
  for (let at = 2; at <= count; at++) blocks.push(await rawBlock(node, at));
  const tip = await node.call('getblockhash', count);
  await node.stop();
  const log = join(temporaryDirectory(), 'blocks');
  cpSync(join(directory, 'regtest', 'blocks'), log, { recursive: true });
  return { log, tip, height: count, blocks, stale };
}

const source = await makeSource();

/** A file as the reference keeps blocks. @param rest - zeros at its end */
function blockFile(blocks: readonly Buffer[], rest = 0): string {
  const file = join(temporaryDirectory(), 'blk00000.dat');
  const parts = blocks.flatMap(block => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(block.length);
    return [MARK, size, block];
  });
  writeFileSync(file, Buffer.concat([...parts, Buffer.alloc(rest)]));
  return file;
}

async function tipAfter(path: string, directory?: string): Promise<unknown> {
  const node = await startTestNode({
    switches: [`-loadblock=${path}`, '-mining=instant'],
    ...(directory !== undefined && { directory }),
  });
  const tip = await node.call('getblockhash', await node.call<number>('getblockcount'));
  assert.is(await node.call('verifychain', 4, 0), true);
  await node.stop();
  return tip;
}

async function refusal(path: string): Promise<string> {
  const failure = await startTestNode({ switches: [`-loadblock=${path}`] }).catch((error: unknown) => error);
  assert.instance(failure, Error);
  return (failure as Error).message;
}

test('the log of another node gives its chain, without what it took back; a second time nothing is added', async () => {
  const directory = temporaryDirectory();
  assert.equal(await tipAfter(source.log, directory), source.tip);
  assert.equal(await tipAfter(source.log, directory), source.tip);
});

test("a file of the reference's form gives its longest branch, in whatever order the blocks are there", async () => {
  const [first, second, ...more] = source.blocks;
  assert.equal(await tipAfter(blockFile([...more, source.stale, second!, first!], 1000)), source.tip);
});

test('a block that is refused is named with its place, and what is before it was loaded', async () => {
  const [first, second] = source.blocks;
  const spoilt = Buffer.from(second!);
  spoilt[spoilt.length - 1]! ^= 1;
  const message = await refusal(blockFile([first!, spoilt]));
  assert.match(
    message,
    /^option loadblock: the block in .*blk00000\.dat at byte \d+ is refused: .*\. 1 blocks before it were loaded$/,
  );
});

test('a gap is named, and nothing is changed', async () => {
  const message = await refusal(blockFile(source.blocks.slice(1)));
  assert.match(
    message,
    /the block of height 3 in .* follows [0-9a-f]{64}, which is neither there nor in the chain.*Nothing was changed$/,
  );
});

test('a block with a change of the state that no transaction made is refused with what to do', async () => {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory });
  await node.call('dev_setBalance', '0-14', `WICC:${5 * COIN}:sawi`);
  await node.stop();
  assert.match(
    await refusal(join(directory, 'regtest', 'blocks')),
    /was made with a change of the state that no transaction made.*dev_dumpState/,
  );
});

test('anything else is refused by name', async () => {
  const directory = temporaryDirectory();
  const text = join(directory, 'text');
  writeFileSync(text, 'these are no blocks, but long enough for a head');
  assert.match(
    await refusal(text),
    /option loadblock: .*text: there is no block at byte 0: expected are the four bytes 74686573/,
  );
  mkdirSync(join(directory, 'empty'));
  assert.match(await refusal(join(directory, 'empty')), /there is no log of blocks in it/);
  assert.match(await refusal(join(directory, 'missing')), /missing: ENOENT/);
  const cut = blockFile(source.blocks);
  writeFileSync(join(directory, 'cut'), readFileSync(cut).subarray(0, -5));
  assert.match(await refusal(join(directory, 'cut')), /there is no block at byte \d+/);
});

test.run();
