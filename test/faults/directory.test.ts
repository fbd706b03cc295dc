import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heightKey } from '../../src/chain/block-records.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { openStore } from '../../src/storage/open.js';
import { decodeBlock } from '../../src/tx/block.js';
import { TX } from '../../src/tx/transactions.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { NodeProcess, runProgram } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* What happens to the directory of a node: each has to end with a clear message or without any loss. */

const START = ['-rpcbind=127.0.0.1:0', '-mining=manual', '-loglevel=silent'];
const COIN = 100_000_000;

interface Hash {
  readonly hash: string;
}

/** The error that a start on a directory ends with. */
async function startError(directory: string): Promise<string> {
  const { code, errors } = await runProgram(`-datadir=${directory}`, ...START);
  assert.is(code, 1);
  return errors;
}

/** A directory with a chain of transfers; the node that made it has ended in good order. */
async function directoryWithChain(blocks: number): Promise<{ directory: string; hashes: string[] }> {
  const node = await NodeProcess.start({ switches: ['-mining=manual'] });
  const hashes: string[] = [];
  for (let i = 0; i < blocks; i++) {
    await node.call('submitsendtx', '0-13', '0-14', COIN, 10_000, `${i}`);
    hashes.push(...(await node.call<string[]>('generate', 1)));
  }
  await node.stop();
  return { directory: node.directory, hashes };
}

function databaseOf(directory: string): string {
  return join(directory, 'regtest', 'chain');
}

test('a second node on the directory of a running one is an error that says so, and the first goes on', async () => {
  const first = await NodeProcess.start({ switches: ['-mining=manual'] });
  assert.match(
    await startError(first.directory),
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
  const errors = await startError(join(file, 'data'));
  assert.match(errors, /^error: .*cannot be (made|written)/m);
  assert.not.match(errors, /\n\s+at /, 'no stack');
});

test('a wallet, process id or state file that cannot be had is an error that names the file', async () => {
  const directory = temporaryDirectory();
  const missing = join(directory, 'missing', 'file');
  for (const [option, pattern] of [
    [`-wallet=${missing}`, /^error: the wallet .+\/missing\/file cannot be made: ENOENT/m],
    [`-wallet=${directory}`, /^error: the wallet .+ cannot be read: EISDIR/m],
    [`-pid=${missing}`, /^error: option pid: the file cannot be written: ENOENT/m],
    [`-state=${directory}`, /^error: option state: .+ is not an ordinary file/m],
  ] as const) {
    const { code, errors } = await runProgram(`-datadir=${temporaryDirectory()}`, ...START, option);
    assert.is(code, 1, option);
    assert.match(errors, pattern);
  }
});

test('a wallet file may have a path of its own, outside of the data directory', async () => {
  const wallet = join(temporaryDirectory(), 'keys.json');
  const node = await NodeProcess.start({ switches: [`-wallet=${wallet}`] });
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
    async () => (await directoryWithChain(1)).directory,
  ]) {
    const directory = await prepare();
    const unlock = lockedAgainstWriting(directory);
    if (unlock === undefined) {
      console.log('skipped: this user cannot make a directory read-only');
      return;
    }
    try {
      assert.match(await startError(directory), /^error: .*cannot be (made|written) \(.*; .*use another/m);
    } finally {
      unlock();
    }
  }
});

/** Changes one bit pattern of a stored block. @returns puts it back */
async function damageBlock(
  directory: string,
  height: number,
  position: (raw: Buffer) => number,
): Promise<() => Promise<void>> {
  const key = heightKey('block', height);
  const put = async (change: (raw: Buffer) => Buffer): Promise<Buffer> => {
    const { store } = await openStore({ path: databaseOf(directory), engine: 'auto', cacheBytes: 1 << 20 });
    const raw = Buffer.from(store.getMany([key])[0]!);
    await store.batch([{ type: 'put', key, value: change(raw) }]);
    await store.close();
    return raw;
  };
  const before = await put(raw => {
    const damaged = Buffer.from(raw);
    damaged[position(raw)]! ^= 0x15;
    return damaged;
  });
  return async () => void (await put(() => before));
}

/** Where the last transaction, a transfer, ends its memo: the length of its signature and the signature follow. */
function endOfMemo(raw: Buffer): number {
  const { tx } = decodeBlock(raw, wireRulesOf(REGTEST)).transactions.at(-1)!;
  if (tx.type !== TX.UCOIN_TRANSFER) throw new TypeError('the last transaction is a transfer');
  return raw.length - 1 - tx.signature.length - 1;
}

test('a newest block with changed bytes is an error that names it and says what to do', async () => {
  const { directory } = await directoryWithChain(5);
  const tipHeight = 6;
  for (const [position, reason] of [
    [() => 10, 'its hash is'],
    [endOfMemo, 'Merkle root'],
    [() => 92, 'do not decode|not canonical'],
  ] as const) {
    const repair = await damageBlock(directory, tipHeight, position);
    const errors = await startError(directory);
    assert.match(
      errors,
      new RegExp(`^error: the database is damaged: block ${tipHeight}: .*(${reason})`, 'm'),
    );
    assert.match(errors, /start with a copy of the data directory/);
    await repair();
  }
  const node = await NodeProcess.start({ directory, switches: ['-mining=manual'] });
  assert.is(await node.call('getblockcount'), tipHeight);
  assert.is(await node.call('verifychain'), true);
  await node.stop();
});

test('verifychain finds a changed signature, which no hash covers, and a block that is damaged further down', async () => {
  const { directory } = await directoryWithChain(5);
  for (const [height, position] of [
    [6, (raw: Buffer) => raw.length - 5],
    [3, endOfMemo],
    [3, (raw: Buffer) => raw.length - 5],
  ] as const) {
    const repair = await damageBlock(directory, height, position);
    const node = await NodeProcess.start({ directory, switches: ['-mining=manual'] });
    assert.is(await node.call('verifychain'), false);
    await node.stop();
    await repair();
  }
});

test('bytes flipped in the newest log of the database: a start names the file; after a crash it has all blocks from the log of blocks', async () => {
  const { directory, hashes } = await directoryWithChain(8);
  const path = databaseOf(directory);
  const logs = readdirSync(path).filter(name => name.endsWith('.log'));
  const newest = logs.map(name => join(path, name)).sort((a, b) => statSync(b).size - statSync(a).size)[0];
  assert.ok(newest, 'the engine keeps a log');
  const bytes = readFileSync(newest);
  const at = Math.floor(bytes.length / 2);
  for (let i = 0; i < 8; i++) bytes[at + i]! ^= 0xff;
  writeFileSync(newest, bytes);
  const error = await startError(directory);
  assert.ok(error.includes(newest), error);
  assert.match(error, /is not as it was when the node stopped.*-reindex/);

  // The sums of the files are written when a node stops: one that was killed has left none.
  rmSync(join(path, 'SUMS'));
  const node = await NodeProcess.start({ directory, switches: ['-mining=manual'] });
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

test.run();
