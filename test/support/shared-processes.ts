import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rooms whose tests leave nothing behind in their process: neither another working directory nor variables. */
const ROOMS = [
  'chain',
  'codec',
  'config',
  'consensus',
  'crypto',
  'ledger',
  'matcher',
  'rpc/declaration',
  'rpc/submission',
  'state',
  'storage',
  'tx',
  'vm/native',
  'vm/universal',
] as const;
/** Files of one process: enough to save what loading takes, and few enough that a failure is found by reading. */
const LARGEST_SHARE = 16;

/** Test files that run in one process, one after the other. */
export interface SharedProcess {
  /** What is printed of it. */
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Which test files run alone, and which share a process.
 * @param files - relative to the folder of the tests
 * @param largest - files that share a process at most
 */
export function sharedProcesses(
  files: readonly string[],
  largest: number = LARGEST_SHARE,
): { readonly alone: readonly string[]; readonly together: readonly SharedProcess[] } {
  const roomOf = (file: string): string | undefined => ROOMS.find(room => file.startsWith(`${room}/`));
  const together = ROOMS.flatMap(room => {
    const ofRoom = files.filter(file => roomOf(file) === room);
    const parts = Math.ceil(ofRoom.length / largest);
    return Array.from({ length: parts }, (_, part) => {
      const shared = ofRoom.filter((_file, i) => i % parts === part);
      const [first = room] = shared;
      const name =
        shared.length === 1
          ? first
          : `${room} (${shared.length} files${parts > 1 ? `, part ${part + 1}` : ''})`;
      return { name, files: shared };
    });
  });
  return { alone: files.filter(file => roomOf(file) === undefined), together };
}

/**
 * Writes the program of a shared process: the files are loaded in turn, and then run in the same order.
 * @param folder - with the files in their joined form
 * @returns its path
 */
export function writeSharedProcess(folder: string, name: string, files: readonly string[]): string {
  const lines = files.map(
    (file, i) => `globalThis.UVU_INDEX = ${i};
globalThis.UVU_QUEUE.push([${JSON.stringify(file)}]);
await import(${JSON.stringify(`./${file}`)});`,
  );
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.mjs`);
  writeFileSync(
    path,
    `// Whoever sets these says that uvu is to wait until all files are loaded.
globalThis.UVU_DEFER = 1;
globalThis.UVU_QUEUE = [];
${lines.join('\n')}
const { exec } = await import('uvu');
await exec();
`,
  );
  return path;
}
