import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { BLOCK_STORE_PREFIX } from '../../src/storage/layout.js';
import { openStore } from '../../src/storage/open.js';
import { startTestNode } from '../support/nodes/node.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { Acknowledged } from './kill/acknowledged.js';
import { copyOf, MAKES_IMAGES } from './kill/image.js';
import { type KillBase, makeKillBase } from './kill/kill-base.js';
import { MOMENTS, type MomentName } from './kill/moments.js';

/*
 * A node under load is killed again and again, each time at another moment of another of its states, and
 * started again on what is there. What it has acknowledged is there after every start that follows: a
 * transaction in a block or waiting for one, a key in the wallet.
 *
 * A process that is going to be killed is stopped some times before that, and its files are copied: such an image is
 * what a kill at that moment would have left. It counts as a kill, and a node is started on it too.
 *
 * Kills are made in rounds, each of two directories, one for each engine. With env RESUME, a directory, a run
 * that was stopped goes on with the next round.
 */

/** Rounds go on until there are so many; the ordinary volume has one. */
const KILLS = scaled(15, 10_000);
/** Of each process: a node in this process that looks at one takes a third of what a process of its own takes. */
const IMAGES = MAKES_IMAGES ? scaled(2, 12) : 0;
/** Processes that are killed in a directory. */
const PROCESSES = scaled(5, 10);
const ENGINES = ['rocksdb', 'leveldb'] as const;
const MODES = ['instant', 'manual', 'interval'] as const;
/** What a node does when it is killed, each as often as it stands here; its wallet is encrypted last of all. */
const DRAWN: readonly MomentName[] = [
  'load',
  'load',
  'load',
  'start',
  'start',
  'reindex',
  'wallet index',
  'reorganisation',
  'reorganisation',
  'stop',
  'snapshot',
  'pruning',
  'first start',
  'start with a snapshot',
  'load of a chain',
];

/** How far a run of several sessions has come. */
interface Progress {
  readonly seed: number;
  readonly rounds: number;
  readonly kills: number;
  readonly acknowledged: number;
}

const progressFile = process.env.RESUME === undefined ? undefined : join(process.env.RESUME, 'kills.json');

function progress(): Progress {
  if (progressFile !== undefined && existsSync(progressFile)) {
    return JSON.parse(readFileSync(progressFile, 'utf8')) as Progress;
  }
  return { seed: new SeededRandom().seed, rounds: 0, kills: 0, acknowledged: 0 };
}

/** What a round has shown. */
interface Counts {
  readonly kills: number;
  readonly acknowledged: number;
}

test(`${KILLS} kills at any moment: nothing that was acknowledged is lost or moves, and the state is that of executing all blocks again`, async () => {
  const base = await makeKillBase();
  for (let { seed, rounds, kills, acknowledged } = progress(); kills < KILLS; ) {
    const about = `round ${rounds} of SEED=${seed}`;
    console.log(about);
    const counts = await Promise.all(
      ENGINES.map((engine, i) => killInTurn(engine, new SeededRandom(seed + 2 * rounds + i), base, about)),
    );
    rounds++;
    for (const count of counts) {
      kills += count.kills;
      acknowledged += count.acknowledged;
    }
    assert.ok(acknowledged > rounds, 'the load was real');
    if (progressFile !== undefined)
      writeFileSync(progressFile, JSON.stringify({ seed, rounds, kills, acknowledged }));
    console.log(`${kills} kills, ${acknowledged} acknowledged, none lost`);
  }
});

/** Copies a directory to where whoever looks for the reason finds it. */
function leftFor(directory: string): string {
  const left = join(tmpdir(), `coind-killed-${process.pid}-${Date.now()}`);
  cpSync(directory, left, { recursive: true, filter: path => !path.includes('.lock-') });
  return left;
}

async function killInTurn(
  engine: (typeof ENGINES)[number],
  random: SeededRandom,
  base: KillBase,
  about: string,
): Promise<Counts> {
  const directory = copyOf(base.directories[engine]);
  const known = Acknowledged.nothing();
  const history: string[] = [];
  let kills = 0;
  for (let i = 0; i < PROCESSES; i++) {
    const drawn = DRAWN[random.integer(0, DRAWN.length - 1)]!;
    // A wallet is encrypted once, and submits nothing while it is locked.
    const moment = i === 0 ? 'load' : i === PROCESSES - 1 ? 'encrypt' : drawn;
    const mode = MODES[random.integer(0, MODES.length - 1)]!;
    const current = `process ${i} (${moment}, ${mode})`;
    history.push(current);
    try {
      kills += await MOMENTS[moment]({
        directory,
        engine,
        mode,
        about: current,
        random,
        known,
        base,
        images: IMAGES,
      });
    } catch (cause) {
      const message = `${about}, ${engine}, ${history.join(', ')}`;
      console.log(`the directory is left in ${leftFor(directory)}`);
      throw new Error(`${message}: ${(cause as Error).message}`, { cause });
    }
  }
  const digests: string[] = [];
  for (const more of [[], ['-reindex']]) {
    const node = await startTestNode({ directory, switches: [`-engine=${engine}`, ...more] });
    let tip: string;
    try {
      await known.assertAllThere(node);
      assert.is(await node.call('verifychain', 4, 50), true);
      const { chain } = node.node.context;
      await chain.settled();
      tip = `${chain.tip.hash} ${chain.digest.toString('hex')}`;
    } finally {
      await node.stop();
    }
    digests.push(`${tip} ${await stateHash(directory, engine)}`);
  }
  assert.is(digests[1], digests[0], `${about}, ${engine}: state after executing all blocks again`);
  rmSync(directory, { recursive: true, force: true });
  return { kills, acknowledged: known.txids.length };
}

/** Hash of the whole state as it is stored. */
async function stateHash(directory: string, engine: (typeof ENGINES)[number]): Promise<string> {
  const path = join(directory, REGTEST.directory, 'chain');
  const { store } = await openStore({ path, engine, cacheBytes: 8 << 20 });
  const hash = createHash('sha256');
  for (const [key, value] of store.iterate({ gte: Buffer.of(1), lt: Buffer.of(BLOCK_STORE_PREFIX) })) {
    hash.update(key).update(value);
  }
  await store.close();
  return hash.digest('hex');
}

test.run();
