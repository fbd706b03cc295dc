import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded before a program (`--import`). Ends its process, as a loss of power would, before one of the changes that
 * it makes to its files; what a database engine changes by itself is not counted. Parameters of the address: `step`,
 * which change that is (the first is 1), and `begin`, whether the count begins at the `start` or at a SIGUSR2.
 */

const parameters = new URL(import.meta.url).searchParams;
const last = Number(parameters.get('step'));
let counting = parameters.get('begin') === 'start';
let steps = 0;

type AnyFunction = (...words: unknown[]) => unknown;

function step(): void {
  if (counting && ++steps === last) process.kill(process.pid, 'SIGKILL');
}

/** Lets the functions of an object count before they do their work. */
function count(
  target: object,
  names: readonly string[],
  changes: (words: unknown[]) => boolean = () => true,
): void {
  const functions = target as Record<string, AnyFunction | undefined>;
  for (const name of names) {
    const original = functions[name];
    if (original === undefined) throw new Error(`there is no function ${name} to count`);
    functions[name] = function (this: unknown, ...words: unknown[]) {
      if (changes(words)) step();
      return original.apply(this, words);
    };
  }
}

/** Whether a call of `open` may make or change a file. */
function opensToChange([, flags]: unknown[]): boolean {
  return flags !== undefined && flags !== 'r';
}

const NAMES = ['rename', 'unlink', 'rm', 'mkdir', 'link', 'writeFile', 'appendFile', 'copyFile', 'truncate'];
const OF_HANDLES = ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync'];
const OF_DESCRIPTORS = [
  'writeSync',
  'ftruncateSync',
  'fsyncSync',
  'fdatasyncSync',
  'fsync',
  'fdatasync',
  'write',
];

if (isMainThread) {
  process.on('SIGUSR2', () => {
    counting = true;
  });
  const path = join(tmpdir(), `end-at-step-${process.pid}`);
  const handle = await fs.promises.open(path, 'w');
  count(Object.getPrototypeOf(handle), OF_HANDLES);
  await handle.close();
  fs.rmSync(path);
  count(fs.promises, NAMES);
  count(fs.promises, ['open'], opensToChange);
  count(fs, [...NAMES.map(name => `${name}Sync`), ...OF_DESCRIPTORS]);
  count(fs, ['openSync'], opensToChange);
  syncBuiltinESMExports();
}
