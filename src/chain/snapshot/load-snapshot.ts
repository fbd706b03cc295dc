import { join } from 'node:path';
import { decode } from '../../codec/codec.js';
import { LtHash } from '../../state/lthash.js';
import { STATE_SCHEMA } from '../../state/schema.js';
import { tipOperations } from '../../state/state-store.js';
import { StorageError } from '../../storage/errors.js';
import type { BatchOperation, KeyValueStore } from '../../storage/key-value-store.js';
import type { LogPosition, RecordPlace } from '../../storage/record-log/read-log.js';
import { type Block, blockHash, decodeBlock, merkleRoot } from '../../tx/block.js';
import type { WireRules } from '../../tx/definition.js';
import { decodeTransaction } from '../../tx/envelope.js';
import {
  blockSummaryCodec,
  heightCodec,
  heightKey,
  LOG_POSITION_KEY,
  logPositionCodec,
  PRUNED_KEY,
  placeCodec,
  prunedCodec,
  put,
  recordKey,
  systemReceiptsCodec,
  transactionRecordCodec,
} from '../block-records.js';
import { damagedChunk, readChunk, textsOf } from './chunks.js';
import { type HistoryRecord, historyCodec } from './history.js';
import { chunkName, type Manifest } from './manifest.js';

/** Operations that are written together. */
const BATCH = 2_000;

/** What the loading of a snapshot says of itself. */
export type LoadProgress = (done: number, total: number) => void;

export interface LoadSnapshotRequest {
  /** Of the snapshot. */
  readonly directory: string;
  readonly manifest: Manifest;
  /** An empty store, of which nobody reads before this is done. */
  readonly store: KeyValueStore;
  readonly rules: WireRules;
  /** Whether the LtHash of the state goes on to be kept. */
  readonly keepsLtHash: boolean;
  /** Where the block of the snapshot is in the log of blocks, and the place behind it. */
  readonly logged: { readonly place: RecordPlace; readonly end: LogPosition };
  /** Records of block 0 that a snapshot does not have. */
  readonly genesis: readonly BatchOperation[];
  readonly onProgress?: LoadProgress;
}

/**
 * Puts a snapshot into an empty store and proves all that can be proven: the chunks by the manifest, the state by
 * the digest of its LtHash, the history by the hashes of the blocks, each of which follows the one before and has
 * its transactions in its Merkle root. What decides no outcome (tables for lists, sizes of blocks) is proven by
 * the manifest alone. The last batch makes the store the state of a chain.
 *
 * @throws StorageError `damaged`, naming the file
 */
export async function loadSnapshot(request: LoadSnapshotRequest): Promise<void> {
  const { manifest, store, keepsLtHash, logged, genesis } = request;
  const sum = await loadState(request);
  await loadHistory(request);
  const tip = { height: manifest.height, digest: Buffer.from(manifest.digestChain, 'hex') };
  await store.batch([
    ...genesis,
    ...tipOperations(tip, keepsLtHash ? sum : undefined),
    put(heightKey('place', manifest.height), placeCodec, logged.place),
    put(PRUNED_KEY, prunedCodec, { height: manifest.height - 1, segment: 0, lost: 0 }),
    put(LOG_POSITION_KEY, logPositionCodec, logged.end),
  ]);
}

/** The block of a snapshot as it is in it. @throws StorageError `damaged` */
export async function blockOfSnapshot(
  directory: string,
  { stateChunks, historyChunks, blockChunks, hash }: Manifest,
  rules: WireRules,
): Promise<{ readonly block: Block; readonly raw: Buffer }> {
  const index = stateChunks.length + historyChunks.length;
  const [entry] = blockChunks;
  const path = join(directory, chunkName(index));
  if (entry === undefined || blockChunks.length > 1) throw damagedChunk(path, 'it is to be one block');
  const raw = await readChunk(directory, index, entry);
  const block = reading(path, () => decodeBlock(raw, rules));
  if (blockHash(block.header) !== hash) throw damagedChunk(path, 'the block is not that of the manifest');
  if (merkleRoot(block.transactions.map(({ txid }) => txid)) !== block.header.merkleRoot) {
    throw damagedChunk(path, 'the Merkle root is not that of its transactions');
  }
  return { block, raw };
}

async function loadState({ directory, manifest, store, onProgress }: LoadSnapshotRequest): Promise<LtHash> {
  const sum = new LtHash();
  let previous: Buffer = Buffer.alloc(0);
  let entries = 0;
  for (const [index, chunk] of manifest.stateChunks.entries()) {
    const path = join(directory, chunkName(index));
    let operations: BatchOperation[] = [];
    let key: Buffer | undefined;
    for (const text of textsOf(await readChunk(directory, index, chunk), path)) {
      if (key === undefined) {
        key = text;
        continue;
      }
      if (previous.compare(key) >= 0)
        throw damagedChunk(path, 'its entries are not in the order of their keys');
      const prefix = key[0] ?? 0;
      const table = reading(path, () => STATE_SCHEMA.tableOf(prefix));
      if (table.consensus) sum.add(key, text);
      operations.push({ type: 'put', key, value: text });
      [previous, key] = [key, undefined];
      entries++;
      if (operations.length < BATCH) continue;
      await store.batch(operations, { sync: false });
      operations = [];
      onProgress?.(entries, manifest.entries + manifest.height + 1);
    }
    if (key !== undefined) throw damagedChunk(path, 'the last key has no value');
    await store.batch(operations, { sync: false });
  }
  if (entries !== manifest.entries || sum.digest().toString('hex') !== manifest.stateDigest) {
    throw new StorageError(
      'damaged',
      `the entries of the snapshot in ${directory} are not the state that its manifest names (state digest ` +
        `${sum.digest().toString('hex')}, expected ${manifest.stateDigest}); get another one`,
    );
  }
  return sum;
}

async function loadHistory({
  directory,
  manifest,
  store,
  rules,
  onProgress,
}: LoadSnapshotRequest): Promise<void> {
  let before: string | undefined;
  let height = 0;
  let transactions = 0;
  for (const [i, chunk] of manifest.historyChunks.entries()) {
    const index = manifest.stateChunks.length + i;
    const path = join(directory, chunkName(index));
    let operations: BatchOperation[] = [];
    for (const text of textsOf(await readChunk(directory, index, chunk), path)) {
      const record = reading(path, () => decode(historyCodec, text));
      requireProven(record, { height, before, path, rules });
      operations.push(...operationsFor(record, manifest.height));
      before = record.summary.hash;
      transactions += record.txids.length;
      height++;
      if (operations.length < BATCH) continue;
      await store.batch(operations, { sync: false });
      operations = [];
      onProgress?.(manifest.entries + height, manifest.entries + manifest.height + 1);
    }
    await store.batch(operations, { sync: false });
  }
  if (height !== manifest.height + 1 || before !== manifest.hash || transactions !== manifest.transactions) {
    throw new StorageError(
      'damaged',
      `the history of the snapshot in ${directory} does not end with block ${manifest.height} ${manifest.hash}; get ` +
        'another one',
    );
  }
}

/** @throws StorageError `damaged` */
function requireProven(
  { summary, txids, visible }: HistoryRecord,
  expected: {
    readonly height: number;
    /** Hash of the block before. */
    readonly before: string | undefined;
    readonly path: string;
    readonly rules: WireRules;
  },
): void {
  const { header, hash, transactionCount } = summary;
  const { height, before, path, rules } = expected;
  const fail = (why: string): never => {
    throw damagedChunk(path, `block ${height}: ${why}`);
  };
  if (header.height !== height) fail(`its header says height ${header.height}`);
  if (blockHash(header) !== hash) fail('its hash is not that of its header');
  if (before !== undefined && header.prevBlockHash !== before) fail('it does not follow on the block before');
  if (txids.length !== transactionCount || visible.length !== txids.length) fail('transactions are missing');
  if (merkleRoot(txids) !== header.merkleRoot) fail('the Merkle root is not that of its transactions');
  for (const [i, raw] of visible.entries()) {
    if (raw === undefined) continue;
    const { txid } = reading(path, () => decodeTransaction(Buffer.from(raw), rules));
    if (txid !== txids[i]) fail(`the bytes of transaction ${i} are those of another one`);
  }
}

/** The records of a block whose bytes are not kept. */
function operationsFor({ summary, txids, visible }: HistoryRecord, tipHeight: number): BatchOperation[] {
  const { hash, header } = summary;
  const { height } = header;
  const operations: BatchOperation[] = [
    put(heightKey('summary', height), blockSummaryCodec, summary),
    put(heightKey('systemReceipts', height), systemReceiptsCodec, { receipts: [], paidReward: undefined }),
    put(recordKey('height', hash), heightCodec, height),
  ];
  txids.forEach((txid, index) => {
    operations.push(
      put(recordKey('transaction', txid), transactionRecordCodec, { height, index, receipts: [] }),
    );
    const raw = visible[index];
    if (raw !== undefined && height > 0 && height < tipHeight) {
      operations.push({ type: 'put', key: recordKey('past', txid), value: Buffer.from(raw) });
    }
  });
  return operations;
}

/** Something that fails on bytes that are not what they have to be. @throws StorageError `damaged` */
function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw damagedChunk(path, error instanceof Error ? error.message : String(error));
  }
}
