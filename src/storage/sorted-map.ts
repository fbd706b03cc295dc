import { required } from '../codec/required.js';

/** Entries in a chunk before it is split: small enough to copy quickly, large enough to need few of them. */
const MAX_CHUNK = 256;

/** A run of neighbouring entries. `version` is that of the map when the chunk was made. */
interface Chunk<V> {
  version: number;
  keys: string[];
  values: V[];
}

/**
 * A map in the order of its keys (latin1 texts, so the order of their bytes). An iteration sees the
 * map as it was when it began: chunks that an iteration may be walking are copied before they change.
 */
export class SortedMap<V> {
  #chunks: Chunk<V>[] = [];
  #chunksVersion = 0;
  /** Raised by every iteration: what was made before is shared with it from then on. */
  #version = 0;

  get(key: string): V | undefined {
    const chunk = this.#chunks[this.#chunkIndex(key)];
    if (chunk === undefined) return undefined;
    const position = lowerBound(chunk.keys, key);
    return chunk.keys[position] === key ? chunk.values[position] : undefined;
  }

  set(key: string, value: V): void {
    const index = Math.max(this.#chunkIndex(key), 0);
    const chunk = this.#ownChunk(index) ?? this.#addChunk(index, [], []);
    const position = lowerBound(chunk.keys, key);
    if (chunk.keys[position] === key) {
      chunk.values[position] = value;
      return;
    }
    chunk.keys.splice(position, 0, key);
    chunk.values.splice(position, 0, value);
    if (chunk.keys.length > MAX_CHUNK) {
      // A chunk that grows at its end is being filled in order: leave it nearly full.
      const half = position === MAX_CHUNK ? MAX_CHUNK : MAX_CHUNK / 2;
      this.#addChunk(index + 1, chunk.keys.splice(half), chunk.values.splice(half));
    }
  }

  delete(key: string): void {
    const index = this.#chunkIndex(key);
    const found = this.#chunks[index];
    if (found === undefined || found.keys[lowerBound(found.keys, key)] !== key) return;
    const chunk = required(this.#ownChunk(index), 'the chunk of the key');
    const position = lowerBound(chunk.keys, key);
    chunk.keys.splice(position, 1);
    chunk.values.splice(position, 1);
    if (chunk.keys.length === 0) this.#ownChunks().splice(index, 1);
  }

  /** The entries from `lower` (included) to `upper` (excluded; `undefined`: to the end) as of now. */
  iterate(lower: string, upper: string | undefined, reverse: boolean): Iterable<[string, V]> {
    this.#version++;
    const chunks = this.#chunks;
    return reverse
      ? descending(chunks, lower, upper, upper === undefined ? chunks.length - 1 : this.#chunkIndex(upper))
      : ascending(chunks, lower, upper, Math.max(this.#chunkIndex(lower), 0));
  }

  /** Index of the last chunk that does not begin after `key`; -1 if every one does. */
  #chunkIndex(key: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#chunks[middle]!.keys[0]! <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #ownChunks(): Chunk<V>[] {
    if (this.#chunksVersion !== this.#version) {
      this.#chunks = [...this.#chunks];
      this.#chunksVersion = this.#version;
    }
    return this.#chunks;
  }

  /** The chunk at `index`, copied if an iteration may see it. */
  #ownChunk(index: number): Chunk<V> | undefined {
    const chunk = this.#chunks[index];
    if (chunk === undefined || chunk.version === this.#version) return chunk;
    const copy = { version: this.#version, keys: [...chunk.keys], values: [...chunk.values] };
    this.#ownChunks()[index] = copy;
    return copy;
  }

  #addChunk(index: number, keys: string[], values: V[]): Chunk<V> {
    const chunk = { version: this.#version, keys, values };
    this.#ownChunks().splice(index, 0, chunk);
    return chunk;
  }
}

/** Position of the first key that is not less than `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* ascending<V>(
  chunks: readonly Chunk<V>[],
  lower: string,
  upper: string | undefined,
  start: number,
): Generator<[string, V]> {
  for (let index = start; index < chunks.length; index++) {
    const { keys, values } = chunks[index]!;
    for (let i = index === start ? lowerBound(keys, lower) : 0; i < keys.length; i++) {
      if (upper !== undefined && keys[i]! >= upper) return;
      yield [keys[i]!, values[i]!];
    }
  }
}

function* descending<V>(
  chunks: readonly Chunk<V>[],
  lower: string,
  upper: string | undefined,
  start: number,
): Generator<[string, V]> {
  for (let index = start; index >= 0; index--) {
    const { keys, values } = chunks[index]!;
    const end = index === start && upper !== undefined ? lowerBound(keys, upper) : keys.length;
    for (let i = end - 1; i >= 0; i--) {
      if (keys[i]! < lower) return;
      yield [keys[i]!, values[i]!];
    }
  }
}
