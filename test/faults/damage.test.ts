import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noteTables } from '../../src/storage/file-sums.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { type AllAnswers, allAnswers, assertSameAnswers } from './damage/all-answers.js';
import { DAMAGE_NAMES, DAMAGES, type DamageName, filesByKind } from './damage/damages.js';
import { copyOf } from './kill/image.js';

/*
 * What a damaged disk can do to the directory of a node that is not running, because it was stopped or because it was
 * killed. Each start ends in one of two ways: all answers are those of before, or it is refused with the file that is damaged, and the repair that it
 * names works. It never ends on another chain or with other keys.
 *
 * In the long volume: 100 places of each kind of file for each damage that has a place. With env RESUME, a directory,
 * a run that was stopped goes on where it was.
 */

const test = suite('damaged files');
const ENGINES = ['rocksdb', 'leveldb'] as const;
const PLACES = 100;
/** Cases of each engine and end in the ordinary volume. */
const CASES = scaled(5, Number.POSITIVE_INFINITY);
/** How the node ended whose files are damaged. */
const ENDS = ['stopped', 'killed'] as const;
const COIN = 100_000_000;
const BLOCKS = 10;
const USERS = ['0-13', '0-14', '0-15', '0-16'];

interface Progress {
  readonly seed: number;
  /** Cases that were tried, by engine and end of the node. */
  readonly done: Record<string, number>;
  /** How they ended, by that and how it started. */
  readonly ends: Record<string, number>;
}

const progressFile = process.env.RESUME === undefined ? undefined : join(process.env.RESUME, 'damage.json');
const progress: Progress =
  progressFile !== undefined && existsSync(progressFile)
    ? (JSON.parse(readFileSync(progressFile, 'utf8')) as Progress)
    : { seed: new SeededRandom().seed, done: {}, ends: {} };

async function makeBlocks(node: TestNode, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    for (const [j, user] of USERS.entries()) {
      await node.call('submitsendtx', user, USERS[(j + 1 + i) % 4]!, COIN + i, 10_000, `${i} ${j}`);
    }
    await node.call('submitdexselllimitordertx', USERS[0]!, 'WUSD', `WICC:${COIN + i}:sawi`, COIN);
    await node.call('generate', 1);
  }
}

interface Directories {
  /** Of the network, at rest. */
  readonly directory: string;
  /** The same some blocks earlier. */
  readonly older: string;
  /** Of the network in a data directory. */
  readonly network: string;
  readonly expected: AllAnswers;
}

async function makeDirectories(
  switches: readonly string[],
  end: (typeof ENDS)[number],
): Promise<Directories> {
  let directory = temporaryDirectory();
  let node = await startTestNode({ directory, switches });
  await node.call('setblocktime', Math.floor(Date.now() / 1000) + 86_400);
  await makeBlocks(node, BLOCKS);
  await node.call('getnewaddr');
  await node.stop();
  const older = temporaryDirectory();
  cpSync(directory, older, { recursive: true });
  node = await startTestNode({ directory, switches });
  await makeBlocks(node, 3);
  await node.call('invalidateblock', await hashOf(node, BLOCKS + 4));
  await makeBlocks(node, 1);
  await node.call('getnewaddr');
  await node.call('setblocktime', Math.floor(Date.now() / 1000) + 90_000);
  for (const memo of ['waits', 'waits too']) {
    await node.call('submitsendtx', USERS[0]!, USERS[1]!, COIN, 10_000, memo);
  }
  await node.stop();
  // A start may write something of its own: what it answers is compared with that of a start.
  node = await startTestNode({ directory, switches });
  const network = relative(directory, node.directory);
  if (end === 'killed') {
    await makeBlocks(node, 2);
    await node.call('submitsendtx', USERS[0]!, USERS[1]!, COIN, 10_000, 'waits when it is killed');
    await noteTables(join(node.directory, 'chain')); // A running node does that a little later.
    const killed = copyOf(directory);
    await node.stop();
    directory = killed;
  } else {
    await node.stop();
  }
  const copy = temporaryDirectory();
  cpSync(directory, copy, { recursive: true });
  node = await startTestNode({ directory: copy, switches });
  const expected = await allAnswers(node);
  await node.stop();
  return { directory, older, network, expected };
}

async function hashOf(node: TestNode, height: number): Promise<string> {
  return (await node.call<{ hash: string }>('getblockhash', height)).hash;
}

interface Case {
  readonly kind: string;
  readonly damage: DamageName;
}

/** All kinds of file with all damages, each as often as it is to be tried, in an order by chance. */
function casesOf(kinds: Iterable<string>, random: SeededRandom): Case[] {
  const cases = [...kinds].flatMap(kind =>
    DAMAGE_NAMES.flatMap(damage =>
      Array.from({ length: DAMAGES[damage].hasPlaces ? PLACES : 3 }, () => ({ kind, damage })),
    ),
  );
  for (let i = cases.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [cases[i], cases[j]] = [cases[j]!, cases[i]!];
  }
  return cases;
}

for (const [engine, end] of ENGINES.flatMap(engine => ENDS.map(end => [engine, end] as const))) {
  test(`${engine}, ${end}: a start on damaged files gives the answers of before, or names the file`, async () => {
    const switches = [`-engine=${engine}`];
    const name = `${engine} ${end}`;
    const directories = await makeDirectories(switches, end);
    const { directory, network, older } = directories;
    const { seed } = progress;
    const kinds = filesByKind(join(directory, network));
    const cases = casesOf(kinds.keys(), new SeededRandom(seed)).slice(0, CASES);
    const ends = new Map<string, number>();
    const failures: string[] = [];
    for (let i = progress.done[name] ?? 0; i < cases.length; i++) {
      const { kind, damage } = cases[i]!;
      const random = new SeededRandom(seed + i);
      const files = kinds.get(kind)!;
      const file = files[random.integer(0, files.length - 1)]!;
      const copy = temporaryDirectory();
      cpSync(directory, copy, { recursive: true });
      DAMAGES[damage].apply({ path: join(copy, network, file), older: join(older, network, file), random });
      const about = `SEED=${seed}, ${name}, case ${i}: ${file}, ${damage}`;
      try {
        const found = await startOn({ ...directories, copy, file, switches, about });
        ends.set(found, (ends.get(found) ?? 0) + 1);
      } catch (error) {
        failures.push(`${about}: ${(error as Error).message}`);
        console.log(failures.at(-1));
      }
      rmSync(copy, { recursive: true, force: true });
      note(name, i + 1, ends);
    }
    console.log(
      `${name}: ${cases.length} of seed ${seed}: ${[...ends].map(([found, n]) => `${found} ${n}`).join(', ')}`,
    );
    assert.equal(failures, []);
  });
}

/** Writes down how far a long run has come. */
function note(about: string, done: number, ends: Map<string, number>): void {
  if (progressFile === undefined) return;
  progress.done[about] = done;
  for (const [end, count] of ends) {
    const name = `${about}: ${end}`;
    progress.ends[name] = (progress.ends[name] ?? 0) + count;
  }
  ends.clear();
  writeFileSync(progressFile, JSON.stringify(progress, null, 1));
}

interface StartOn extends Directories {
  readonly copy: string;
  readonly file: string;
  readonly switches: readonly string[];
  readonly about: string;
}

/** @returns how it ended */
async function startOn(request: StartOn): Promise<string> {
  const { copy, switches, expected, about } = request;
  let node: TestNode;
  try {
    node = await startTestNode({ directory: copy, switches });
  } catch (error) {
    return await refused(request, (error as Error).message);
  }
  try {
    assertSameAnswers(await allAnswers(node), expected, about);
  } finally {
    await node.stop();
  }
  return 'the same answers';
}

/** The repairs that a refusal can name: words of the command line, or a sound copy of the file. */
const REPAIRS: readonly [name: RegExp, repair: string][] = [
  [/-salvage/, '-salvage'],
  [/-reindex/, '-reindex'],
  [/copy|remove the file/, 'a copy of the file'],
];

async function refused(request: StartOn, message: string): Promise<string> {
  const { copy, network, file, directory, switches, expected, about } = request;
  assert.ok(message.includes(basename(file)), `${about}: the refusal names another file: ${message}`);
  const repair = REPAIRS.find(([name]) => name.test(message))?.[1];
  assert.ok(repair, `${about}: the refusal names no repair: ${message}`);
  const more = repair.startsWith('-') ? [repair] : [];
  if (more.length === 0) cpSync(join(directory, network, file), join(copy, network, file));
  const node = await startTestNode({ directory: copy, switches: [...switches, ...more] });
  try {
    const found = await allAnswers(node);
    if (file.startsWith('blocks/') && repair === '-salvage') assertSalvaged(found, expected, about);
    else assertSameAnswers(found, expected, about, isMadeAnew);
  } finally {
    await node.stop();
  }
  return `refused: ${file.replace(/\d{3,}/g, 'N')}, repaired by ${repair}`;
}

/** What a database that was made anew has otherwise: how long actions took. */
function isMadeAnew(_key: string): boolean {
  return false;
}

/** Old blocks may have gone with the damage; everything else is as it was. */
function assertSalvaged(found: AllAnswers, expected: AllAnswers, about: string): void {
  assert.equal(found.keys, expected.keys, about);
  for (const method of ['getblockcount', 'listaddr', 'verifychain']) {
    assert.is(found.listings.get(method), expected.listings.get(method), `${about}: ${method}`);
  }
}

test.run();
