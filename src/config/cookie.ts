import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from './small-file.js';

const FILE_NAME = '.cookie';
const USER = '__cookie__';
const PASSWORD_BYTES = 32;
/** Only the owner of the node may read its password. */
const OWNER_ONLY = 0o600;

/** Where a node keeps the credentials that it made up for this run. */
export function cookiePath(networkDirectory: string): string {
  return join(networkDirectory, FILE_NAME);
}

/** Credentials for one run, which nobody can guess: `user:password`. */
export function madeUpCredentials(): string {
  return `${USER}:${randomBytes(PASSWORD_BYTES).toString('hex')}`;
}

/**
 * Writes the credentials of this run where the client on the same machine finds them. The file appears complete or
 * not at all.
 */
export function writeCookie(networkDirectory: string, credentials: string): void {
  const path = cookiePath(networkDirectory);
  const temporary = `${path}.${randomBytes(8).toString('hex')}.new`;
  writeFileSync(temporary, credentials, { mode: OWNER_ONLY, flag: 'wx' });
  renameSync(temporary, path);
}

/** The credentials of a running node, or undefined where it left none. */
export function readCookie(networkDirectory: string): string | undefined {
  try {
    return readSmallFile(cookiePath(networkDirectory)).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes the credentials of a run that ends, unless another node has put its own in their place. */
export function removeCookie(networkDirectory: string, credentials: string): void {
  if (readCookie(networkDirectory) === credentials) rmSync(cookiePath(networkDirectory), { force: true });
}
