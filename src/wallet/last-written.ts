import { readFile } from 'node:fs/promises';
import { sha256 } from '../crypto/hash.js';
import { overwriteFile } from '../storage/changed-file.js';
import { replaceFile } from '../storage/whole-file.js';
import { WalletError } from './errors.js';

/*
 * An older copy of a wallet is as sound as the newest one, but has fewer keys; and where there is no wallet, a new one
 * is made. So it is noted beside the wallet what it was last: the sums of its text before and after each change, on
 * the disk before the change, and at the end of a process the sum of what is there, twice. Lines of hex: both sums,
 * then the sum of those lines.
 */

/** In the place of a sum: there is no wallet. */
export const NO_WALLET = '0'.repeat(64);

function noteOf(path: string): string {
  return `${path}.last`;
}

/** Notes that a wallet is going to be changed. @param before - its sum, or {@link NO_WALLET} */
export async function noteChange(path: string, before: string, after: string): Promise<void> {
  await replaceFile(noteOf(path), note(before, after));
}

/**
 * The same in the file that is there, as fast as a disk can: what a loss of power leaves of it is the old note, the
 * new one, or one that is damaged, without which any wallet is taken.
 */
export async function noteChangeInPlace(path: string, before: string, after: string): Promise<void> {
  await overwriteFile(noteOf(path), note(before, after));
}

/** Notes are of one length. */
function note(before: string, after: string): string {
  const body = `${before}\n${after}\n`;
  return `${body}${sumOfNote(body)}\n`;
}

function sumOfNote(body: string): string {
  return sha256(Buffer.from(body)).toString('hex');
}

/**
 * Checks that a wallet is the one that was written last. Without a note, or with a damaged one, any is taken.
 * @param sum - its sum, or {@link NO_WALLET}
 * @returns whether no other wallet would be taken in its place
 * @throws WalletError `bad-file`
 */
export async function requireLast(path: string, sum: string): Promise<boolean> {
  const sums = await notedSums(path);
  if (sums === undefined) return false;
  if (sums.includes(sum)) return sums.every(each => each === sum);
  const what =
    sum === NO_WALLET
      ? `${path} is missing, but there was a wallet`
      : `${path} is not the wallet that was written last: an older copy lacks the keys that were made since`;
  throw new WalletError(
    'bad-file',
    `${what}. Nothing was changed. Put the newest copy in its place; to go on ${
      sum === NO_WALLET ? 'with a new wallet' : 'with this one'
    } all the same, remove the file ${noteOf(path)}`,
  );
}

async function notedSums(path: string): Promise<readonly string[] | undefined> {
  let noted: string;
  try {
    noted = await readFile(noteOf(path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [before = '', after = '', own] = noted.split('\n');
  return own === sumOfNote(`${before}\n${after}\n`) ? [before, after] : undefined;
}
