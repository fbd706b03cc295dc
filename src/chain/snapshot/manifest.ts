import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../crypto/hash.js';
import { messageOf, StorageError } from '../../storage/errors.js';

/*
 * A snapshot is a directory: the state after a block, and of the blocks up to it what their successors can ask
 * about. Its bytes follow from the chain alone: every node that has the block makes the same ones.
 *
 *     snapshot.json          the manifest: what the snapshot is of, and the SHA-256 of each chunk
 *     000000.chunk ...       chunks: records without gaps, at least CHUNK_BYTES but the last one of each part
 *
 * The state comes first: each record is u32 BE length of the key, key, u32 BE length of the value, value, as in the
 * database, in the order of the keys. Then the history, a record for each block from 0 on: u32 BE length, and
 * that many bytes of `historyCodec`. The last chunk is the newest of the blocks.
 */

export const MANIFEST_FILE = 'snapshot.json';
/** A chunk ends with the record that reaches this size; spec 08 §25 allows 10 MiB. */
export const CHUNK_BYTES: number = 4 << 20;
/** No record is longer than what an engine of consensus transports at once. */
export const MAX_CHUNK_BYTES: number = 16 << 20;

const FORMAT = 'coind snapshot 1';

/** A chunk as the manifest has it. */
export interface ChunkEntry {
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

export interface Manifest {
  /** Name of the network. */
  readonly network: string;
  /** Hash of block 0. */
  readonly genesis: string;
  /** Of the block after which the state is. */
  readonly height: number;
  readonly hash: string;
  /** SHA-256 of the LtHash of the state (spec 08 §24), hex. */
  readonly stateDigest: string;
  /** Digest chain up to the block (decision D41), hex: it does not follow from the state. */
  readonly digestChain: string;
  /** Records of the state. */
  readonly entries: number;
  /** Transactions of the blocks. */
  readonly transactions: number;
  readonly stateChunks: readonly ChunkEntry[];
  readonly historyChunks: readonly ChunkEntry[];
  /** One: the bytes of the block. */
  readonly blockChunks: readonly ChunkEntry[];
}

export function chunkName(index: number): string {
  return `${String(index).padStart(6, '0')}.chunk`;
}

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 1)}\n`;
}

/** Names a snapshot and everything in it: SHA-256 of its manifest, hex. */
export function snapshotId(manifestText: string): string {
  return sha256(Buffer.from(manifestText, 'utf8')).toString('hex');
}

/** A manifest with the name of its snapshot. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly id: string;
}

/**
 * Reads the manifest of a snapshot.
 * @throws StorageError `unfinished` where there is none, `damaged`
 */
export async function readManifest(directory: string): Promise<ReadManifest> {
  const path = join(directory, MANIFEST_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new StorageError(
      'unfinished',
      `${directory} is no snapshot, or one that did not come to its end: ${MANIFEST_FILE} cannot be read ` +
        `(${messageOf(error)}); make another one with dumpsnapshot`,
      { cause: error },
    );
  }
  return parseManifest(text, path);
}

/**
 * The manifest that a text is.
 * @param path - names it in errors
 * @throws StorageError `damaged`
 */
export function parseManifest(text: string, path: string): ReadManifest {
  const manifest = parsed(text, path);
  if (formatManifest(manifest) !== text) throw damagedManifest(path, 'it is not as dumpsnapshot writes it');
  return { manifest, id: snapshotId(text) };
}

/** All chunks of a snapshot, in the order of their numbers. */
export function chunksOf({ stateChunks, historyChunks, blockChunks }: Manifest): readonly ChunkEntry[] {
  return [...stateChunks, ...historyChunks, ...blockChunks];
}

function parsed(text: string, path: string): Manifest {
  let value: Partial<Manifest> & { format?: unknown };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    throw damagedManifest(path, 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || value.format !== FORMAT) {
    throw damagedManifest(
      path,
      `it does not begin as one of this version does, with ${JSON.stringify(FORMAT)}`,
    );
  }
  const { format: _, ...manifest } = value;
  const numbers = [manifest.height, manifest.entries, manifest.transactions];
  const hashes = [manifest.genesis, manifest.hash, manifest.stateDigest, manifest.digestChain];
  const isSound =
    typeof manifest.network === 'string' &&
    numbers.every(number => Number.isSafeInteger(number) && (number as number) >= 0) &&
    hashes.every(isHash) &&
    [manifest.stateChunks, manifest.historyChunks, manifest.blockChunks].every(isChunkList);
  if (!isSound) throw damagedManifest(path, 'a member is missing, or is not what it has to be');
  return manifest as Manifest;
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isChunkList(value: unknown): boolean {
  const isChunk = ({ bytes, sha256 }: Partial<ChunkEntry>): boolean =>
    Number.isSafeInteger(bytes) &&
    (bytes as number) > 0 &&
    (bytes as number) <= MAX_CHUNK_BYTES &&
    isHash(sha256);
  return (
    Array.isArray(value) &&
    value.every(entry => typeof entry === 'object' && entry !== null && isChunk(entry))
  );
}

function damagedManifest(path: string, why: string): StorageError {
  return new StorageError('damaged', `${path} is no manifest of a snapshot: ${why}`);
}
