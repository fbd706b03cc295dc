import { isJsonObject, type Json, type JsonObject } from '../../codec/json-value.js';
import type { KeyValueReader, Range } from '../../storage/key-value-store.js';
import type { ForkRead } from './fork-options.js';

/** Entries that are asked for at first, and then. */
const [FIRST_PAGE, NEXT_PAGE] = [32, 1000];

/** Calls methods of a node about the state after one block. */
export interface StateCalls {
  /** The results, in their order. */
  read(calls: readonly ForkRead[]): readonly Json[];
}

/** The entries of a table from a key to its end. */
interface Tail {
  readonly from: Buffer;
  readonly entries: readonly (readonly [Buffer, Buffer])[];
}

/** The state of a node after one block, as its database has it. What was read is known from then on. */
export class NodeState implements KeyValueReader {
  readonly #calls: StateCalls;
  /** By key in hex; undefined where there is no entry. */
  readonly #known = new Map<string, Buffer | undefined>();
  /** What is known of the first tables, by prefix: undefined where they have more than was read. */
  readonly #tails = new Map<number, Tail | undefined>();

  constructor(calls: StateCalls) {
    this.#calls = calls;
  }

  /**
   * Reads tables in one request; those that are short are known whole then. Of the others lists go on to the end, as the
   * next block asks for nearly the same.
   */
  prefetch(tables: readonly { readonly prefix: number }[]): void {
    const starts = tables.map(({ prefix }) => Buffer.of(prefix));
    const pages = this.#calls.read(starts.map(from => pageCall(from.toString('hex'), '', false, FIRST_PAGE)));
    for (const [i, from] of starts.entries()) {
      const { entries, hasMore } = this.#noted(pages[i]);
      this.#tails.set(from[0] ?? 0, hasMore ? undefined : { from, entries });
    }
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    const names = keys.map(key => key.toString('hex'));
    let missing = names.filter((name, i) => !this.#known.has(name) && this.#tailWith(keys[i]) === undefined);
    while (missing.length > 0) {
      const [answer] = this.#calls.read([{ method: 'getstateentries', params: [missing] }]);
      const { entries } = answer as { readonly entries: readonly JsonObject[] };
      for (const { key, value } of entries) {
        this.#known.set(String(key), value === undefined ? undefined : bytesOf(value));
      }
      if (entries.length === 0) throw new Error('getstateentries has answered nothing');
      missing = missing.slice(entries.length);
    }
    return names.map(name => this.#known.get(name));
  }

  *iterate(range: Range): Generator<[Buffer, Buffer]> {
    const { gte, lt, reverse = false } = range;
    if (gte === undefined || lt === undefined)
      throw new Error('the state of a node is listed from one key to another');
    const tail = this.#tailWith(gte) ?? this.#readTail(gte);
    if (tail !== undefined) {
      yield* entriesWithin(tail, gte, lt, reverse);
      return;
    }
    let from = gte.toString('hex');
    // A range that ends where the next table begins ends with its own.
    let to = lt.length === 1 ? '' : lt.toString('hex');
    for (let size = FIRST_PAGE; ; size = NEXT_PAGE) {
      const [page] = this.#calls.read([pageCall(from, to, reverse, size)]);
      const { entries, hasMore } = this.#noted(page);
      for (const [key, value] of entries) yield [key, value];
      const last = entries.at(-1)?.[0].toString('hex');
      if (!hasMore || last === undefined) return;
      if (reverse) to = last;
      else from = `${last}00`;
    }
  }

  #tailWith(key: Buffer | undefined): Tail | undefined {
    const tail = key && this.#tails.get(key[0] ?? 0);
    return tail !== undefined && key !== undefined && tail.from.compare(key) <= 0 ? tail : undefined;
  }

  /** Reads one of the first tables to its end, where one page has room for that. */
  #readTail(from: Buffer): Tail | undefined {
    const prefix = from[0] ?? 0;
    if (!this.#tails.has(prefix)) return undefined;
    const [page] = this.#calls.read([pageCall(from.toString('hex'), '', false, NEXT_PAGE)]);
    const { entries, hasMore } = this.#noted(page);
    if (hasMore) return undefined;
    const tail = { from, entries };
    this.#tails.set(prefix, tail);
    return tail;
  }

  #noted(page: Json | undefined): { readonly entries: [Buffer, Buffer][]; readonly hasMore: boolean } {
    if (!isJsonObject(page)) throw new TypeError('liststateentries answered no object');
    const entries = (page.entries as readonly JsonObject[]).map(({ key, value }): [Buffer, Buffer] => {
      const bytes = bytesOf(value);
      this.#known.set(String(key), bytes);
      return [bytesOf(key), bytes];
    });
    return { entries, hasMore: page.has_more === true };
  }
}

function pageCall(from: string, to: string, reverse: boolean, count: number): ForkRead {
  return { method: 'liststateentries', params: [from, to, reverse, count] };
}

function bytesOf(hex: Json | undefined): Buffer {
  return Buffer.from(String(hex), 'hex');
}

function* entriesWithin(
  { entries }: Tail,
  gte: Buffer,
  lt: Buffer,
  reverse: boolean,
): Generator<[Buffer, Buffer]> {
  for (const [key, value] of reverse ? entries.toReversed() : entries) {
    if (key.compare(gte) >= 0 && key.compare(lt) < 0) yield [key, value];
  }
}
