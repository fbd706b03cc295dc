import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recordKey } from '../../src/chain/block-records.js';
import { scrub } from '../../src/chain/scrub.js';
import { TaskCancelled, type TaskControl, Tasks, UNWATCHED } from '../../src/chain/tasks.js';
import { slowly } from '../../src/node/background-scrub.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* Everything that is stored is looked at: whatever is changed behind the back of a running node is found and named. */

const COIN = 100_000_000;

async function nodeWithBlocks(
  directory = temporaryDirectory(),
  switches: readonly string[] = [],
): Promise<TestNode> {
  const node = await startTestNode({ directory, switches });
  for (let i = 0; i < 3; i++) {
    await node.call('submitsendtx', '0-13', '0-14', COIN + i, 10_000, `${i}`);
    await node.call('generate', 1);
  }
  return node;
}

function look({ node: { context } }: TestNode, task: TaskControl = UNWATCHED): Promise<string | undefined> {
  const { chain, files, wallet } = context;
  return scrub({ chain, files, verifyWallet: () => wallet.verifyStored(), task });
}

test('what is damaged while the node runs is found in the wallet, the log, the values and the indexes, and repaired', async () => {
  const directory = temporaryDirectory();
  let node = await nodeWithBlocks(directory);
  assert.is(await look(node), undefined);
  assert.is(await node.call('verifychain', 4, 0), true);
  const { files } = node.node.context;
  const store = files!.store;

  const wallet = join(node.directory, 'wallet.dat');
  const keys = readFileSync(wallet);
  writeFileSync(wallet, Buffer.concat([keys, Buffer.from(' ')]));
  assert.match((await look(node)) ?? '', /wallet\.dat is not as it was written/);
  writeFileSync(wallet, keys);

  const segment = join(node.directory, 'blocks', '000000.log');
  const log = readFileSync(segment);
  const flipped = Buffer.from(log);
  flipped[300] = (flipped[300] ?? 0) ^ 1;
  writeFileSync(segment, flipped);
  assert.match((await look(node)) ?? '', /000000\.log is damaged at byte \d+/);
  assert.is(await node.call('verifychain', 4, 1), false);
  const { errors } = await node.call<{ errors: string }>('getinfo');
  assert.match(errors, /^what is stored is damaged: .*000000\.log/);
  writeFileSync(segment, log);

  const [entry] = [...store.iterate({ gte: Buffer.of(1), lt: Buffer.of(2), limit: 1 })];
  const [key, value] = entry!;
  const sound = Buffer.from(value);
  await store.batch([{ type: 'put', key: Buffer.from(key), value: sound.subarray(1) }]);
  assert.match((await look(node)) ?? '', /the entry 01[0-9a-f]+ of table accounts/);
  await store.batch([{ type: 'put', key: Buffer.from(key), value: sound }]);
  assert.is(await look(node), undefined);

  const { tx } = await node.call<{ tx: string[] }>('getblock', 3);
  const txid = tx[1]!;
  const detail = await node.call('gettxdetail', txid);
  const lost = recordKey('transaction', tx[2]!);
  const stranger = recordKey('transaction', 'f'.repeat(64));
  const [record] = store.getMany([recordKey('transaction', txid)]);
  await store.batch([
    { type: 'del', key: lost },
    { type: 'put', key: stranger, value: Buffer.from(record!) },
  ]);
  assert.match((await look(node)) ?? '', /block 3: the index of transactions does not have/);
  const own = await node.call('listtx', 100);
  await node.stop();

  node = await startTestNode({ directory, switches: ['-reindex=tx,wallet'] });
  assert.is(await look(node), undefined);
  assert.equal(await node.call('gettxdetail', txid), detail);
  assert.equal(await node.call('listtx', 100), own);
  assert.equal(node.node.context.files!.store.getMany([stranger]), [undefined]);
  await node.stop();
});

test('a task is listed with its progress while it runs, and ends when it is cancelled or everything ends', async () => {
  const tasks = new Tasks();
  const forever = (name: string) =>
    tasks.run(name, 'steps', async task => {
      for (let i = 1; ; i++) {
        task.report(i, 0);
        await UNWATCHED.turn();
        await task.turn();
      }
    });
  const ends = ['one', 'two'].map(name => forever(name).catch((error: unknown) => error));
  await UNWATCHED.turn();
  assert.equal(
    tasks.progress.map(({ id, name, unit, done }) => [id, name, unit, done > 0]),
    [
      [1, 'one', 'steps', true],
      [2, 'two', 'steps', true],
    ],
  );
  assert.is(tasks.cancel(1), true);
  assert.instance(await ends[0], TaskCancelled);
  assert.is(tasks.cancel(1), false);
  assert.equal(
    tasks.progress.map(({ name }) => name),
    ['two'],
  );
  await tasks.close();
  assert.match(String(await ends[1]), /two was cancelled/);
  await tasks
    .run('three', 'steps', async () => undefined)
    .then(
      () => assert.unreachable('nothing begins after the end'),
      error => assert.instance(error, TaskCancelled),
    );
});

test('what takes long lets others be answered, is listed, and can be cancelled by a call', async () => {
  const node = await nodeWithBlocks();
  const { tasks } = node.node.context;
  const verifying = tasks
    .run('verifychain', 'blocks', async task => {
      for (;;) {
        await UNWATCHED.turn();
        await task.turn();
      }
    })
    .catch((error: unknown) => error);
  const [task] = await node.call<{ id: number; name: string }[]>('getprogress');
  assert.is(task?.name, 'verifychain');
  assert.is(await node.call('verifychain', 4, 0), true, 'another one runs beside it');
  assert.equal({ ...(await node.call('canceltask', task?.id ?? 0)) }, { cancelled: true });
  assert.match(String(await verifying), /verifychain was cancelled/);
  await node.stop();
});

test('the scrub in the background rests between its slices, and hears that it is to end', async () => {
  let cancelled = false;
  const task = slowly({
    report: () => undefined,
    turn: async () => undefined,
    check() {
      if (cancelled) throw new TaskCancelled('scrub');
    },
  });
  const began = performance.now();
  while (performance.now() - began < 15) await task.turn();
  cancelled = true;
  await task.turn().then(
    () => assert.unreachable(),
    error => assert.instance(error, TaskCancelled),
  );
});

test.run();
