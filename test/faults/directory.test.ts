import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heightKey } from '../../src/chain/block-records.js';
import { openStore } from '../../src/storage/open.js';
import { startTestNode } from '../support/nodes/node.js';
import { NodeProcess, runProgram } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* What happens to the directory of a node: each has to end with a clear message or without any loss. */

const START = ['-rpcbind=127.0.0.1:0', '-mining=manual', '-loglevel=silent'];
const COIN = 100_000_000;

interface Hash {
  readonly hash: string;
}

/** What the program prints when it ends at once, with a status of failure. */
async function printedError(directory: string): Promise<string> {
  const { code, errors } = await runProgram(`-datadir=${directory}`, ...START);
  assert.is(code, 1);
  return errors;
}

/** The error that a start on a directory ends with. */
async function startError(directory: string): Promise<string> {
  const node = await startTestNode({ directory }).catch((error: Error) => error);
  if (node instanceof Error) return node.message;
  await node.stop();
  throw new Error('the node started');
}

interface Directory {
  readonly directory: string;
  /** Hashes of the blocks after those of a new directory. */
  readonly hashes: readonly string[];
}

let made: Promise<Directory> | undefined;

/** A copy of a directory with a chain of transfers; the node that made it has ended in good order. */
async function directoryWithChain(): Promise<Directory> {
  made ??= makeDirectory();
  const { directory: original, hashes } = await made;
  const directory = temporaryDirectory();
  cpSync(original, directory, { recursive: true });
  return { directory, hashes };
}

async function makeDirectory(): Promise<Directory> {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory });
  const hashes: string[] = [];
  for (let i = 0; i < 5; i++) {
    await node.call('submitsendtx', '0-13', '0-14', COIN, 10_000, `${i}`);
    hashes.push(...(await node.call<string[]>('generate', 1)));
  }
  await node.stop();
  return { directory, hashes };
}

function databaseOf(directory: string): string {
  return join(directory, 'regtest', 'chain');
}

test('a second node on the directory of a running one is an error that says so, and the first goes on', async () => {
  const first = await NodeProcess.start({ switches: ['-mining=manual'] });
  assert.match(
    await printedError(first.directory),
    /^error: the data directory of .* is in use by another process \(process \d+\); stop that one/m,
  );
  await first.call('generate', 1);
  assert.is(await first.call('getblockcount'), 2);
  await first.stop();
});

test('two nodes do not share a wallet, a state file or a directory, whatever else is in memory: both would write it', async () => {
  const wallet = join(temporaryDirectory(), 'keys.json');
  const state = join(temporaryDirectory(), 'chain.state');
  const first = await NodeProcess.start({ switches: [`-wallet=${wallet}`, `-state=${state}`] });
  const holder = /in use by another process \(process \d+\)/;
  for (const switches of [
    [`-datadir=${temporaryDirectory()}`, `-wallet=${wallet}`],
    [`-datadir=${temporaryDirectory()}`, `-state=${state}`],
    [`-datadir=${first.directory}`, `-state=${join(temporaryDirectory(), 'other.state')}`],
    [`-datadir=${first.directory}`, '-ephemeral'],
  ]) {
    const { code, errors } = await runProgram(...switches, ...START);
    assert.is(code, 1, switches.join(' '));
    assert.match(errors, holder, switches.join(' '));
  }
  assert.is(typeof (await first.call('getblockcount')), 'number');
  await first.stop();
});

test('a directory that cannot be made is an error that says what to do', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const errors = await printedError(join(file, 'data'));
  assert.match(errors, /^error: .*cannot be (made|written)/m);
  assert.not.match(errors, /\n\s+at /, 'no stack');
});

test('a wallet, process id or state file that cannot be had is an error that names the file', async () => {
  const directory = temporaryDirectory();
  const missing = join(directory, 'missing', 'file');
  for (const [option, pattern] of [
    [`-wallet=${missing}`, /^the wallet .+\/missing\/file cannot be made: ENOENT/],
    [`-wallet=${directory}`, /^option wallet: .+ is not an ordinary file/],
    [`-pid=${missing}`, /^option pid: the file cannot be written: ENOENT/],
    [`-state=${directory}`, /^option state: .+ is not an ordinary file/],
  ] as const) {
    const error = await startTestNode({ directory: temporaryDirectory(), switches: [option] }).catch(
      (failure: Error) => failure,
    );
    assert.instance(error, Error, option);
    assert.match((error as Error).message, pattern);
  }
});

test('a wallet file may have a path of its own, outside of the data directory', async () => {
  const wallet = join(temporaryDirectory(), 'keys.json');
  const node = await startTestNode({ directory: temporaryDirectory(), switches: [`-wallet=${wallet}`] });
  const inPlace = await node.call('dumpwallet', wallet).catch((error: unknown) => error);
  assert.match(String(inPlace), /shall not be saved/);
  await node.stop();
  assert.is(statSync(wallet).mode & 0o777, 0o600);
});

/** Makes a directory unwritable for everybody, the superuser included; undefined where that is not possible. */
function lockedAgainstWriting(directory: string): (() => void) | undefined {
  if (process.getuid?.() !== 0) {
    chmodSync(directory, 0o500);
    return () => chmodSync(directory, 0o700);
  }
  try {
    execFileSync('mount', ['--bind', directory, directory], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const unmount = () => void execFileSync('umount', [directory], { stdio: 'ignore' });
  try {
    execFileSync('mount', ['-o', 'remount,bind,ro', directory], { stdio: 'ignore' });
    return unmount;
  } catch {
    unmount();
    return undefined;
  }
}

test('a read-only directory is an error that says what to do', async () => {
  for (const prepare of [
    async () => temporaryDirectory(),
    async () => (await directoryWithChain()).directory,
  ]) {
    const directory = await prepare();
    const unlock = lockedAgainstWriting(directory);
    if (unlock === undefined) {
      console.log('skipped: this user cannot make a directory read-only');
      return;
    }
    try {
      assert.match(await startError(directory), /cannot be (made|written) \(.*; .*use another/);
    } finally {
      unlock();
    }
  }
});

/** Lets the database look for a block where another one is. @returns puts that right */
async function misplaceBlock(directory: string, height: number, other: number): Promise<() => Promise<void>> {
  const [key, otherKey] = [heightKey('place', height), heightKey('place', other)];
  const put = async (change: (places: readonly Buffer[]) => Buffer): Promise<Buffer> => {
    const { store } = await openStore({ path: databaseOf(directory), engine: 'auto', cacheBytes: 1 << 20 });
    const places = store.getMany([key, otherKey]).map(place => Buffer.from(place!));
    await store.batch([{ type: 'put', key, value: change(places) }]);
    await store.close();
    return places[0]!;
  };
  const before = await put(places => places[1]!);
  return async () => void (await put(() => before));
}

test('a newest block that is another one in the log is an error that names it and says what to do', async () => {
  const { directory } = await directoryWithChain();
  const tipHeight = 6;
  const repair = await misplaceBlock(directory, tipHeight, 3);
  const errors = await startError(directory);
  assert.match(errors, new RegExp(`^the database is damaged: block ${tipHeight}: its hash is`));
  assert.match(errors, /start with a copy of the data directory/);
  await repair();
  const node = await startTestNode({ directory });
  assert.is(await node.call('getblockcount'), tipHeight);
  assert.is(await node.call('verifychain'), true);
  await node.stop();
});

test('verifychain finds a block further down that is another one in the log, and one that was damaged while the node runs', async () => {
  const { directory } = await directoryWithChain();
  const repair = await misplaceBlock(directory, 3, 4);
  let node = await startTestNode({ directory });
  assert.is(await node.call('verifychain'), false);
  await node.stop();
  await repair();

  node = await startTestNode({ directory });
  assert.is(await node.call('verifychain'), true);
  const file = join(node.directory, 'blocks', '000000.log');
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
  assert.is(await node.call('verifychain'), false);
  await node.stop();
  assert.match(await startError(directory), /000000\.log is damaged at byte \d+/);
});

test('bytes flipped in the newest log of the database: a start names the file, after a crash the place too; -salvage has all blocks from the log of blocks', async () => {
  const { directory, hashes } = await directoryWithChain();
  const path = databaseOf(directory);
  const logs = readdirSync(path).filter(name => name.endsWith('.log'));
  const newest = logs.map(name => join(path, name)).sort((a, b) => statSync(b).size - statSync(a).size)[0];
  assert.ok(newest, 'the engine keeps a log');
  const bytes = readFileSync(newest);
  const at = Math.floor(bytes.length * 0.9);
  for (let i = 0; i < 8; i++) bytes[at + i]! ^= 0xff;
  writeFileSync(newest, bytes);
  const error = await startError(directory);
  assert.ok(error.includes(newest), error);
  assert.match(error, /is not as it was when the node stopped.*-reindex/);

  // The sums of the files are written when a node stops: one that was killed has left none.
  rmSync(join(path, 'SUMS'));
  const place = await startError(directory);
  assert.ok(place.includes(newest), place);
  assert.match(place, /is damaged at byte \d+.*-salvage/);
  const node = await startTestNode({ directory, switches: ['-salvage'] });
  assert.is(await node.call('getblockcount'), hashes.length + 1);
  assert.is((await node.call<Hash>('getblockhash', hashes.length + 1)).hash, hashes.at(-1));
  assert.is(await node.call('verifychain', 4, 0), true);
  await node.stop();
});

if (process.platform !== 'win32') {
  /** Greatest size of a file, in the blocks of the shell (512 bytes or 1 KiB). */
  const FILE_BLOCKS = 800;
  /** Blocks after which a file of that size must be full. */
  const MOST_BLOCKS = 3_000;

  test('a full disk: no block is acknowledged that is not there, the node ends with the reason and a status of failure, and goes on after a restart with room', async () => {
    const directory = temporaryDirectory();
    const limited = `ulimit -f ${FILE_BLOCKS}; trap '' XFSZ; exec "$0" "$@"`;
    const node = await NodeProcess.start({
      directory,
      switches: ['-mining=manual', '-dbcache=4'],
      command: ['sh', '-c', limited, process.execPath],
    });
    const acknowledged: string[] = [];
    let failure: string | undefined;
    while (failure === undefined && acknowledged.length < MOST_BLOCKS) {
      await node
        .call('submitsendtx', '0-13', '0-14', COIN, 10_000, `${acknowledged.length}`)
        .catch(() => undefined);
      const made = await node.call<string[]>('generate', 20).catch((error: Error) => error.message);
      if (typeof made === 'string') failure = made;
      else acknowledged.push(...made);
    }
    assert.match(failure ?? 'none', /could not be written .*nothing more is written, restart the node/);
    assert.is(await node.ended(), 1);
    assert.match(node.printed, /^error: a block could not be written/m);

    const again = await NodeProcess.start({ directory, switches: ['-mining=manual'] });
    for (const [i, hash] of acknowledged.entries()) {
      if (i % 50 === 0 || i === acknowledged.length - 1) {
        assert.is((await again.call<Hash>('getblockhash', i + 2)).hash, hash);
      }
    }
    await again.call('generate', 1);
    assert.is(await again.call('verifychain', 3, 50), true);
    await again.stop();
  });
}

test('a start whose port is taken leaves no chain and no wallet behind', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const directory = temporaryDirectory();
  const { port } = taken.address() as AddressInfo;
  const { code, errors } = await runProgram(
    `-datadir=${directory}`,
    `-rpcbind=127.0.0.1:${port}`,
    '-loglevel=silent',
  );
  taken.close();
  assert.is(code, 1);
  assert.match(errors, /cannot listen: .*EADDRINUSE.*choose another port with -rpcport/);
  const left = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  assert.equal(
    left.filter(name => /chain|blocks|waiting|wallet|cookie/.test(name)),
    [],
  );
});

test.run();
