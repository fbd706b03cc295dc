import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOut } from '../../bench/runner/checkout.js';
import { ProcessGroup } from '../../bench/runner/process-group.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('checkout of another commit');

/** A repository of two commits whose build copies a file; the first one does not build. */
function repository(): string {
  const root = temporaryDirectory();
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...words], { cwd: root });
  const write = (name: string, content: string) => writeFileSync(join(root, name), content);
  git('init', '--quiet');
  write('.gitignore', 'node_modules/\ndist\n');
  write('package-lock.json', '{}');
  write('package.json', JSON.stringify({ name: 'x', scripts: { build: 'echo no compiler; exit 1' } }));
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  write('package.json', JSON.stringify({ name: 'x', scripts: { build: 'cp source dist' } }));
  write('source', 'second');
  git('add', '.');
  git('commit', '--quiet', '--message', 'second');
  mkdirSync(join(root, 'node_modules'));
  write('source', 'not committed');
  return root;
}

const worktreesOf = (root: string) =>
  execFileSync('git', ['worktree', 'list', '--porcelain'], { cwd: root, encoding: 'utf8' }).match(
    /^worktree /gm,
  )?.length;

test('a commit is built in a folder of its own, with the packages of the same lock file, and removed without trace', async () => {
  const root = repository();
  let remove = async () => {};
  const { folder, commit } = await checkOut(root, 'HEAD', new ProcessGroup(), atEnd => {
    remove = atEnd;
  });
  assert.is(readFileSync(join(folder, 'dist'), 'utf8'), 'second');
  assert.ok(lstatSync(join(folder, 'node_modules')).isSymbolicLink());
  assert.match(commit, /^[0-9a-f]{12}$/);
  assert.is(worktreesOf(root), 2);
  await remove();
  assert.not(existsSync(folder));
  assert.ok(existsSync(join(root, 'node_modules')));
  assert.is(worktreesOf(root), 1);
});

test('what is not built says what the build printed, and can be removed', async () => {
  const root = repository();
  let remove = async () => {};
  const error: unknown = await checkOut(root, 'HEAD~1', new ProcessGroup(), atEnd => {
    remove = atEnd;
  }).catch(reason => reason);
  assert.match(String(error), /npm run build failed in .*no compiler/s);
  await remove();
  assert.is(worktreesOf(root), 1);
});

test('a name of no commit is an error before anything is made', async () => {
  const root = repository();
  for (const name of ['nothing', '--all', '']) {
    let isMade = false;
    const error: unknown = await checkOut(root, name, new ProcessGroup(), () => {
      isMade = true;
    }).catch(reason => reason);
    assert.match(String(error), `there is no commit ${name} in ${root}`);
    assert.not(isMade);
  }
});

test('a build that is stopped writes nothing any more, nor do the programs that it has started', async () => {
  const root = temporaryDirectory();
  const file = join(root, 'written');
  const processes = new ProcessGroup();
  const script = `(while true; do echo more >> ${file}; sleep 0.05; done) & wait`;
  const run = processes.run('sh', ['-c', script], { cwd: root, errors: 'collect' });
  while (!existsSync(file)) await delay(20);
  await processes.stop();
  assert.is((await run).signal, 'SIGTERM');
  const { length } = readFileSync(file);
  await delay(200);
  assert.is(readFileSync(file).length, length);
  const error: unknown = await processes
    .run('true', [], { cwd: root, errors: 'collect' })
    .catch(reason => reason);
  assert.match(String(error), /true was not started/);
});

test.run();
