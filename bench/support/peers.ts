import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/config/package-root.js';

/*
 * What a benchmark compares with and what is too heavy for every checkout stands in a package of its
 * own under bench/peers, with a lock file. It is installed when its benchmark first runs.
 */

/**
 * The folder `node_modules` of the peers of a benchmark, installed first where it is missing.
 * @throws Error that says what to do where it cannot be installed
 */
export function installedPeers(benchmark: string): string {
  const folder = join(packageRoot(), 'bench', 'peers', benchmark);
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return modules;
  console.log(`installing what is compared with, once, in ${folder}`);
  const { status, error, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const cause = error?.message ?? stderr.trim();
    throw new Error(
      `npm ci in ${folder} failed: ${cause}\nRun it by hand where the npm registry can be reached.`,
    );
  }
  return modules;
}
