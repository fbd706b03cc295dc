import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StorageError } from '../../src/storage/errors.js';
import { lockPath } from '../../src/storage/path-lock.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('locks of paths');
const PROGRAM = fileURLToPath(new URL('./locking-process.js', import.meta.url));

/** Another process that tries to take a lock. */
async function locker(path: string): Promise<{ got: boolean; pid: number; kill(): Promise<void> }> {
  const child = fork(PROGRAM, [path]);
  const got = await new Promise<boolean>(done => child.once('message', answer => done(answer === 'locked')));
  return {
    got,
    pid: child.pid!,
    kill: () =>
      new Promise(done => {
        child.once('exit', () => done());
        child.kill('SIGKILL');
      }),
  };
}

async function refusal(path: string): Promise<StorageError> {
  try {
    await lockPath(path, 'the file');
  } catch (error) {
    assert.instance(error, StorageError);
    return error as StorageError;
  }
  throw new Error('it was locked twice');
}

test('a second lock, of this process or another one, is refused with who has it', async () => {
  const path = join(temporaryDirectory(), 'wallet.dat');
  const lock = await lockPath(path, 'the wallet');
  assert.match(
    (await refusal(path)).message,
    new RegExp(`in use by another process \\(process ${process.pid}\\)`),
  );
  const other = await locker(path);
  assert.not(other.got);
  await other.kill();
  await lock.release();
  assert.not(existsSync(`${path}.lock`));
  await (await lockPath(path, 'the wallet')).release();
});

test('the lock of a process that was killed is free at once', async () => {
  const path = join(temporaryDirectory(), 'wallet.dat');
  const other = await locker(path);
  assert.ok(other.got);
  const error = await refusal(path);
  assert.is(error.code, 'locked');
  assert.match(error.message, new RegExp(`process ${other.pid}`));
  await other.kill();
  await (await lockPath(path, 'the wallet')).release();
});

test('of many processes that find the lock of one that was killed, one gets it', async () => {
  const path = join(temporaryDirectory(), 'wallet.dat');
  await (await locker(path)).kill();
  const all = await Promise.all(Array.from({ length: 6 }, () => locker(path)));
  assert.is(all.filter(({ got }) => got).length, 1);
  await Promise.all(all.map(each => each.kill()));
});

test('a path that is too long for a socket is locked as well', async () => {
  const directory = join(temporaryDirectory(), 'a'.repeat(100), 'b'.repeat(100));
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'wallet.dat');
  const lock = await lockPath(path, 'the wallet');
  assert.ok(lock.isExclusive);
  const other = await locker(path);
  assert.not(other.got);
  await other.kill();
  await lock.release();
});

test.run();
