import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProcessGroup } from './process-group.js';

const run = promisify(execFile);

/** Another commit of a repository, checked out and built in a folder of its own. */
export interface Checkout {
  /** The first digits of its hash. */
  readonly commit: string;
  readonly folder: string;
}

/**
 * Checks a commit out beside the checkout `root`, installs what it needs and builds it. Packages are
 * those of `root` where both have the same lock file.
 *
 * @param name - a hash, branch, tag or expression such as `main~3`
 * @param processes - where the programs that build it run
 * @param atEnd - is given, before anything is written, what removes everything again once `processes` is stopped
 * @throws Error if there is no such commit, or it does not build
 */
export async function checkOut(
  root: string,
  name: string,
  processes: ProcessGroup,
  atEnd: (remove: () => Promise<void>) => void,
): Promise<Checkout> {
  const commit = await commitNamed(root, name);
  const parent = await mkdtemp(join(tmpdir(), 'coind-bench-'));
  const folder = join(parent, 'checkout');
  atEnd(async () => {
    await rm(parent, { recursive: true, force: true });
    await run('git', ['worktree', 'prune'], { cwd: root });
  });
  await completed(processes, root, 'git', ['worktree', 'add', '--detach', folder, commit]);
  if (await sameFile(root, folder, 'package-lock.json')) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    await completed(processes, folder, 'npm', ['run', 'build']);
  } else {
    // Builds as well, as npm runs the script `prepare` after it.
    await completed(processes, folder, 'npm', ['ci', '--no-audit', '--no-fund']);
  }
  await linkPeers(root, folder);
  return { commit, folder };
}

async function commitNamed(root: string, name: string): Promise<string> {
  const options = ['rev-parse', '--verify', '--quiet', '--short=12', '--end-of-options', `${name}^{commit}`];
  try {
    return (await run('git', options, { cwd: root })).stdout.trim();
  } catch {
    throw new Error(`there is no commit ${name} in ${root}`);
  }
}

async function completed(
  processes: ProcessGroup,
  cwd: string,
  program: string,
  words: readonly string[],
): Promise<void> {
  const { code, output } = await processes.run(program, words, { cwd, errors: 'collect' });
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} failed in ${cwd}:\n${output}`);
}

async function sameFile(root: string, folder: string, path: string): Promise<boolean> {
  const files = [join(root, path), join(folder, path)];
  if (!files.every(file => existsSync(file))) return false;
  const [here = '', there = ''] = await Promise.all(files.map(file => readFile(file, 'utf8')));
  return here === there;
}

/** What some benchmarks compare with is installed once, by the first run; see `bench/support/peers.ts`. */
async function linkPeers(root: string, folder: string): Promise<void> {
  for (const peer of ['hardhat', 'wasm']) {
    const place = join('bench', 'peers', peer);
    const installed = join(root, place, 'node_modules');
    if (!existsSync(installed) || !(await sameFile(root, folder, join(place, 'package-lock.json')))) continue;
    await symlink(installed, join(folder, place, 'node_modules'), 'dir');
  }
}
