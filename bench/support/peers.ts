import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/config/package-root.js';

/*
 * What a benchmark compares with and what is too heavy for every checkout stands in a package of its
 * own under bench/peers, with a lock file. It is installed when its benchmark first runs.
 */

/** The peer of the comparison is missing and cannot be fetched now; the message says what to do. */
export class PeersMissing extends Error {
  override readonly name = 'PeersMissing';
}

/** What npm writes at the end of an installation. */
const INSTALLED = '.package-lock.json';

/**
 * The folder `node_modules` of the peers of a benchmark, installed first where it is missing.
 * @throws PeersMissing where they cannot be installed
 */
export function installedPeers(benchmark: string): string {
  const folder = join(packageRoot(), 'bench', 'peers', benchmark);
  const modules = join(folder, 'node_modules');
  if (existsSync(join(modules, INSTALLED))) return modules;
  console.log(`installing what is compared with, once, in ${folder}`);
  const { status, error, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const cause = error?.message ?? stderr.trim();
    throw new PeersMissing(
      `npm ci in ${folder} failed: ${cause}\nRun it by hand where the npm registry can be reached.`,
    );
  }
  return modules;
}
