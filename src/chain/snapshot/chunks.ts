import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../crypto/hash.js';
import { messageOf, StorageError } from '../../storage/errors.js';
import { CHUNK_BYTES, type ChunkEntry, chunkName, MAX_CHUNK_BYTES } from './manifest.js';

/** Writes the records of one part of a snapshot into chunks. */
export class ChunkWriter {
  readonly #directory: string;
  #next: number;
  readonly #entries: ChunkEntry[] = [];
  #pieces: Buffer[] = [];
  #bytes = 0;

  /**
   * @param first - number of the first chunk
   * @param requireRoom - is awaited before a chunk is written
   */
  constructor(
    directory: string,
    first: number,
    private readonly requireRoom: () => Promise<void>,
  ) {
    this.#directory = directory;
    this.#next = first;
  }

  /** Adds a record. */
  async add(...pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#bytes += piece.length;
    }
    if (this.#bytes >= CHUNK_BYTES) await this.#flush();
  }

  /** Writes what is left. @returns the chunks of the part */
  async finish(): Promise<readonly ChunkEntry[]> {
    if (this.#bytes > 0) await this.#flush();
    return this.#entries;
  }

  async #flush(): Promise<void> {
    if (this.#bytes > MAX_CHUNK_BYTES) {
      throw new StorageError('failed', `a record of the snapshot has more than ${MAX_CHUNK_BYTES} bytes`);
    }
    await this.requireRoom();
    const file = await open(join(this.#directory, chunkName(this.#next++)), 'wx', 0o600);
    const content = Buffer.concat(this.#pieces, this.#bytes);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    this.#entries.push({ bytes: this.#bytes, sha256: sha256(content).toString('hex') });
    this.#pieces = [];
    this.#bytes = 0;
  }
}

/** Reads a chunk whole. @throws StorageError `damaged`, naming the file */
export async function readChunk(directory: string, index: number, expected: ChunkEntry): Promise<Buffer> {
  const path = join(directory, chunkName(index));
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    throw new StorageError(
      'damaged',
      `${path}, a part of the snapshot, cannot be read: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  if (!isChunk(content, expected)) throw damagedChunk(path, 'it is not what the manifest says');
  return content;
}

/** Whether bytes are the chunk that a manifest names. */
export function isChunk(content: Uint8Array, { bytes, sha256: hash }: ChunkEntry): boolean {
  return content.length === bytes && sha256(content).toString('hex') === hash;
}

export function damagedChunk(path: string, why: string): StorageError {
  return new StorageError(
    'damaged',
    `${path}, a part of the snapshot, is damaged: ${why}; get a sound copy of it`,
  );
}

/** A text of bytes with its length before it. */
export function sized(bytes: Buffer): readonly [Buffer, Buffer] {
  const size = Buffer.allocUnsafe(4);
  size.writeUInt32BE(bytes.length);
  return [size, bytes];
}

/** The texts of bytes of a chunk, one after the other. @throws StorageError `damaged` */
export function* textsOf(content: Buffer, path: string): Generator<Buffer> {
  for (let at = 0; at < content.length; ) {
    const end = at + 4 <= content.length ? at + 4 + content.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (end > content.length) throw damagedChunk(path, 'a record goes beyond its end');
    yield content.subarray(at + 4, end);
    at = end;
  }
}
