import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Whether images can be made here: what its threads do is seen in /proc. */
export const MAKES_IMAGES = process.platform === 'linux';

/** A copy of a data directory that nobody uses: without the sockets by which processes lock it. */
export function copyOf(directory: string): string {
  const copy = temporaryDirectory();
  cpSync(directory, copy, { recursive: true, filter: path => !path.includes('.lock-') });
  return copy;
}

/**
 * Copies the data directory of a running process while all its threads are stopped: the copy has what a kill at this
 * moment would have left, as the system keeps for either what was written and is not on the disk yet.
 * @param pid - of the process, which goes on afterwards
 * @param before - is called when it is stopped, before the copy is made
 * @returns undefined where the process has ended
 */
export async function imageOf(pid: number, directory: string): Promise<string | undefined> {
  if (!signal(pid, 'SIGSTOP')) return undefined;
  try {
    while (!isStopped(pid)) await setImmediate();
    return copyOf(directory);
  } finally {
    signal(pid, 'SIGCONT');
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

/** Whether no thread of a process runs any more. */
function isStopped(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.every(thread =>
      /\) [TtZX] /.test(readFileSync(join(`/proc/${pid}/task`, thread, 'stat'), 'utf8')),
    );
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code !== 'ENOENT' &&
      (error as NodeJS.ErrnoException).code !== 'ESRCH'
    )
      throw error;
    return true; // It has ended.
  }
}
