import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * What a damaged disk can do to the directory of a node that is not running. Each start ends in one of
 * two ways: all answers are those of before, or it is refused with the file that is damaged. It never
 * ends on another chain.
 */

const test = suite('damaged files');
const CASES = scaled(8, 1_200);
const COIN = 100_000_000;
const BLOCKS = 10;
const USERS = ['0-13', '0-14', '0-15', '0-16'];

const random = new SeededRandom();
const { seed } = random;
const draw = (below: number): number => random.integer(0, below - 1);

/** A way in which a file is not what it was. */
const DAMAGES = {
  'one bit changed': path =>
    change(path, bytes => {
      const at = draw(bytes.length);
      bytes[at] = bytes[at]! ^ (1 << draw(8));
    }),
  'zeros of 4 KiB': path =>
    change(path, bytes => {
      const from = draw(bytes.length);
      bytes.fill(0, from, Math.min(from + 4096, bytes.length));
    }),
  'cut off': path => truncateSync(path, draw(statSync(path).size)),
  removed: path => rmSync(path),
  'an older copy in its place': (path, older) => {
    if (existsSync(older)) cpSync(older, path);
    else rmSync(path);
  },
} satisfies Record<string, (path: string, older: string) => void>;

function change(path: string, damage: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  damage(bytes);
  writeFileSync(path, bytes);
}

async function makeBlocks(node: TestNode, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    for (const [j, user] of USERS.entries()) {
      await node.call('submitsendtx', user, USERS[(j + 1 + i) % 4]!, COIN + i, 10_000, `${i} ${j}`);
    }
    await node.call('generate', 1);
  }
}

/** What a node without the bytes of a block answers of it. */
const NOT_KEPT = 'not kept';

interface Answers {
  /** By height. */
  readonly blocks: readonly Json[];
  readonly others: Json;
}

/** Everything that users ask about the chain. */
async function answersOf(node: TestNode): Promise<Answers> {
  const height = await node.call<number>('getblockcount');
  const blocks: Json[] = [];
  const hashes: Json[] = [];
  for (let h = 0; h <= height; h++) {
    blocks.push(await blockAnswers(node, h));
    hashes.push(await node.call('getblockhash', h));
  }
  const accounts: Json[] = [];
  for (const user of USERS) accounts.push(await node.call('getaccountinfo', user));
  const list = await node.call('listtx', 1000);
  const verified = await node.call('verifychain', 4, 0);
  return { blocks, others: { height, hashes, accounts, list, verified } as Json };
}

async function blockAnswers(node: TestNode, height: number): Promise<Json> {
  let block: JsonObject;
  try {
    block = await node.call<JsonObject>('getblock', height);
  } catch (error) {
    assert.match((error as Error).message, /not kept any more.*the oldest block that it has is/);
    return NOT_KEPT;
  }
  const details: Json[] = [];
  for (const txid of block.tx as string[]) details.push(await node.call('gettxdetail', txid));
  const failures = height > 0 ? await node.call('getblockfailures', height) : null;
  return [block, details, failures] as Json;
}

/** @param mayLack - whether a row of blocks from the first one on may have been lost with the damage */
function assertSame(found: Answers, expected: Answers, mayLack: boolean, about: string): void {
  assert.equal(found.others, expected.others, about);
  const kept = found.blocks.findIndex((block, height) => height > 0 && block !== NOT_KEPT);
  const lowest = kept === -1 ? found.blocks.length : kept;
  assert.ok(mayLack || lowest === 1, `${about}: blocks up to ${lowest - 1} are not kept`);
  for (const [height, block] of found.blocks.entries()) {
    if (height === 0 || height >= lowest) assert.equal(block, expected.blocks[height], `${about}: ${height}`);
  }
}

/** Files of the chain, relative to the directory of the network. */
function filesOf(directory: string): string[] {
  return ['chain', 'blocks'].flatMap(folder =>
    readdirSync(join(directory, folder))
      .map(name => join(folder, name))
      .filter(
        name => !/LOCK$|LOG(\.old\..*)?$|\.torn-at-/.test(name) && statSync(join(directory, name)).size > 0,
      ),
  );
}

for (const engine of ['rocksdb', 'leveldb'] as const) {
  test(`${engine}: a start on damaged files gives the answers of before, or names the file`, async () => {
    const directory = temporaryDirectory();
    const switches = [`-engine=${engine}`];
    let node = await startTestNode({ directory, switches });
    await makeBlocks(node, BLOCKS);
    await node.stop();
    const older = temporaryDirectory();
    cpSync(directory, older, { recursive: true });
    node = await startTestNode({ directory, switches });
    await makeBlocks(node, 3);
    const expected = await answersOf(node);
    await node.stop();

    const network = node.directory;
    const inNetwork = (root: string, file: string): string => join(root, relative(directory, network), file);
    const ends = new Map<string, number>();
    for (let i = 0; i < CASES; i++) {
      const files = filesOf(network);
      const file = files[draw(files.length)]!;
      const kinds = Object.keys(DAMAGES) as (keyof typeof DAMAGES)[];
      const kind = kinds[draw(kinds.length)]!;
      const copy = temporaryDirectory();
      cpSync(directory, copy, { recursive: true });
      DAMAGES[kind](inNetwork(copy, file), inNetwork(older, file));
      const about = `seed ${seed}, case ${i}: ${file}, ${kind}`;
      let end = 'the same answers';
      let again: TestNode | undefined;
      try {
        again = await startTestNode({ directory: copy, switches });
      } catch (error) {
        const { message } = error as Error;
        end = `refused: ${file.split('/')[0]}`;
        assert.ok(namesPlace(message, file), `${about}: ${message}`);
        const repair = file.startsWith('blocks') ? '-salvage' : '-reindex';
        again = await startTestNode({ directory: copy, switches: [...switches, repair] });
        end += `, repaired by ${repair}`;
      }
      if (again !== undefined) {
        try {
          assertSame(await answersOf(again), expected, end.includes('-salvage'), about);
        } finally {
          await again.stop();
        }
      }
      ends.set(end, (ends.get(end) ?? 0) + 1);
      rmSync(copy, { recursive: true, force: true });
    }
    console.log(`${engine}: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')} (seed ${seed})`);
  });
}

/** Whether a refusal says where to look and what helps. */
function namesPlace(message: string, file: string): boolean {
  const folder = file.split('/')[0]!;
  return message.includes(folder) && /-reindex|-salvage|copy/.test(message);
}

test.run();
