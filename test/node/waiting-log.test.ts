import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * What was acknowledged and waits for a block does not depend on the database: a node is killed, and its database,
 * or the log of what waits, is lost or damaged.
 */

const test = suite('the log of waiting transactions');
const COIN = 100_000_000;
/** The first block of a development network is made at the start. */
const HEIGHT = 2;

interface Killed {
  /** Of the network. */
  readonly network: string;
  readonly directory: string;
  /** What waits, in the order of arrival. */
  readonly waiting: readonly string[];
}

async function killedNode(engine: string): Promise<Killed> {
  const directory = temporaryDirectory();
  const node = await NodeProcess.start({ directory, switches: [`-engine=${engine}`, '-mining=manual'] });
  const send = async (memo: string): Promise<string> =>
    (await node.call<{ txid: string }>('submitsendtx', '0-13', '0-14', COIN, 10_000, memo)).txid;
  await send('in block 1');
  await node.call('generate', 1);
  const waiting: string[] = [];
  for (let i = 0; i < 5; i++) waiting.push(await send(`waits ${i}`));
  await node.kill();
  return { directory, network: join(directory, 'regtest'), waiting };
}

async function waitingAfterStart(directory: string, ...switches: string[]): Promise<string[]> {
  const node: TestNode = await startTestNode({ directory, switches });
  try {
    await node.node.context.consensus.released();
    assert.is(await node.call('verifychain', 4, 0), true);
    assert.is(await node.call('getblockcount'), HEIGHT);
    return await node.call<string[]>('getrawmempool', false);
  } finally {
    await node.stop();
  }
}

async function refusal(directory: string): Promise<string> {
  return await startTestNode({ directory }).then(
    () => 'it has started',
    (error: Error) => error.message,
  );
}

for (const engine of ['rocksdb', 'leveldb']) {
  test(`${engine}: what waits survives the loss of the database after a kill`, async () => {
    const { directory, network, waiting } = await killedNode(engine);
    for (const name of readdirSync(join(network, 'chain'))) {
      if (!/^(CURRENT|ENGINE)$/.test(name)) rmSync(join(network, 'chain', name));
    }
    assert.match(await refusal(directory), /chain.*-reindex/);
    assert.equal((await waitingAfterStart(directory, '-reindex')).sort(), [...waiting].sort());
    assert.equal((await waitingAfterStart(directory)).sort(), [...waiting].sort(), 'at the next start too');
  });

  for (const repair of ['-reindex', '-salvage']) {
    test(`${engine}: a bit changed in the engine's log after a kill is refused with file and place, and ${repair} loses nothing`, async () => {
      const { directory, network, waiting } = await killedNode(engine);
      const logs = readdirSync(join(network, 'chain')).filter(name => name.endsWith('.log'));
      const sizes = logs.map(name => [readFileSync(join(network, 'chain', name)).length, name] as const);
      const [, name = ''] = sizes.sort(([a], [b]) => b - a)[0] ?? [];
      const file = join(network, 'chain', name);
      const bytes = readFileSync(file);
      const middle = bytes.length >> 1;
      bytes[middle] = bytes[middle]! ^ 16;
      writeFileSync(file, bytes);
      const reason = await refusal(directory);
      assert.ok(reason.includes(file) && /at byte \d+.*-salvage.*-reindex/s.test(reason), reason);
      assert.equal(readFileSync(file), bytes, 'nothing was changed');
      assert.equal((await waitingAfterStart(directory, repair)).sort(), [...waiting].sort());
      assert.equal((await waitingAfterStart(directory)).sort(), [...waiting].sort(), 'at the next start too');
    });
  }
}

test('without its log, what waits is taken from the database, and the log is made anew', async () => {
  const { directory, network, waiting } = await killedNode('rocksdb');
  rmSync(join(network, 'waiting'), { recursive: true });
  assert.equal((await waitingAfterStart(directory)).sort(), [...waiting].sort());
  renameSync(join(network, 'chain'), join(network, 'away'));
  assert.equal((await waitingAfterStart(directory, '-reindex')).sort(), [...waiting].sort());
});

test('a damaged log is refused with file and place; -salvage keeps what is sound, and the rest from the database', async () => {
  const { directory, network, waiting } = await killedNode('rocksdb');
  const [name = ''] = readdirSync(join(network, 'waiting')).filter(file => file.endsWith('.log'));
  const file = join(network, 'waiting', name);
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = bytes[middle]! ^ 4;
  writeFileSync(file, bytes);
  const reason = await refusal(directory);
  assert.ok(reason.includes(file) && /at byte \d+.*-salvage/s.test(reason), reason);
  assert.equal(readFileSync(file), bytes, 'nothing was changed');
  assert.equal((await waitingAfterStart(directory, '-salvage')).sort(), [...waiting].sort());
  assert.ok(existsSync(join(network, 'waiting.before-salvage-1')), 'the damaged log is kept');
  assert.equal((await waitingAfterStart(directory)).sort(), [...waiting].sort(), 'at the next start too');
});

test('an older log in its place is refused', async () => {
  const { directory, network } = await killedNode('rocksdb');
  const older = temporaryDirectory();
  cpSync(join(network, 'waiting'), older, { recursive: true });
  const node = await startTestNode({ directory });
  await node.call('submitsendtx', '0-13', '0-14', COIN, 10_000, 'later');
  await node.call('generate', 1);
  await node.stop();
  rmSync(join(network, 'waiting'), { recursive: true });
  cpSync(older, join(network, 'waiting'), { recursive: true });
  assert.match(await refusal(directory), /log of waiting transactions .* does not lead to .*-salvage/);
});

test('a log that is full of what blocks have taken is stated anew at a stop', async () => {
  const { directory, network } = await killedNode('rocksdb');
  const node = await startTestNode({ directory });
  await node.call('generate', 1);
  await node.stop();
  const files = readdirSync(join(network, 'waiting'));
  assert.is(files.length, 1);
  const size = readFileSync(join(network, 'waiting', files[0]!)).length;
  assert.ok(size < 300, `${size} bytes`);
});

test.run();
