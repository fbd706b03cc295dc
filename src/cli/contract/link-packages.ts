import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../config/package-root.js';

/** What editors look for: this program, and the packages whose types tests and contracts use. */
const PACKAGES = ['coind', 'uvu', 'fast-check', '@types/node', 'assemblyscript'];

/**
 * Puts links to this program and its packages into `node_modules` of a project, where editors and the compiler of
 * TypeScript look for them. The files of the project then name no place of this machine. What is installed there stays.
 *
 * @returns the names of those that are linked
 */
export function linkPackages(project: string): string[] {
  return PACKAGES.filter(name => {
    const link = join(project, 'node_modules', name);
    const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink();
    if (isLink === false) return false;
    if (isLink) rmSync(link);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folderOf(name), link, 'junction');
    return true;
  });
}

/** Where a package is: beside this program, or above it where npm has put it. */
function folderOf(name: string): string {
  const root = packageRoot();
  if (name === 'coind') return root;
  for (let directory = root; ; directory = dirname(directory)) {
    const folder = join(directory, 'node_modules', name);
    if (existsSync(folder)) return folder;
    if (directory === dirname(directory))
      throw new Error(`the package ${name} is not installed beside ${root}`);
  }
}
