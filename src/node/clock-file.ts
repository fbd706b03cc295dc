import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '../config/logging.js';
import type { Consensus } from '../consensus/consensus.js';
import { sha256 } from '../crypto/hash.js';

/*
 * A clock that was set on a development network has to be the same after a restart: blocks that were made with it
 * would lie in the future of the machine's clock, and none could follow them for as long. The file has a line with the
 * offset in milliseconds and the first bytes of its SHA-256, which earlier versions left out.
 */

const NAME = 'clock-offset';
const SUM_DIGITS = 8;

/**
 * Sets the clock of a chain to what it was when the node stopped, and keeps it from then on.
 * @param directory - of the network
 * @throws Error where the file cannot be read or holds something else
 */
export function keepClock(directory: string, { chainControl }: Consensus, log: Pick<Logger, 'info'>): void {
  if (chainControl === undefined) return;
  const path = join(directory, NAME);
  rmSync(unfinished(path), { force: true });
  const offset = readOffset(path);
  if (offset !== 0) {
    chainControl.clockOffset = offset;
    const seconds = Math.abs(offset) / 1000;
    log.info(
      `the clock of the chain is ${seconds} s ${offset > 0 ? 'ahead of' : 'behind'} the machine's, as it was before the ` +
        "restart; setblocktime 0 sets it to the machine's",
    );
  }
  chainControl.followClock(milliseconds => writeOffset(path, milliseconds));
}

function readOffset(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
  const [, digits = '', sum = sumOf(digits)] = /^(-?\d+)(?: ([0-9a-f]{8}))?\n$/.exec(text) ?? [];
  if (digits !== '' && sum === sumOf(digits) && Number.isSafeInteger(Number(digits))) return Number(digits);
  throw new Error(
    `${path} is damaged: it is to hold the milliseconds by which the clock of the chain is ahead, and their checksum, ` +
      `but has ${JSON.stringify(text.slice(0, 40))}; put back a copy, or remove ` +
      'the file to go on with the clock of the machine',
  );
}

function sumOf(digits: string): string {
  return sha256(Buffer.from(digits)).toString('hex').slice(0, SUM_DIGITS);
}

/** At once: the caller's answer says that the clock is set. */
function writeOffset(path: string, milliseconds: number): void {
  if (milliseconds === 0) {
    rmSync(path, { force: true });
    syncDirectory(dirname(path));
    return;
  }
  const file = openSync(unfinished(path), 'w', 0o600);
  try {
    writeSync(file, `${milliseconds} ${sumOf(String(milliseconds))}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished(path), path);
  syncDirectory(dirname(path));
}

/** Makes the names in a directory last. */
function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unfinished(path: string): string {
  return `${path}.new`;
}
