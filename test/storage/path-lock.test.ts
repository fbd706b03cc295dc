import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StorageError } from '../../src/storage/errors.js';
import { lockPath } from '../../src/storage/path-lock.js';
import { scaled } from '../support/random/scale.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('locks of paths');
const PROGRAM = fileURLToPath(new URL('./locking-process.js', import.meta.url));

/** Another process that tries to take a lock. It ends with this one, however a test ends. */
async function locker(path: string): Promise<{ got: boolean; pid: number; kill(): Promise<void> }> {
  const child = fork(PROGRAM, [path]);
  const got = await new Promise<boolean>((done, fail) => {
    child.once('message', answer => done(answer === 'locked'));
    child.once('exit', code => fail(new Error(`the other process has ended with ${code}`)));
  });
  child.unref();
  child.channel!.unref();
  return {
    got,
    pid: child.pid!,
    kill: () =>
      new Promise(done => {
        child.ref();
        child.once('exit', () => done());
        child.kill('SIGKILL');
      }),
  };
}

/** The name that a process leaves behind that was killed while it had a lock. */
async function leaveName(path: string): Promise<void> {
  const server = createServer().listen(`${path}.listening`);
  await once(server, 'listening');
  await rename(`${path}.listening`, `${path}.lock-1-${randomBytes(6).toString('hex')}`);
  await new Promise(done => server.close(done));
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
  assert.equal(readdirSync(dirname(path)), [], 'nothing of it is left');
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

test('of many that want a path at the same time one gets it, whatever the ones before have left behind', async () => {
  const path = join(temporaryDirectory(), 'wallet.dat');
  for (let round = 0; round < scaled(25, 1000); round++) {
    for (let name = round % 4; name > 0; name--) await leaveName(path);
    const wishes = Array.from({ length: 2 + (round % 7) }, async (_, place) => {
      await sleep((place * round) % 5);
      return await lockPath(path, 'the wallet');
    });
    const outcomes = await Promise.allSettled(wishes);
    const held = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    assert.is(
      held.length,
      1,
      `round ${round}: ${outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason : outcome.status))}`,
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.is(outcome.reason.code, 'locked');
    }
    await held[0]!.release();
    assert.equal(readdirSync(dirname(path)), []);
  }
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
