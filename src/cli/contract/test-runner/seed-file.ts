import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where seeds of failures are kept, in the working directory. It is made to be left out of repositories. */
export const SEED_FILE = '.coind/seeds.json';

export type Seeds = Readonly<Record<string, number>>;

/** Seeds of tests that have failed; none where nothing was kept. @throws Error for a file that is damaged */
export function readSeeds(): Seeds {
  let text: string;
  try {
    text = readFileSync(SEED_FILE, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Seeds;
  } catch (error) {
    throw new Error(`${SEED_FILE} is no JSON; remove it`, { cause: error });
  }
}

/** Keeps what has changed: a number is a failure, null a test that has passed. */
export function keepSeeds(known: Seeds, changes: readonly Readonly<Record<string, number | null>>[]): void {
  const merged: Record<string, number | null> = Object.assign({}, known, ...changes);
  const kept = Object.entries(merged).filter(([, seed]) => seed !== null);
  if (kept.length === 0) {
    rmSync(SEED_FILE, { force: true });
    return;
  }
  mkdirSync(dirname(SEED_FILE), { recursive: true });
  writeFileSync(SEED_FILE, `${JSON.stringify(Object.fromEntries(kept.sort()), undefined, 2)}\n`);
}
