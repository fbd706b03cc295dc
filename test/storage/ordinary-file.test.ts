import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NotOrdinaryFile, readOrdinary, requireOrdinaryTarget } from '../../src/storage/ordinary-file.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const directory = temporaryDirectory();
const file = join(directory, 'file');
const pipe = join(directory, 'pipe');
const missing = join(directory, 'missing');
writeFileSync(file, 'content');
execFileSync('mkfifo', [pipe]);

const OTHERS: readonly (readonly [what: string, path: string])[] = [
  ['a named pipe', pipe],
  ['a device', '/dev/zero'],
  ['a directory', directory],
  ['a name with a zero byte', `${file}\0`],
];

async function failure(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    error => error,
  );
}

test('an ordinary file is read', async () => {
  assert.is(String(await readOrdinary(file)), 'content');
});

test('a file that is missing is what the file system says', async () => {
  assert.is(((await failure(readOrdinary(missing))) as NodeJS.ErrnoException).code, 'ENOENT');
});

for (const [what, path] of OTHERS) {
  test(`${what} is refused at once, to read and to write`, async () => {
    assert.instance(await failure(readOrdinary(path)), NotOrdinaryFile);
    assert.instance(await failure(requireOrdinaryTarget(path)), NotOrdinaryFile);
  });
}

test('a file may be written where there is none, and over an ordinary one, and the check writes nothing', async () => {
  await requireOrdinaryTarget(missing);
  await requireOrdinaryTarget(file);
  assert.not.ok(existsSync(missing));
  assert.is(readFileSync(file, 'utf8'), 'content');
});

test('a target below a file is what the file system says', async () => {
  const error = await failure(requireOrdinaryTarget(join(file, 'below')));
  assert.is((error as NodeJS.ErrnoException).code, 'ENOTDIR');
});

test.run();
