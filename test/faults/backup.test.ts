import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NodeUnreachable } from '../../src/client/errors.js';
import { truncateFile } from '../../src/storage/record-log/cut-log.js';
import { startTestNode } from '../support/nodes/node.js';
import { NodeProcess, runProgram } from '../support/nodes/node-process.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* A backup is a data directory: what was acknowledged before it was asked for is on the chain of a node on it. */

const COIN = 100_000_000;
const KILLS = scaled(1, 100);
const START = ['-rpcbind=127.0.0.1:0', '-loglevel=silent'];

/** Transfers one after the other until the node ends. @param txids - gets what was acknowledged */
async function load(node: NodeProcess, sender: number, txids: string[]): Promise<void> {
  for (let i = 0; ; i++) {
    const params = [`0-${13 + sender}`, `0-${14 + sender}`, COIN / 100, 10_000, `${sender} ${i}`];
    const { txid } = await node.call<{ txid: string }>('submitsendtx', ...params);
    txids.push(txid);
  }
}

function loadUntilTheEnd(node: NodeProcess, txids: string[]): Promise<unknown> {
  const ended = (error: unknown): void => assert.instance(error, NodeUnreachable, 'the connection ended');
  return Promise.all([0, 2, 4, 6].map(sender => load(node, sender, txids).catch(ended)));
}

for (const engine of ['rocksdb', 'leveldb'] as const) {
  test(`${engine}: a backup under load has all that was acknowledged before, and a node goes on with it`, async () => {
    const node = await NodeProcess.start({ switches: [`-engine=${engine}`] });
    const txids: string[] = [];
    const loading = loadUntilTheEnd(node, txids);
    while (txids.length < 16) await delay(5);
    const acknowledged = [...txids];
    const target = join(temporaryDirectory(), 'copy');
    const { height } = await node.call<{ height: number }>('backupchain', target);
    const restored = await startTestNode({ directory: target });
    assert.ok((await restored.call<number>('getblockcount')) >= height);
    for (const txid of acknowledged) {
      const place = await restored.call('gettxdetail', txid);
      assert.equal(
        place.block_hash,
        (await node.call<{ block_hash: string }>('gettxdetail', txid)).block_hash,
      );
    }
    assert.is(await restored.call('verifychain', 4, 0), true);
    await restored.call('generate', 1);
    await restored.stop();
    await node.kill();
    await loading;
  });
}

test(`${KILLS} kills during a backup: the copy is whole, or it is refused and says that it is half a backup`, async () => {
  const random = new SeededRandom();
  const directory = temporaryDirectory();
  const ends = { none: 0, whole: 0, half: 0 };
  for (let i = 0; i < KILLS; i++) {
    const node = await NodeProcess.start({ directory });
    const txids: string[] = [];
    const loading = loadUntilTheEnd(node, txids);
    while (txids.length < 10) await delay(2);
    const target = join(temporaryDirectory(), 'copy');
    const backup = node.call('backupchain', target).catch(error => assert.instance(error, NodeUnreachable));
    // The first one in the middle for certain: when the copy has begun.
    if (i === 0) while (!existsSync(target)) await delay(1);
    else await delay(random.integer(0, 60));
    await node.kill();
    await Promise.all([loading, backup]);
    if (!existsSync(target)) {
      ends.none++;
    } else if (existsSync(join(target, 'regtest', 'BACKUP.unfinished')) || readdirSync(target).length === 0) {
      ends.half++;
      if (readdirSync(target).length === 0) continue;
      const { code, errors } = await runProgram(`-datadir=${target}`, ...START);
      assert.is(code, 1);
      assert.match(errors, /^error: .*regtest is a backup that did not come to its end.*remove it/m);
    } else {
      ends.whole++;
      const restored = await startTestNode({ directory: target });
      assert.is(await restored.call('verifychain', 4, 0), true, `seed ${random.seed}`);
      await restored.stop();
    }
  }
  console.log(`${KILLS} kills: ${JSON.stringify(ends)} (seed ${random.seed})`);
  const node = await startTestNode({ directory });
  assert.is(await node.call('verifychain', 4, 0), true);
  await node.stop();
});

test('a backup overwrites nothing, stays out of the data directory, and begins only where there is room', async () => {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory });
  const target = temporaryDirectory();
  assert.match(
    (await node.fail('backupchain', target)).message,
    /exists already, and nothing is overwritten/,
  );
  assert.match(
    (await node.fail('backupchain', join(directory, 'copy'))).message,
    /is among the files of this node/,
  );
  assert.match(
    (await node.fail('backupchain', join(target, 'missing', 'copy'))).message,
    /there is no directory .*missing/,
  );
  assert.equal(readdirSync(target), []);
  await node.stop();

  const full = await startTestNode({ directory, switches: ['-minfreespace=1000000000'] });
  assert.match(
    (await full.fail('backupchain', join(target, 'copy'))).message,
    /MiB are free there; make room/,
  );
  assert.equal(readdirSync(target), [], 'nothing is left of a backup that did not come to its end');
  await full.stop();

  const memory = await startTestNode();
  assert.match((await memory.fail('backupchain', join(target, 'copy'))).message, /is in memory/);
  await memory.stop();
});

test('on another disk a backup is made of copies; on the same one, tables are shared by links', async () => {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory });
  await node.call('generate', 3);
  await node.stop();
  const again = await startTestNode({ directory }); // Its database has a table by now.
  const shared = join(temporaryDirectory(), 'copy');
  await again.call('backupchain', shared);
  const tables = readdirSync(join(shared, 'regtest', 'chain')).filter(name => name.endsWith('.sst'));
  assert.ok(tables.some(name => statSync(join(shared, 'regtest', 'chain', name)).nlink > 1));

  const otherDisk = '/dev/shm';
  if (existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(tmpdir()).dev) {
    const parent = join(otherDisk, `coind-test-${process.pid}`);
    mkdirSync(parent);
    try {
      const target = join(parent, 'copy');
      await again.call('backupchain', target);
      assert.not.ok(existsSync(join(again.directory, 'backup.staging')));
      const restored = await startTestNode({ directory: target });
      assert.is(await restored.call('verifychain', 4, 0), true);
      await restored.stop();
    } finally {
      rmSync(parent, { recursive: true });
    }
  } else {
    console.log('there is no second disk here: copies were not tried');
  }
  await again.stop();
});

test('a file that a backup shares keeps its bytes there when the log of the node is cut off', async () => {
  const directory = temporaryDirectory();
  const [own, shared] = [join(directory, '000000.log'), join(directory, 'shared')];
  writeFileSync(own, 'whole');
  linkSync(own, shared);
  await truncateFile(own, 2);
  assert.is(readFileSync(own, 'utf8'), 'wh');
  assert.is(readFileSync(shared, 'utf8'), 'whole');
});

test.run();
