/**
 * What it takes to have a chain again, beside making it for the first time: blocks of two transfers each, then a
 * start that executes all of them anew from the log (`-reindex`), and the start of a new node on a snapshot
 * (`-loadsnapshot`); dumping the snapshot and a backup beside that. `--blocks=` sets how many blocks; signing is not
 * part of it. Then a start with `--waiting=` transactions that wait, beside one with none: how long until it answers,
 * and until all of them are back in the pool.
 */
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
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** @returns seconds that submitting and making the blocks took */
async function makeBlocks({ context }: RunningNode): Promise<number> {
  const { consensus, chain } = context;
  const control = required(consensus.chainControl, 'the control of the chain');
  const [alice, bob] = [required(USERS[0], 'a user'), required(USERS[1], 'a user')];
  let spent = 0;
  for (let made = 0; made < BLOCKS; made += SIGNED_TOGETHER) {
    const validHeight = chain.tip.header.height + 1;
    const count = Math.min(SIGNED_TOGETHER, BLOCKS - made);
    const pairs = Array.from({ length: count }, () => [
      transfer(alice, bob, { validHeight }),
      transfer(bob, alice, { validHeight }),
    ]);
    spent += await seconds(async () => {
      for (const pair of pairs) {
        await Promise.all(pair.map(each => consensus.submit(each)));
        await control.produce(1);
      }
    });
  }
  return spent;
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
  const directory = temporaryDirectory();
  const snapshot = join(temporaryDirectory(), 'snapshot');
  let node = await start(directory);
  const first = await makeBlocks(node);
  const { chain } = node.context;
  const files = required(node.context.files, 'the files of the chain');
  const dump = await seconds(() =>
    dumpSnapshot({ chain, store: files.store, target: snapshot, reserve: 0, task: UNWATCHED }),
  );
  const target = join(temporaryDirectory(), 'backup');
  const backup = await seconds(() => backUpChain({ files, target, reserve: 0, task: UNWATCHED }));
  await node.stop();

  const started = async (where: string, ...switches: readonly string[]): Promise<number> => {
    const took = await seconds(async () => {
      node = await start(where, ...switches);
    });
    await node.stop();
    return took;
  };
  const plain = await started(directory);
  const reindex = (await started(directory, '-reindex')) - plain;
  const load = (await started(temporaryDirectory(), `-loadsnapshot=${snapshot}`)) - plain;
  const empty = await startWithPool(0);
  const full = await startWithPool(WAITING);
  const row = (what: string, took: number) => ({
    what,
    seconds: Number(took.toFixed(2)),
    'to the first time': Number((took / first).toFixed(3)),
  });
  return {
    rows: [
      row(`${BLOCKS} blocks, ${2 * BLOCKS} transfers, for the first time`, first),
      row('executing them again: -reindex', reindex),
      row('beginning with a snapshot: -loadsnapshot', load),
      row('dumpsnapshot', dump),
      row('backupchain', backup),
      row('an ordinary start', plain),
      row('a process starts and answers, nothing waits', empty.answer),
      row(`a process starts and answers, ${WAITING} transfers wait`, full.answer),
      row('all of them are back in the pool', full.pool),
    ],
    figures: {
      firstSeconds: first,
      reindexToFirst: reindex / first,
      loadToFirst: load / first,
      loadToReindex: load / reindex,
      dumpToFirst: dump / first,
      backupToFirst: backup / first,
      answerWithPoolSeconds: full.answer,
      answerWithPoolToEmpty: full.answer / empty.answer,
      poolLoadedSeconds: full.pool,
    },
  };
}
