import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { loadOptions } from '../../src/config/load-options.js';
import { createLogger } from '../../src/config/logging.js';
import { SignatureCache } from '../../src/ledger/signature-cache.js';
import { ledgerOf } from '../../src/node/build-core.js';
import { openDatabase } from '../../src/node/open-database.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* A snapshot is the same whoever makes it, and a node that begins with one goes on as if it had executed everything. */

const COIN = 100_000_000;

interface Snapshot extends JsonObject {
  readonly path: string;
  readonly id: string;
  readonly height: number;
  readonly hash: string;
}

async function makeBlocks(node: TestNode, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await node.call('submitsendtx', '0-13', '0-14', COIN + i, 10_000, `${i}`);
    await node.call('submitdexselllimitordertx', '0-14', 'WUSD', 'WICC', COIN + i, 100_000_000);
    await node.call('generate', 1);
  }
}

function newPath(): string {
  return join(temporaryDirectory(), 'snapshot');
}

/** Gives a node the blocks of another one above its own. */
async function follow(node: TestNode, other: TestNode): Promise<void> {
  const from = (await node.call<number>('getblockcount')) + 1;
  for (let height = from; height <= (await other.call<number>('getblockcount')); height++) {
    await node.call('submitblock', await other.call<string>('getblock', height, false, false));
  }
}

const source = await startTestNode({ directory: temporaryDirectory() });
await makeBlocks(source, 6);
const AT = 5;
const first = await source.call<Snapshot>('dumpsnapshot', newPath(), AT);

function loaded(directory: string, switches: readonly string[] = []): Promise<TestNode> {
  return startTestNode({ directory, switches: [`-loadsnapshot=${first.path}`, ...switches] });
}

/** Opens the database of a directory as a start does, which is to be refused. */
async function refused(directory: string, pattern: RegExp, switches: readonly string[]): Promise<void> {
  const { options } = loadOptions([`-datadir=${directory}`, '-loglevel=silent', ...switches], {});
  mkdirSync(options.networkDirectory, { recursive: true });
  const { network } = options;
  const ledger = () => ledgerOf(network, new SignatureCache());
  const opened = await openDatabase(options, ledger, createLogger(options)).catch((error: unknown) => error);
  assert.instance(opened, Error);
  assert.match((opened as Error).message, pattern);
}

test('the snapshot of a block is the same bytes whenever it is made, at the tip or far below it', async () => {
  const height = await source.call<number>('getblockcount');
  const atTip = await source.call<Snapshot>('dumpsnapshot', newPath());
  assert.is(atTip.height, height);
  await makeBlocks(source, 2);
  const again = await source.call<Snapshot>('dumpsnapshot', newPath(), height);
  assert.is(again.id, atTip.id);
  assert.is.not(first.id, atTip.id);
  for (const name of readdirSync(again.path)) {
    assert.equal(readFileSync(join(again.path, name)), readFileSync(join(atTip.path, name)), name);
  }
});

test('a node that begins with a snapshot has the state, says what it does not have, and goes on to the same chain', async () => {
  const directory = temporaryDirectory();
  let node = await loaded(directory, [`-snapshotid=${first.id}`]);
  assert.is(await node.call('getblockcount'), AT);
  assert.is((await node.call<{ hash: string }>('getblockhash', AT)).hash, first.hash);
  const own = await node.call<{ tx: string[] }>('getblock', AT);
  assert.equal(own.tx, (await source.call<{ tx: string[] }>('getblock', AT)).tx);
  assert.match((await node.fail('getblock', AT - 1)).message, /is not kept any more/);
  assert.is(
    (await node.call<{ hash: string }>('getblockhash', 2)).hash,
    (await source.call<{ hash: string }>('getblockhash', 2)).hash,
  );
  assert.ok((await node.fail('disconnectblock', 1)).message.length > 0);
  assert.is(await node.call('verifychain', 4, 0), true);

  await follow(node, source);
  const height = await source.call<number>('getblockcount');
  for (const account of ['0-13', '0-14']) {
    assert.equal(await node.call('getaccountinfo', account), await source.call('getaccountinfo', account));
  }
  const expected = (await source.call<Snapshot>('dumpsnapshot', newPath())).id;
  assert.is((await node.call<Snapshot>('dumpsnapshot', newPath())).id, expected);
  await node.stop();

  // The option may stay; the database can be made anew from the snapshot and the log.
  for (const switches of [[`-loadsnapshot=${first.path}`], [], ['-reindex']]) {
    node = await startTestNode({ directory, switches });
    assert.is(await node.call('getblockcount'), height, switches.join());
    assert.is(await node.call('verifychain', 4, 0), true);
    assert.is((await node.call<Snapshot>('dumpsnapshot', newPath())).id, expected);
    await node.stop();
  }
});

test('a snapshot that was changed anywhere is refused with the file, and nothing of it is taken over', async () => {
  const copy = newPath();
  const names = readdirSync(first.path);
  for (const name of names) {
    for (const damage of [
      (bytes: Buffer) => {
        const at = Math.floor(bytes.length / 2);
        bytes[at] = (bytes[at] ?? 0) ^ 4;
        return bytes;
      },
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 1),
      undefined,
    ]) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(first.path, copy, { recursive: true });
      if (damage === undefined) rmSync(join(copy, name));
      else writeFileSync(join(copy, name), damage(readFileSync(join(copy, name))));
      const directory = temporaryDirectory();
      const place = new RegExp(name.endsWith('.json') ? 'snapshot' : name.replace('.', '\\.'));
      await refused(directory, place, [`-loadsnapshot=${copy}`]);
      assert.not.ok(existsSync(join(directory, 'regtest', 'chain')), name);
    }
  }
});

test('a snapshot that hangs together, but is not of the chain that it names, is refused', async () => {
  const copy = newPath();
  for (const [member, value, pattern] of [
    ['stateDigest', '0'.repeat(64), /are not the state that its manifest names/],
    ['hash', '1'.repeat(64), /the block is not that of the manifest/],
    ['genesis', '2'.repeat(64), /this node is for regtest, which begins with/],
    ['height', AT + 1, /does not end with block 6/],
  ] as const) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(first.path, copy, { recursive: true });
    const path = join(copy, 'snapshot.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
    writeFileSync(path, `${JSON.stringify({ ...manifest, [member]: value }, undefined, 1)}\n`);
    await refused(temporaryDirectory(), pattern, [`-loadsnapshot=${copy}`]);
  }
  await refused(temporaryDirectory(), /has the id .*, expected is ffff/, [
    `-loadsnapshot=${first.path}`,
    `-snapshotid=${'f'.repeat(64)}`,
  ]);
});

test('a directory with a chain, and a chain in memory, are not replaced by a snapshot', async () => {
  const directory = temporaryDirectory();
  await (await startTestNode({ directory })).stop();
  await refused(directory, /has a chain already.*Nothing was changed/, [`-loadsnapshot=${first.path}`]);
  await refused(temporaryDirectory(), /kept on the disk, not in memory/, [
    `-loadsnapshot=${first.path}`,
    '-engine=memory',
  ]);
});

test('a beginning that was cut off is done again, or completed', async () => {
  const directory = temporaryDirectory();
  const network = join(directory, 'regtest');
  mkdirSync(join(network, 'chain.loading'), { recursive: true });
  mkdirSync(join(network, 'blocks.loading'));
  writeFileSync(join(network, 'chain.loading', 'CURRENT'), 'cut off');
  const node = await loaded(directory);
  await node.stop();
  renameSync(join(network, 'blocks'), join(network, 'blocks.loading'));
  const again = await startTestNode({ directory });
  assert.is(await again.call('getblockcount'), AT);
  await again.stop();
});

test('what cannot be dumped is an error that says why: a height to come, one whose state is gone, a place that is taken', async () => {
  assert.match((await source.fail('dumpsnapshot', newPath(), 1000)).message, /there is no block 1000 yet/);
  assert.match((await source.fail('dumpsnapshot', first.path)).message, /exists already/);
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory, switches: ['-undoblocks=2'] });
  await node.call('generate', 5);
  const path = newPath();
  assert.match(
    (await node.fail('dumpsnapshot', path, 2)).message,
    /is not kept any more, the oldest is that after/,
  );
  assert.not.ok(existsSync(path));
  await node.stop();
});

test.after(() => source.stop());
test.run();
