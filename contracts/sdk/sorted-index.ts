import { fail } from "./failure";
import { dbGet, dbRemove, dbStore } from "./host";
import { Reader } from "./reader";
import { Bytes, Name } from "./types";
import { U128 } from "./wide";
import { Writer } from "./writer";

/** Longest text by which an index sorts. */
export const MAX_INDEX_TEXT: u32 = 200;

const PRIMARY_BYTES: u32 = 8;
/** Kinds of rows of an index. */
const ROOT: u8 = 0;
const NODE: u8 = 1;

/** What an index has: a key, and the primary key of the row that has it. */
@final export class IndexEntry<K> {
  constructor(
    public readonly key: K,
    public readonly primary: u64,
  ) {}
}

/**
 * Keys in ascending order, each with the primary key of a row: by it rows are gone through in the order of
 * something else than their number, such as a price or a name. Several rows may have one key; among themselves they are in
 * the order of their primary keys. Keys are integers, U128 or string (in the order of their UTF-8 bytes).
 *
 * The contract keeps it true: `add` when a row is made, `remove` when it goes, both when its key changes.
 * Everything takes a number of steps that grows with the logarithm of the entries, whatever keys callers choose
 * (a balanced tree, a row of storage for each entry).
 */
@final export class SortedIndex<K> {
  /**
   * @param name - under which it is stored: that of no table
   * @param scope - keeps indexes of one name apart
   */
  constructor(
    private readonly name: Name,
    private readonly scope: u64 = 0,
  ) {}

  /** Adds an entry. @returns whether it was not there */
  add(key: K, primary: u64): bool {
    const root = this.root();
    const entry = entryOf<K>(key, primary);
    if (this.has(entry)) return false;
    const grown = this.inserted(root, entry);
    if (!same(root, grown)) this.setRoot(grown);
    return true;
  }

  /** Removes an entry. @returns whether it was there */
  remove(key: K, primary: u64): bool {
    const root = this.root();
    const entry = entryOf<K>(key, primary);
    if (!this.has(entry)) return false;
    const rest = this.without(root, entry);
    if (!same(root, rest)) this.setRoot(rest);
    return true;
  }

  /** The first entry; null where there is none. */
  first(): IndexEntry<K> | null {
    let found = this.root();
    if (found.length == 0) return null;
    for (let left = this.load(found).left; left.length != 0; left = this.load(left).left) found = left;
    return shown<K>(found);
  }

  /** The last entry; null where there is none. */
  last(): IndexEntry<K> | null {
    let found = this.root();
    if (found.length == 0) return null;
    for (let right = this.load(found).right; right.length != 0; right = this.load(right).right) found = right;
    return shown<K>(found);
  }

  /** The first entry whose key is at least so high; null where there is none. */
  from(key: K): IndexEntry<K> | null {
    return this.above(entryOf<K>(key, 0), true);
  }

  /** The entry behind another one, which may have gone meanwhile; behind null the first. Null where there is none. */
  after(entry: IndexEntry<K> | null): IndexEntry<K> | null {
    if (entry == null) return this.first();
    return this.above(entryOf<K>(entry.key, entry.primary), false);
  }

  /** The first entry above one, or it itself. */
  private above(bound: Bytes, orEqual: bool): IndexEntry<K> | null {
    let found = new Bytes();
    for (let at = this.root(); at.length != 0; ) {
      const node = this.load(at);
      const order = compare(at, bound);
      if (order > 0 || (orEqual && order == 0)) {
        found = at;
        at = node.left;
      } else {
        at = node.right;
      }
    }
    return found.length == 0 ? null : shown<K>(found);
  }

  private has(entry: Bytes): bool {
    const at = this.placeOf(NODE, entry);
    return dbGet(at.pointer, at.length, 0, 0) != 0;
  }

  /** Adds an entry that is not there below a node. @returns the node that is in its place then */
  private inserted(at: Bytes, entry: Bytes): Bytes {
    if (at.length == 0) {
      this.store(new Node(entry));
      return entry;
    }
    const node = this.load(at);
    if (compare(entry, at) < 0) node.left = this.inserted(node.left, entry);
    else node.right = this.inserted(node.right, entry);
    return this.balanced(node);
  }

  /** Removes an entry that is there. @returns the node that is in the place of the given one then */
  private without(at: Bytes, entry: Bytes): Bytes {
    const node = this.load(at);
    const order = compare(entry, at);
    if (order < 0) {
      node.left = this.without(node.left, entry);
    } else if (order > 0) {
      node.right = this.without(node.right, entry);
    } else {
      const place = this.placeOf(NODE, at);
      dbRemove(0, place.pointer, place.length);
      if (node.left.length == 0) return node.right;
      if (node.right.length == 0) return node.left;
      let next = node.right;
      for (let left = this.load(next).left; left.length != 0; left = this.load(left).left) next = left;
      const rest = this.without(node.right, next);
      node.key = next;
      node.right = rest;
    }
    return this.balanced(node);
  }

  /** Stores a node whose subtrees differ by at most two levels, so that they differ by at most one. */
  private balanced(node: Node): Bytes {
    const lean = this.heightOf(node.left) - this.heightOf(node.right);
    if (lean > 1) {
      const left = this.load(node.left);
      if (this.heightOf(left.left) < this.heightOf(left.right)) node.left = this.turnedLeft(left);
      return this.turnedRight(node);
    }
    if (lean < -1) {
      const right = this.load(node.right);
      if (this.heightOf(right.right) < this.heightOf(right.left)) node.right = this.turnedRight(right);
      return this.turnedLeft(node);
    }
    return this.stored(node);
  }

  /** The left child takes the place of a node. */
  private turnedRight(node: Node): Bytes {
    const left = this.load(node.left);
    node.left = left.right;
    left.right = this.stored(node);
    return this.stored(left);
  }

  private turnedLeft(node: Node): Bytes {
    const right = this.load(node.right);
    node.right = right.left;
    right.left = this.stored(node);
    return this.stored(right);
  }

  private stored(node: Node): Bytes {
    node.height = 1 + max(this.heightOf(node.left), this.heightOf(node.right));
    this.store(node);
    return node.key;
  }

  private heightOf(at: Bytes): i32 {
    return at.length == 0 ? 0 : this.load(at).height;
  }

  private load(at: Bytes): Node {
    const place = this.placeOf(NODE, at);
    const size = dbGet(place.pointer, place.length, 0, 0);
    if (size == 0) fail("an index is stored under the name of something else");
    const value = heap.alloc(size);
    dbGet(place.pointer, place.length, value, size);
    const reader = new Reader(value, value + size);
    const node = new Node(at);
    node.height = reader.number<u8>();
    node.left = reader.bytes();
    node.right = reader.bytes();
    return node;
  }

  private store(node: Node): void {
    const place = this.placeOf(NODE, node.key);
    const value = new Writer(64);
    value.number<u8>(<u8>node.height);
    value.bytes(node.left);
    value.bytes(node.right);
    dbStore(0, place.pointer, place.length, value.pointer, value.length);
  }

  private root(): Bytes {
    const place = this.placeOf(ROOT, new Bytes());
    const size = dbGet(place.pointer, place.length, 0, 0);
    const value = heap.alloc(size);
    if (size != 0) dbGet(place.pointer, place.length, value, size);
    return new Bytes(value, size);
  }

  private setRoot(entry: Bytes): void {
    const place = this.placeOf(ROOT, new Bytes());
    // Without bytes the row goes.
    dbStore(0, place.pointer, place.length, entry.pointer, entry.length);
  }

  /** Name, scope, kind, entry. */
  private placeOf(kind: u8, entry: Bytes): Writer {
    const place = new Writer(64);
    place.number<u64>(this.name);
    place.number<u64>(this.scope);
    place.number<u8>(kind);
    place.raw(entry.pointer, entry.length);
    return place;
  }
}

@final class Node {
  height: i32 = 1;
  left: Bytes = new Bytes();
  right: Bytes = new Bytes();

  constructor(public key: Bytes) {}
}

/** A key and a primary key, as bytes. */
function entryOf<K>(key: K, primary: u64): Bytes {
  const entry = new Writer(32);
  if (isInteger<K>()) {
    const bits = isSigned<K>() ? <u64>(<i64>key) ^ (1 << 63) : <u64>key;
    entry.number<u64>(bswap<u64>(bits));
  } else if (isString<K>()) {
    const text = changetype<string>(key);
    const size = String.UTF8.byteLength(text);
    if (<u32>size > MAX_INDEX_TEXT) fail("a text of an index has at most 200 bytes");
    const buffer = heap.alloc(size);
    String.UTF8.encodeUnsafe(changetype<usize>(text), text.length, buffer);
    entry.raw(buffer, size);
  } else if (idof<K>() == idof<U128>()) {
    const wide = changetype<U128>(key);
    entry.number<u64>(bswap<u64>(wide.high));
    entry.number<u64>(bswap<u64>(wide.low));
  } else {
    ERROR("an index sorts by integers of at most 64 bits, U128 or string");
  }
  entry.number<u64>(bswap<u64>(primary));
  return new Bytes(entry.pointer, entry.length);
}

function shown<K>(entry: Bytes): IndexEntry<K> {
  const size = entry.length - PRIMARY_BYTES;
  const primary = bswap<u64>(load<u64>(entry.pointer + size));
  if (isInteger<K>()) {
    const bits = bswap<u64>(load<u64>(entry.pointer));
    return new IndexEntry<K>(<K>(isSigned<K>() ? bits ^ (1 << 63) : bits), primary);
  } else if (isString<K>()) {
    return new IndexEntry<K>(changetype<K>(String.UTF8.decodeUnsafe(entry.pointer, size)), primary);
  } else {
    const high = bswap<u64>(load<u64>(entry.pointer));
    const low = bswap<u64>(load<u64>(entry.pointer, 8));
    return new IndexEntry<K>(changetype<K>(new U128(low, high)), primary);
  }
}

/** The order of two entries: by their keys, then by their primary keys. */
function compare(a: Bytes, b: Bytes): i32 {
  const aSize = a.length - PRIMARY_BYTES;
  const bSize = b.length - PRIMARY_BYTES;
  const order = memory.compare(a.pointer, b.pointer, min(aSize, bSize));
  if (order != 0) return order;
  if (aSize != bSize) return aSize < bSize ? -1 : 1;
  return memory.compare(a.pointer + aSize, b.pointer + bSize, PRIMARY_BYTES);
}

function same(a: Bytes, b: Bytes): bool {
  return a.length == b.length && memory.compare(a.pointer, b.pointer, a.length) == 0;
}
