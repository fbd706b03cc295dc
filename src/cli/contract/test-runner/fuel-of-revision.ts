import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type FuelSnapshot, readSnapshot } from './fuel-snapshot.js';

/**
 * The fuel that the tests of a revision of git show, which are run in a copy of it.
 *
 * @param words - files and folders, as for the run that it is compared with
 * @throws Error for a revision that does not exist, or whose tests fail
 */
export function fuelOfRevision(revision: string, words: readonly string[]): FuelSnapshot {
  const directory = mkdtempSync(join(tmpdir(), 'coind-revision-'));
  try {
    const prefix = git(['rev-parse', '--show-prefix']).toString().trim();
    const root = git(['rev-parse', '--show-toplevel']).toString().trim();
    const archive = git(['-C', root, 'archive', '--format=tar', revision]);
    execFileSync('tar', ['-xf', '-', '-C', directory], { input: archive, stdio: ['pipe', 'ignore', 'pipe'] });
    const project = join(directory, prefix);
    // Packages are not in the revision; those of the working directory are nearest to them.
    if (existsSync('node_modules') && !existsSync(join(project, 'node_modules'))) {
      symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
    }
    const file = join(directory, '.fuel-of-revision.json');
    const program = process.argv[1];
    if (program === undefined) throw new Error('the program that runs tests is not known');
    const named = words.filter(word => existsSync(join(project, word)));
    const command = [program, 'contract', 'test', '--no-coverage', `--fuel-snapshot=${file}`, ...named];
    const run = spawnSync(process.execPath, command, { cwd: project, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`the tests of ${revision} fail:\n${run.stdout}${run.stderr}`);
    return readSnapshot(file);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @throws Error with what git says */
function git(words: readonly string[]): Buffer {
  try {
    return execFileSync('git', words, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 30 });
  } catch (error) {
    const { stderr, code } = error as { readonly stderr?: Buffer; readonly code?: string };
    const said = stderr?.toString().trim() ?? '';
    throw new Error(`git ${words.join(' ')}: ${said === '' ? code : said}`, { cause: error });
  }
}
