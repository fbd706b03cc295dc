/**
 * What it takes to have a chain again, beside making it for the first time: blocks of two transfers each, then a
 * start that executes all of them anew from the log (`-reindex`), and the start of a new node on a snapshot
 * (`-loadsnapshot`); dumping the snapshot and a backup beside that. `--blocks=` sets how many blocks; signing is not
 * part of it. With env RESUME, a directory, the chain is made there, and made further when the benchmark was stopped; it
 * ends with the whole table. Times by the clock and of the processor. Then a start with `--waiting=` transactions that wait, beside one with none: how long until it answers,
 * and until all of them are back in the pool.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { backUpChain } from '../src/chain/backup.js';
import { dumpSnapshot } from '../src/chain/snapshot/dump-snapshot.js';
import { UNWATCHED } from '../src/chain/tasks.js';
import { required } from '../src/codec/required.js';
import { loadOptions } from '../src/config/load-options.js';
import { createLogger } from '../src/config/logging.js';
import { type RunningNode, startNode } from '../src/node.js';
import { transfer, USERS } from '../test/support/chains/test-chain.js';
import { NodeProcess } from '../test/support/nodes/node-process.js';
import { temporaryDirectory } from '../test/support/temporary-directory.js';
import type { BenchmarkResult } from './result.js';
import { volume } from './support/volumes.js';

const BLOCKS = volume('blocks', 100_000);
const WAITING = volume('waiting', 20_000);
/** Blocks whose transfers are signed at a time; a valid_height holds for longer than that. */
const SIGNED_TOGETHER = 100;

function start(directory: string, ...switches: readonly string[]): Promise<RunningNode> {
  const words = [`-datadir=${directory}`, '-rpcserver=0', '-mining=manual', '-loglevel=silent', ...switches];
  const { options } = loadOptions(words, {});
  return startNode(options, createLogger(options));
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  return (await timed(work)).clock;
}

/** Seconds by the clock, and those that processors worked for this process. */
interface Took {
  readonly clock: number;
  readonly processor: number;
}

const NOTHING: Took = { clock: 0, processor: 0 };

async function timed(work: () => Promise<unknown>): Promise<Took> {
  const began = performance.now();
  const usage = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(usage);
  return { clock: (performance.now() - began) / 1000, processor: (user + system) / 1e6 };
}

function sum(a: Took, b: Took): Took {
  return { clock: a.clock + b.clock, processor: a.processor + b.processor };
}

function without(a: Took, b: Took): Took {
  return { clock: a.clock - b.clock, processor: a.processor - b.processor };
}

const { RESUME } = process.env;
const progressFile = RESUME === undefined ? undefined : join(RESUME, 'recovery.json');

/** What the blocks took that an earlier run has made. */
function tookBefore(): Took {
  if (progressFile === undefined || !existsSync(progressFile)) return NOTHING;
  return JSON.parse(readFileSync(progressFile, 'utf8')) as Took;
}

/** Where the chain is made. */
function chainDirectory(): string {
  if (RESUME === undefined) return temporaryDirectory();
  mkdirSync(RESUME, { recursive: true });
  return join(RESUME, 'chain');
}

/** @returns what submitting and making the blocks took */
async function makeBlocks({ context }: RunningNode): Promise<Took> {
  const { consensus, chain } = context;
  const control = required(consensus.chainControl, 'the control of the chain');
  const [alice, bob] = [required(USERS[0], 'a user'), required(USERS[1], 'a user')];
  let spent = tookBefore();
  for (;;) {
    const { height } = chain.tip.header;
    if (height >= BLOCKS) return spent;
    const validHeight = height + 1;
    const count = Math.min(SIGNED_TOGETHER, BLOCKS - height);
    const pairs = Array.from({ length: count }, () => [
      transfer(alice, bob, { validHeight }),
      transfer(bob, alice, { validHeight }),
    ]);
    const took = await timed(async () => {
      for (const pair of pairs) {
        await Promise.all(pair.map(each => consensus.submit(each)));
        await control.produce(1);
      }
    });
    spent = sum(spent, took);
    if (progressFile !== undefined) writeFileSync(progressFile, JSON.stringify(spent));
  }
}

/** Lets transactions wait in the pool of a node. */
async function letWait({ context }: RunningNode, count: number): Promise<void> {
  const { mempool, transactions } = context;
  const kept: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    const [from, to] = [required(USERS[i % 10], 'a user'), required(USERS[(i + 1) % 10], 'a user')];
    const prepared = transfer(from, to);
    transactions.expect(prepared.txid);
    mempool.restore(prepared, i);
    kept.push(transactions.keep(prepared, i));
  }
  await Promise.all(kept);
}

/** Seconds that a start takes until the first answer, and until everything is back in the pool. */
interface StartWithPool {
  readonly answer: number;
  readonly pool: number;
}

/** Starts a node of a process of its own with so many transactions that wait. */
async function startWithPool(waiting: number): Promise<StartWithPool> {
  const directory = temporaryDirectory();
  const before = await start(directory);
  await letWait(before, waiting);
  await before.stop();
  let answer = 0;
  const pool = await seconds(async () => {
    const began = performance.now();
    const node = await NodeProcess.start({ directory, switches: ['-mining=manual', '-loglevel=silent'] });
    try {
      await node.call('getblockcount');
      answer = (performance.now() - began) / 1000;
      const { length } = await node.call<string[]>('getrawmempool');
      if (length !== waiting) throw new Error(`${length} of ${waiting} transactions are back`);
    } finally {
      await node.kill();
    }
  });
  return { answer, pool };
}

export async function run(): Promise<BenchmarkResult> {
  const directory = chainDirectory();
  const snapshot = join(temporaryDirectory(), 'snapshot');
  let node = await start(directory);
  const first = await makeBlocks(node);
  const { chain } = node.context;
  const files = required(node.context.files, 'the files of the chain');
  const dump = await timed(() =>
    dumpSnapshot({ chain, store: files.store, target: snapshot, reserve: 0, task: UNWATCHED }),
  );
  const target = join(temporaryDirectory(), 'backup');
  const backup = await timed(() => backUpChain({ files, target, reserve: 0, task: UNWATCHED }));
  await node.stop();

  const started = async (where: string, ...switches: readonly string[]): Promise<Took> => {
    const took = await timed(async () => {
      node = await start(where, ...switches);
    });
    await node.stop();
    return took;
  };
  const plain = await started(directory);
  const reindex = without(await started(directory, '-reindex'), plain);
  const load = without(await started(temporaryDirectory(), `-loadsnapshot=${snapshot}`), plain);
  const empty = await startWithPool(0);
  const full = await startWithPool(WAITING);
  const row = (what: string, { clock, processor }: Took) => ({
    what,
    seconds: Number(clock.toFixed(2)),
    'of the processor': Number(processor.toFixed(2)),
    'to the first time': Number((clock / first.clock).toFixed(3)),
  });
  /** Of another process, whose processor time is not known here. */
  const rowOf = (what: string, clock: number) => ({
    what,
    seconds: Number(clock.toFixed(2)),
    'to the first time': Number((clock / first.clock).toFixed(3)),
  });
  const ratio = (a: Took, b: Took): number => a.clock / b.clock;
  return {
    rows: [
      row(`${BLOCKS} blocks, ${2 * BLOCKS} transfers, for the first time`, first),
      row('executing them again: -reindex', reindex),
      row('beginning with a snapshot: -loadsnapshot', load),
      row('dumpsnapshot', dump),
      row('backupchain', backup),
      row('an ordinary start', plain),
      rowOf('a process starts and answers, nothing waits', empty.answer),
      rowOf(`a process starts and answers, ${WAITING} transfers wait`, full.answer),
      rowOf('all of them are back in the pool', full.pool),
    ],
    figures: {
      firstSeconds: first.clock,
      reindexToFirst: ratio(reindex, first),
      reindexToFirstProcessor: reindex.processor / first.processor,
      loadToFirst: ratio(load, first),
      loadToReindex: ratio(load, reindex),
      dumpToFirst: ratio(dump, first),
      backupToFirst: ratio(backup, first),
      answerWithPoolSeconds: full.answer,
      answerWithPoolToEmpty: full.answer / empty.answer,
      poolLoadedSeconds: full.pool,
    },
  };
}
