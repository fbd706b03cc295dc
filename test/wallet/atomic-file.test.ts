import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceFile } from '../../src/wallet/atomic-file.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

test('a file is made, then replaced, and nothing else stays in the directory', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'wallet.json');
  await replaceFile(path, 'first');
  await replaceFile(path, 'second');
  assert.is(readFileSync(path, 'utf8'), 'second');
  assert.equal(readdirSync(directory), ['wallet.json']);
});

test('only the owner can read the file, whatever a crash has left behind', async () => {
  const path = join(temporaryDirectory(), 'wallet.json');
  writeFileSync(`${path}.new`, 'half a wal');
  chmodSync(`${path}.new`, 0o644);
  await replaceFile(path, 'whole');
  assert.is(readFileSync(path, 'utf8'), 'whole');
  assert.is(statSync(path).mode & 0o777, 0o600);
});

test('whoever has put something in the place of the unfinished file does not get to see the content', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'wallet.json');
  writeFileSync(`${path}.new`, 'open to others');
  const reader = openSync(`${path}.new`, 'r');
  await replaceFile(path, 'keys');
  assert.is(readFileSync(reader, 'utf8'), 'open to others');
  closeSync(reader);

  const target = join(directory, 'target');
  writeFileSync(target, 'another file');
  symlinkSync(target, `${path}.new`);
  await replaceFile(path, 'more keys');
  assert.is(readFileSync(target, 'utf8'), 'another file');
  assert.is(readFileSync(path, 'utf8'), 'more keys');
});

test('when the new content cannot be put in place the old file stays and the error comes out', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'wallet.json');
  mkdirSync(path); // a directory cannot be replaced by a file
  try {
    await replaceFile(path, 'content');
    assert.unreachable('the replacement of a directory succeeded');
  } catch (error) {
    assert.match(String((error as NodeJS.ErrnoException).code), /EISDIR|EEXIST|ENOTEMPTY|EPERM/);
  }
  assert.ok(statSync(path).isDirectory());
  assert.equal(readdirSync(directory), ['wallet.json']);
});

test.run();
