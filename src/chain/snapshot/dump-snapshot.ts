import { open, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { encode } from '../../codec/codec.js';
import { required } from '../../codec/required.js';
import { StateError } from '../../state/errors.js';
import { LtHash } from '../../state/lthash.js';
import { STATE_SCHEMA } from '../../state/schema.js';
import { viewState } from '../../state/state-view.js';
import { requireSpace, syncFile } from '../../storage/durable-copy.js';
import type { KeyValueStore } from '../../storage/key-value-store.js';
import { makeNewDirectory } from '../../storage/writable-directory.js';
import type { Chain } from '../chain.js';
import { ChainError } from '../errors.js';
import type { TaskControl } from '../tasks.js';
import { ChunkWriter, sized } from './chunks.js';
import { historyCodec, historyOf } from './history.js';
import { CHUNK_BYTES, formatManifest, MANIFEST_FILE, type Manifest, snapshotId } from './manifest.js';
import { pastBytesIn, placesIn } from './stored-transactions.js';

export interface DumpSnapshotRequest {
  readonly chain: Chain;
  /** Of the chain. */
  readonly store: KeyValueStore;
  /** The directory that is made; nothing may be there. */
  readonly target: string;
  /** Default: of the newest block on the disk. */
  readonly height?: number | undefined;
  /** Bytes that must be left free. */
  readonly reserve: number;
  readonly task: TaskControl;
}

/** A snapshot that was made. */
export interface DumpedSnapshot {
  readonly id: string;
  readonly manifest: Manifest;
}

/**
 * Writes a snapshot while the chain goes on. It is complete, and on the disk, when its manifest is there.
 * @throws ChainError `not-found` where the state after the block is not there, `pruned` where the block is not;
 *   StorageError `exists`, `unwritable`, `no-space`; TaskCancelled. Nothing is left then
 */
export async function dumpSnapshot(request: DumpSnapshotRequest): Promise<DumpedSnapshot> {
  const target = resolve(request.target);
  await makeNewDirectory(target);
  try {
    const manifest = await writeChunks({ ...request, target });
    const text = formatManifest(manifest);
    await writeManifest(target, text);
    return { id: snapshotId(text), manifest };
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    if (error instanceof StateError) throw new ChainError('not-found', error.message, { cause: error });
    throw error;
  }
}

async function writeChunks({
  chain,
  store,
  target,
  height,
  reserve,
  task,
}: DumpSnapshotRequest): Promise<Manifest> {
  const { blocks, ledger } = chain;
  const turn = async (): Promise<void> => await task.turn();
  const view = await viewState(store, STATE_SCHEMA, { height, turn });
  const at = view.tip.height;
  const hash = required(blocks.header(at)?.hash, 'the hash of the block of the snapshot');
  const raw = required(blocks.rawBlock(at), 'the block of the snapshot');
  const room = async (): Promise<void> =>
    await requireSpace(join(target, MANIFEST_FILE), CHUNK_BYTES, reserve);

  const state = new ChunkWriter(target, 0, room);
  const sum = new LtHash();
  let entries = 0;
  for (const [key, value] of view.entries) {
    if (STATE_SCHEMA.tableOf(key[0] ?? 0).consensus) sum.add(key, value);
    await state.add(...sized(key), ...sized(value));
    task.report(++entries, 0);
    await task.turn();
  }
  const stateChunks = await state.finish();

  const history = new ChunkWriter(target, stateChunks.length, room);
  let transactions = 0;
  const places = () => placesIn(store);
  const pastBytes = (txid: string) => pastBytesIn(store, txid);
  for await (const record of historyOf(blocks, at, { places, pastBytes, task })) {
    transactions += record.txids.length;
    await history.add(...sized(encode(historyCodec, record)));
    task.report(entries + record.summary.header.height + 1, entries + at + 1);
  }
  const historyChunks = await history.finish();

  const newest = new ChunkWriter(target, stateChunks.length + historyChunks.length, room);
  await newest.add(raw);
  const blockChunks = await newest.finish();
  if (blocks.header(at)?.hash !== hash) {
    throw new ChainError('not-found', `block ${at} was taken back while its snapshot was made; try again`);
  }
  return {
    network: ledger.network.name,
    genesis: required(blocks.header(0)?.hash, 'the hash of block 0'),
    height: at,
    hash,
    stateDigest: sum.digest().toString('hex'),
    digestChain: view.tip.digest.toString('hex'),
    entries,
    transactions,
    stateChunks,
    historyChunks,
    blockChunks,
  };
}

async function writeManifest(directory: string, text: string): Promise<void> {
  const file = await open(join(directory, MANIFEST_FILE), 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFile(directory);
  await syncFile(dirname(directory));
}
