import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** What happens at a step: the process ends, or, as seen from the files, it does nothing more. */
export type AtStep = 'kill' | 'stop';

let steps = 0;
let last = Number.POSITIVE_INFINITY;
let atLast: AtStep = 'stop';
let isInstalled = false;

/** How many steps were taken since {@link stopAt}. */
export function stepsTaken(): number {
  return steps;
}

/**
 * Lets this process change files up to a step only: every opening, writing, syncing, renaming, linking and removing of
 * the promises of `node:fs` is one. Of a write that is the last step, half is done.
 */
export async function stopAt(step: number, what: AtStep, someFile: string): Promise<void> {
  [steps, last, atLast] = [0, step, what];
  if (isInstalled) return;
  isInstalled = true;
  const handle = await fs.open(someFile, 'w');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  for (const name of ['open', 'rename', 'link', 'unlink'] as const) {
    const original = fs[name] as (...args: never[]) => Promise<unknown>;
    Object.assign(fs, { [name]: (...args: never[]) => takeStep(() => kept(original(...args))) });
  }
  const { writeFile } = prototype;
  prototype.writeFile = function (this: FileHandle, data: string | Uint8Array) {
    const bytes = Buffer.from(data as string);
    return takeStep(
      () => writeFile.call(this, bytes),
      () => writeFile.call(this, bytes.subarray(0, bytes.length / 2)),
    ) as Promise<void>;
  };
  // What a process has written is there when it ends, on the disk or not.
  prototype.sync = () => takeStep(async () => undefined) as Promise<void>;
  syncBuiltinESMExports();
}

/** Nobody closes the files of work that has stopped: they stay open until the process ends. */
const opened: unknown[] = [];

async function kept(result: Promise<unknown>): Promise<unknown> {
  const value = await result;
  if (value !== undefined) opened.push(value);
  return value;
}

async function takeStep(work: () => Promise<unknown>, half?: () => Promise<unknown>): Promise<unknown> {
  steps++;
  if (steps < last) return await work();
  if (steps === last) await half?.();
  if (atLast === 'kill') process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => undefined);
}
