import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasBlockBytes } from '../chain/move-to-log.js';
import { copyDatabase } from '../storage/copy-database.js';
import { syncFile, syncTree } from '../storage/durable-copy.js';
import type { KeyValueStore } from '../storage/key-value-store.js';

/** Where a database is kept as an earlier version of the program has left it. */
function keptName(path: string): string {
  return `${path}.before-upgrade`;
}

/**
 * Opens a database. One of an earlier version, whose blocks are going to be left to the log of blocks, is
 * copied first; what never changes is linked.
 * @param onNote - gets where the copy is
 */
export async function openKeepingEarlier(
  path: string,
  open: () => Promise<KeyValueStore>,
  onNote: (note: string) => void,
): Promise<KeyValueStore> {
  const store = await open();
  const kept = keptName(path);
  if (existsSync(kept) || !hasBlockBytes(store)) return store;
  await store.close();
  const unfinished = `${kept}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await copyDatabase(path, unfinished);
  await syncTree(unfinished);
  await rename(unfinished, kept);
  await syncFile(dirname(kept));
  onNote(`the database is one of an earlier version; as it was, it is kept in ${kept}, which can be removed`);
  return await open();
}
