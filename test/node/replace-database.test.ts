import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BlockLog } from '../../src/chain/block-log.js';
import { genesisHashOf } from '../../src/chain/open-chain.js';
import { loadOptions } from '../../src/config/load-options.js';
import { createLogger } from '../../src/config/logging.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { SignatureCache } from '../../src/ledger/signature-cache.js';
import { ledgerOf } from '../../src/node/build-core.js';
import { openDatabase } from '../../src/node/open-database.js';
import { pathBefore, replaceDatabase } from '../../src/node/replace-database.js';
import { openStore } from '../../src/storage/open.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * The process may end at every step of -reindex. Whatever the next start is told, what was acknowledged is there:
 * blocks, and transactions that wait for one.
 */

const test = suite('replacing the database');
const COIN = 100_000_000;

interface Directory {
  readonly directory: string;
  readonly database: string;
  readonly tip: unknown;
  readonly waiting: string;
}

let made: Promise<Directory> | undefined;

/** A copy of the directory of a node that has blocks and a waiting transaction. */
async function withWaiting(): Promise<Directory> {
  made ??= makeDirectory();
  const original = await made;
  const directory = temporaryDirectory();
  cpSync(original.directory, directory, { recursive: true });
  return { ...original, directory, database: join(directory, 'regtest', 'chain') };
}

async function makeDirectory(): Promise<Directory> {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory });
  for (let i = 0; i < 3; i++) {
    await node.call('submitsendtx', '0-13', '0-14', COIN, 10_000, `${i}`);
    await node.call('generate', 1);
  }
  const { txid: waiting } = await node.call<{ txid: string }>(
    'submitsendtx',
    '0-13',
    '0-14',
    COIN,
    10_000,
    'waits',
  );
  const tip = await node.call('getblockhash', 4);
  await node.stop();
  return { directory, database: join(directory, 'regtest', 'chain'), tip, waiting };
}

async function assertWhole(
  { directory, tip, waiting }: Directory,
  switches: readonly string[],
): Promise<void> {
  const node = await startTestNode({ directory, switches });
  try {
    assert.equal(await node.call('getblockhash', 4), tip);
    assert.equal(await node.call('getrawmempool'), [waiting]);
    assert.is(await node.call('verifychain'), true);
  } finally {
    await node.stop();
  }
  const left = readdirSync(join(directory, 'regtest')).filter(name =>
    /^chain\.(making|made|discarded)$/.test(name),
  );
  assert.equal(left, []);
}

/** What the directory holds when the process ends there. */
const MOMENTS: Readonly<Record<string, (directory: Directory) => Promise<void>>> = {
  'while the new database is made': async ({ database }) => {
    mkdirSync(`${database}.making`);
    writeFileSync(join(`${database}.making`, 'CURRENT'), 'MANI');
  },
  'when the new database is complete': async directory => {
    const { database } = directory;
    await makeNew(directory, `${database}.made`);
  },
  'between the two renames': async directory => {
    const { database } = directory;
    await makeNew(directory, `${database}.made`);
    renameSync(database, pathBefore(database));
  },
  'when the new database has its place': async directory => {
    const { database } = directory;
    await makeNew(directory, `${database}.made`);
    renameSync(database, pathBefore(database));
    renameSync(`${database}.made`, database);
  },
  'between the two renames of a second attempt': async directory => {
    const { database } = directory;
    await makeNew(directory, `${database}.made`);
    cpSync(database, pathBefore(database), { recursive: true });
    renameSync(database, `${database}.discarded`);
  },
  'while the first attempt is removed': async directory => {
    const { database } = directory;
    await makeNew(directory, `${database}.made`);
    cpSync(database, pathBefore(database), { recursive: true });
    renameSync(database, `${database}.discarded`);
    renameSync(`${database}.made`, database);
    rmSync(join(`${database}.discarded`, 'CURRENT'));
  },
};

let anew: Promise<string> | undefined;

/** Puts a database where it is said, that -reindex has made, as it is when it gets its name. */
async function makeNew({ directory }: Directory, path: string): Promise<void> {
  anew ??= reindexed(directory);
  cpSync(await anew, path, { recursive: true });
}

async function reindexed(directory: string): Promise<string> {
  const other = temporaryDirectory();
  cpSync(directory, other, { recursive: true });
  const { options } = loadOptions([`-datadir=${other}`, '-loglevel=silent', '-reindex'], {});
  const { store } = await openDatabase(
    options,
    () => ledgerOf(options.network, new SignatureCache()),
    createLogger(options),
  );
  await store.close();
  return join(other, 'regtest', 'chain');
}

for (const [moment, prepare] of Object.entries(MOMENTS)) {
  test(`the process ends ${moment}: the next start has blocks and waiting transactions`, async () => {
    const again = moment === 'between the two renames' ? [['-reindex']] : [];
    for (const switches of [[], ...again]) {
      const directory = await withWaiting();
      await prepare(directory);
      await assertWhole(directory, switches);
    }
  });
}

test('a new database that cannot be filled changes nothing', async () => {
  const directory = await withWaiting();
  const openAt = async (path: string) =>
    (await openStore({ path, engine: 'auto', cacheBytes: 1 << 20 })).store;
  const full = new Error('the disk is full');
  const failure = await replaceDatabase(directory.database, openAt, async () => {
    throw full;
  }).catch((error: unknown) => error);
  assert.is(failure, full);
  assert.not(existsSync(pathBefore(directory.database)));
  await assertWhole(directory, []);
});

test('a first start that ended before its database had a block: the next one starts, though there is a log of blocks', async () => {
  const directory = temporaryDirectory();
  const first = await startTestNode({ directory, switches: ['-mining=manual'] });
  await first.stop();
  rmSync(join(directory, 'regtest', 'chain'), { recursive: true });
  const blocks = join(directory, 'regtest', 'blocks');
  const refused = await startTestNode({ directory }).catch((error: unknown) => error);
  assert.match(String(refused), /has a log of blocks.*-reindex/);
  rmSync(blocks, { recursive: true });
  await (
    await BlockLog.open({
      directory: blocks,
      genesisHash: genesisHashOf(ledgerOf(REGTEST, new SignatureCache())),
      reached: undefined,
    })
  ).log.close();
  const node = await startTestNode({ directory });
  assert.is(await node.call('verifychain'), true);
  await node.stop();
});

test.run();
