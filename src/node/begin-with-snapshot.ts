import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BlockLog } from '../chain/block-log.js';
import { ChainError } from '../chain/errors.js';
import { genesisOperations } from '../chain/open-chain.js';
import { blockOfSnapshot, type LoadProgress, loadSnapshot } from '../chain/snapshot/load-snapshot.js';
import { type ReadManifest, readManifest } from '../chain/snapshot/manifest.js';
import type { Ledger } from '../ledger/types.js';
import { linkOrCopy, syncTree } from '../storage/durable-copy.js';
import { StorageError } from '../storage/errors.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import type { LogPosition, RecordPlace } from '../storage/record-log/read-log.js';
import { syncDirectory } from '../storage/record-log/segment-files.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { ChainPaths } from './chain-paths.js';

export interface SnapshotStart {
  /** Directory of the network. */
  readonly network: string;
  readonly paths: ChainPaths;
  readonly genesisHash: string;
  readonly ledger: Ledger;
  readonly keepsLtHash: boolean;
  /** Opens, or makes, the database of a directory. */
  readonly openAt: (path: string) => Promise<KeyValueStore>;
  /** Is called with what was found and done. */
  readonly onNote: (note: string) => void;
  readonly onProgress?: LoadProgress | undefined;
}

/** What is not complete yet has this name. */
function loading(path: string): string {
  return `${path}.loading`;
}

/** Where a node keeps the snapshot that it has begun with: its database can be made anew from it and from the log. */
export function keptSnapshot(network: string): string {
  return join(network, 'snapshot');
}

/**
 * Makes the chain of a directory that has none from a snapshot. Nothing of it has its name before all of it is
 * proven and on the disk. A directory that began with the same snapshot is left as it is.
 *
 * @param given - directory of the snapshot
 * @param expectedId - the id that it must have; empty: any
 * @throws StorageError `exists` where there is another chain, `damaged`, `unfinished`; ChainError `wrong-network`
 */
export async function beginWithSnapshot(
  start: SnapshotStart,
  given: string,
  expectedId: string,
): Promise<void> {
  const { network, paths, onNote } = start;
  await finishLoading(start);
  const snapshot = await readManifest(resolve(given));
  requireExpected(snapshot, start, given, expectedId);
  if (existsSync(paths.database) || existsSync(paths.blocks)) {
    const kept = existsSync(keptSnapshot(network)) ? await readManifest(keptSnapshot(network)) : undefined;
    if (kept?.id === snapshot.id) return;
    throw new StorageError(
      'exists',
      `${network} has a chain already, which a snapshot would replace. Nothing was changed. Start without -loadsnapshot, ` +
        'or with another -datadir',
    );
  }
  onNote(
    `the chain begins with the snapshot ${snapshot.id}: block ${snapshot.manifest.height} ${snapshot.manifest.hash}, ` +
      `state digest ${snapshot.manifest.stateDigest}. Compare them with those of a node that you trust`,
  );
  await keep(resolve(given), keptSnapshot(network));
  for (const path of [paths.database, paths.blocks])
    await rm(loading(path), { recursive: true, force: true });
  const logged = await beginLog(start, snapshot, loading(paths.blocks));
  const store = await start.openAt(loading(paths.database));
  try {
    await load(start, snapshot, store, logged);
  } finally {
    await store.close();
  }
  await rename(loading(paths.database), paths.database);
  await finishLoading(start);
}

/** Completes the beginning with a snapshot that was cut off after everything was proven. */
export async function finishLoading({
  network,
  paths,
}: Pick<SnapshotStart, 'network' | 'paths'>): Promise<void> {
  if (!existsSync(loading(paths.blocks)) || !existsSync(paths.database) || existsSync(paths.blocks)) return;
  await rename(loading(paths.blocks), paths.blocks);
  await syncDirectory(network);
}

/**
 * Puts the snapshot that a log begins with into an empty database that is going to be made from it.
 * @returns whether the log begins with one
 * @throws StorageError `damaged`, `unfinished`
 */
export async function reloadSnapshot(start: SnapshotStart, store: KeyValueStore): Promise<boolean> {
  const found = await snapshotOfLog(start);
  if (found === undefined) return false;
  await load(start, found.snapshot, store, found.logged);
  return true;
}

interface LoggedSnapshot {
  readonly snapshot: ReadManifest;
  readonly logged: { readonly place: RecordPlace; readonly end: LogPosition };
}

/** The snapshot that a log begins with, if it does. @throws StorageError where it is not there, or another one */
export async function snapshotOfLog({
  network,
  paths,
  genesisHash,
}: Pick<SnapshotStart, 'network' | 'paths' | 'genesisHash'>): Promise<LoggedSnapshot | undefined> {
  if (!existsSync(paths.blocks)) return undefined;
  const { log } = await BlockLog.open({ directory: paths.blocks, genesisHash, reached: undefined });
  try {
    let id: string | undefined;
    for await (const { event, place, end } of log.eventsAfter(undefined)) {
      if (event.type === 'loaded') {
        id = Buffer.from(event.id).toString('hex');
        continue;
      }
      if (id === undefined || event.type !== 'known') return undefined;
      const snapshot = await readManifest(keptSnapshot(network));
      if (snapshot.id === id) return { snapshot, logged: { place, end } };
      throw new StorageError(
        'damaged',
        `${keptSnapshot(network)} is not the snapshot ${id} that the log begins with`,
      );
    }
    return undefined;
  } finally {
    await log.close();
  }
}

/** @throws StorageError, ChainError */
function requireExpected(
  { manifest, id }: ReadManifest,
  { ledger, genesisHash }: SnapshotStart,
  given: string,
  expectedId: string,
): void {
  if (expectedId !== '' && expectedId.toLowerCase() !== id) {
    throw new StorageError('damaged', `the snapshot in ${given} has the id ${id}, expected is ${expectedId}`);
  }
  if (manifest.network === ledger.network.name && manifest.genesis === genesisHash) return;
  throw new ChainError(
    'wrong-network',
    `the snapshot in ${given} is of network ${manifest.network}, which begins with block ${manifest.genesis}; this node ` +
      `is for ${ledger.network.name}, which begins with ${genesisHash}`,
  );
}

async function keep(from: string, to: string): Promise<void> {
  const unfinished = loading(to);
  await rm(unfinished, { recursive: true, force: true });
  await rm(to, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  for (const name of await readdir(from)) await linkOrCopy(join(from, name), join(unfinished, name));
  await syncTree(unfinished);
  await rename(unfinished, to);
  await syncDirectory(dirname(to));
}

/** Makes a log that begins with a snapshot: which one it is, and its block. */
async function beginLog(
  { network, genesisHash, ledger }: SnapshotStart,
  { manifest, id }: ReadManifest,
  directory: string,
): Promise<LoggedSnapshot['logged']> {
  const { raw } = await blockOfSnapshot(keptSnapshot(network), manifest, wireRulesOf(ledger.network));
  const { log } = await BlockLog.open({ directory, genesisHash, reached: undefined });
  try {
    const { height, hash } = manifest;
    log.append({ type: 'loaded', height, hash, id: Buffer.from(id, 'hex') });
    const { place, end, written } = log.append({ type: 'known', hash, raw, edits: [] });
    await written;
    return { place, end };
  } finally {
    await log.close();
  }
}

async function load(
  { network, ledger, keepsLtHash, onProgress }: SnapshotStart,
  { manifest }: ReadManifest,
  store: KeyValueStore,
  logged: LoggedSnapshot['logged'],
): Promise<void> {
  await loadSnapshot({
    directory: keptSnapshot(network),
    manifest,
    store,
    rules: wireRulesOf(ledger.network),
    keepsLtHash,
    logged,
    genesis: genesisOperations(ledger),
    ...(onProgress && { onProgress }),
  });
}
