import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { openMemory } from '../storage/memory.js';
import { openOrdinary } from '../storage/ordinary-file.js';
import { type FileContent, replaceFile } from '../storage/whole-file.js';
import type { Chain } from './chain.js';
import { ChainError, notKept } from './errors.js';

/*
 * A whole chain in a file: its blocks, state, undo records and indexes as they are stored.
 *
 *     gzip( header in JSON ‖ line feed ‖ entries ‖ u32 0xffffffff ‖ SHA-256 of all before it )
 *
 * with entries u32 size of the key ‖ key ‖ u32 size of the value ‖ value, all sizes big-endian, in the
 * order of the keys.
 */

const FORMAT = 'coind chain 1';
const END = 0xffffffff;
/** Bytes that are written or stored together. */
const CHUNK = 1 << 20;
const HASH_SIZE = 32;
/** Bytes of a whole dump, packed and unpacked: it is kept in memory when it is read. */
const MAX_PACKED = 1 << 30;
const MAX_UNPACKED = 2 ** 32;
/** Bytes of a key and of a value; the largest value is a block with what is stored of it. */
const MAX_KEY = 1 << 16;
const MAX_VALUE = 1 << 28;

/** The header of a dump. */
export interface DumpHeader {
  /** Name of the network. */
  readonly network: string;
  readonly height: number;
  /** Hash of the newest block. */
  readonly hash: string;
  /** Digest chain of the state, hex. */
  readonly digest: string;
  /** Milliseconds by which the clock of the chain was ahead of the machine's. */
  readonly clockOffset: number;
}

/** Writes a file that appears when it is complete. */
export type WholeFileWriter = (path: string, content: FileContent) => Promise<void>;

/**
 * Writes a chain; no block may be made in the meantime.
 * @param clockOffset - milliseconds by which its clock is ahead of the machine's
 * @param write - decides whether a file that is there is replaced; by default it is
 * @throws ChainError `pruned`; what `write` throws
 */
export async function dumpChain(
  file: string,
  chain: Chain,
  clockOffset: number,
  write: WholeFileWriter = replaceFile,
): Promise<DumpHeader> {
  await chain.settled();
  const { lowestKept } = chain.blocks;
  if (lowestKept > 1)
    throw notKept('the beginning of the chain, without which a dump cannot be read,', lowestKept);
  const { hash, header: block } = chain.tip;
  const network = chain.ledger.network.name;
  const header = { network, height: block.height, hash, digest: chain.digest.toString('hex'), clockOffset };
  await pipeline(
    Readable.from(dumpChunks(header, chain.stored())),
    createGzip({ level: 1 }),
    async (packed: AsyncIterable<Buffer>) => await write(file, packed),
  );
  return header;
}

/** @param entries - of the store, as `KeyValueStore.iterate` returns them */
function* dumpChunks(header: DumpHeader, entries: Iterable<readonly [Buffer, Buffer]>): Generator<Buffer> {
  const hash = createHash('sha256');
  let parts: Buffer[] = [Buffer.from(`${JSON.stringify({ format: FORMAT, ...header })}\n`)];
  let size = 0;
  const flush = (): Buffer => {
    const chunk = Buffer.concat(parts);
    hash.update(chunk);
    [parts, size] = [[], 0];
    return chunk;
  };
  for (const [key, value] of entries) {
    parts.push(u32(key.length), key, u32(value.length), value);
    size += key.length + value.length;
    if (size >= CHUNK) yield flush();
  }
  parts.push(u32(END));
  yield flush();
  yield hash.digest();
}

function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A dump that was read: its store is in memory, and complete. */
export interface LoadedDump {
  readonly header: DumpHeader;
  readonly store: KeyValueStore;
}

/**
 * Reads a dump.
 * @param opened - the file, if it is open already; it is closed
 * @throws ChainError `corrupt` for a file that is none, or is not complete, or is larger than can be read;
 *   NotOrdinaryFile; what the file system says
 */
export async function readDump(file: string, opened?: FileHandle): Promise<LoadedDump> {
  const input = new DumpReader(file);
  const packed = opened ?? (await openOrdinary(file));
  try {
    const { size } = await packed.stat();
    if (size > MAX_PACKED) throw damaged(file, `it has ${size} bytes, at most ${MAX_PACKED} can be read`);
    const unpacked = createGunzip();
    const unpacking = pipeline(packed.createReadStream({ autoClose: false }), unpacked);
    unpacking.catch(() => undefined); // Whoever reads what is unpacked gets the same error, and first.
    await input.take(unpacked);
    await unpacking;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw damaged(file, `it cannot be unpacked: ${error.message}`);
    }
    throw error;
  } finally {
    await packed.close();
  }
  return input.finish();
}

/** Accepts the unpacked bytes of a dump in chunks of any size. */
class DumpReader {
  readonly #file: string;
  readonly #store = openMemory();
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);
  /** Chunks behind the rest, until there are enough of them for what it lacks. */
  #more: Buffer[] = [];
  #moreBytes = 0;
  #lacking = 0;
  #unpacked = 0;
  #lastKey: Buffer | undefined;
  #header: DumpHeader | undefined;
  #ended = false;

  constructor(file: string) {
    this.#file = file;
  }

  async take(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      this.#unpacked += chunk.length;
      if (this.#unpacked > MAX_UNPACKED) throw damaged(this.#file, `it is longer than ${MAX_UNPACKED} bytes`);
      this.#more.push(chunk);
      this.#moreBytes += chunk.length;
      if (this.#moreBytes >= this.#lacking) await this.#takeGathered();
    }
    await this.#takeGathered();
  }

  /** A value of many chunks is put together once, not with every chunk. */
  async #takeGathered(): Promise<void> {
    this.#rest = Buffer.concat([this.#rest, ...this.#more]);
    [this.#more, this.#moreBytes, this.#lacking] = [[], 0, 0];
    let position = this.#header === undefined ? this.#readHeader() : 0;
    const operations: BatchOperation[] = [];
    while (this.#header !== undefined && !this.#ended) {
      const next = this.#readEntry(position, operations);
      if (next === undefined) break;
      position = next;
    }
    if (this.#ended && this.#rest.length - position > HASH_SIZE) {
      throw damaged(this.#file, 'it goes on behind its end');
    }
    this.#hash.update(this.#rest.subarray(0, position));
    this.#rest = this.#rest.subarray(position);
    await this.#store.batch(operations);
  }

  finish(): LoadedDump {
    if (this.#header === undefined || !this.#ended) throw damaged(this.#file, 'it ends in the middle');
    if (this.#rest.length !== HASH_SIZE || !this.#hash.digest().equals(this.#rest)) {
      throw damaged(this.#file, 'its content is not what was written');
    }
    return { header: this.#header, store: this.#store };
  }

  /** @returns where the entries begin, 0 while the header is not complete */
  #readHeader(): number {
    const end = this.#rest.indexOf('\n');
    if (end < 0 && this.#rest.length < CHUNK) return 0;
    this.#header = headerOf(this.#rest.toString('utf8', 0, Math.max(end, 0)), this.#file);
    return end + 1;
  }

  /** @returns where the next entry begins; undefined where this one is not complete */
  #readEntry(start: number, operations: BatchOperation[]): number | undefined {
    const bytes = this.#rest;
    const isThere = (end: number): boolean => {
      this.#lacking = Math.max(0, end - bytes.length);
      return this.#lacking === 0;
    };
    if (!isThere(start + 4)) return undefined;
    const keySize = bytes.readUInt32BE(start);
    if (keySize === END) {
      this.#ended = true;
      return start + 4;
    }
    if (keySize > MAX_KEY) throw damaged(this.#file, `a key in it has ${keySize} bytes`);
    const valueAt = start + 4 + keySize + 4;
    if (!isThere(valueAt)) return undefined;
    const valueSize = bytes.readUInt32BE(valueAt - 4);
    if (valueSize > MAX_VALUE) throw damaged(this.#file, `a value in it has ${valueSize} bytes`);
    const end = valueAt + valueSize;
    if (!isThere(end)) return undefined;
    const key = Buffer.from(bytes.subarray(start + 4, start + 4 + keySize));
    if (this.#lastKey?.equals(key)) throw damaged(this.#file, 'an entry in it is there twice');
    this.#lastKey = key;
    operations.push({ type: 'put', key, value: Buffer.from(bytes.subarray(valueAt, end)) });
    return end;
  }
}

function headerOf(line: string, file: string): DumpHeader {
  try {
    const { format, ...header } = JSON.parse(line) as DumpHeader & { readonly format: string };
    if (format === FORMAT) return header;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw damaged(file, `it does not begin as one of this version does, with ${JSON.stringify(FORMAT)}`);
}

function damaged(file: string, why: string): ChainError {
  return new ChainError('corrupt', `${file} is no dump of a chain: ${why}`);
}
