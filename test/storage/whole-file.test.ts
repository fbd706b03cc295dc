import { execFileSync } from 'node:child_process';
import {
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
import { FileExists, removeUnfinished, replaceFile, writeNewFile } from '../../src/storage/whole-file.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

test('a file is made, then replaced, and nothing else stays in the directory', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'wallet.json');
  await replaceFile(path, 'first');
  await replaceFile(path, 'second');
  assert.is(readFileSync(path, 'utf8'), 'second');
  assert.equal(readdirSync(directory), ['wallet.json']);
});

test('only the owner can read a file, also one in the place of a file that everybody could read', async () => {
  const path = join(temporaryDirectory(), 'wallet.json');
  writeFileSync(path, 'open to others', { mode: 0o644 });
  const reader = openSync(path, 'r');
  await replaceFile(path, 'keys');
  assert.is(statSync(path).mode & 0o777, 0o600);
  assert.is(readFileSync(reader, 'utf8'), 'open to others');
  closeSync(reader);
});

test('what is unfinished is under a name of its own, whatever lies about', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'wallet.json');
  writeFileSync(join(directory, 'target'), 'another file');
  symlinkSync(join(directory, 'target'), `${path}.new`);
  await replaceFile(path, 'keys');
  assert.is(readFileSync(`${path}.new`, 'utf8'), 'another file');
  assert.equal(readdirSync(directory), ['target', 'wallet.json', 'wallet.json.new']);
});

test('what crashes have left is removed, and nothing that is named otherwise', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'wallet.json');
  const others = ['wallet.json', 'wallet.json.new', 'wallet.json.0123456789abcdef', 'x.0123456789abcdef.new'];
  for (const name of [...others, 'wallet.json.0123456789abcdef.new'])
    writeFileSync(join(directory, name), name);
  await removeUnfinished(path);
  assert.equal(readdirSync(directory), [...others].sort());
});

test('a new file takes the place of nothing, be it a file, a link, a directory or a pipe', async () => {
  const directory = temporaryDirectory();
  const at = (name: string): string => join(directory, name);
  writeFileSync(at('file'), 'precious');
  symlinkSync(at('file'), at('link'));
  symlinkSync(at('nowhere'), at('dangling'));
  mkdirSync(at('directory'));
  execFileSync('mkfifo', [at('pipe')]);
  const before = readdirSync(directory);
  for (const name of before) {
    const error = await writeNewFile(at(name), 'content').catch((refused: unknown) => refused);
    assert.instance(error, FileExists, name);
  }
  assert.equal(readdirSync(directory), before);
  assert.is(readFileSync(at('file'), 'utf8'), 'precious');
  await writeNewFile(at('new'), ['pieces', Buffer.from(' of it')]);
  assert.is(readFileSync(at('new'), 'utf8'), 'pieces of it');
  assert.is(statSync(at('new')).mode & 0o777, 0o600);
  assert.is(statSync(at('new')).nlink, 1);
});

test('of two that make a file at once, one does', async () => {
  const path = join(temporaryDirectory(), 'file');
  const made = await Promise.allSettled(['a', 'b', 'c'].map(content => writeNewFile(path, content)));
  assert.is(made.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('names may be as long as the file system takes', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'x'.repeat(255));
  await writeNewFile(path, 'content');
  await replaceFile(path, 'more');
  assert.equal(readdirSync(directory), ['x'.repeat(255)]);
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
