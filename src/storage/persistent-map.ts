import { lowerBound } from './sorted-map.js';

/** Entries of a leaf, children of a branch: few, since a change copies one node of each level. */
const MAX_SIZE = 32;

interface Leaf<V> {
  readonly keys: readonly string[];
  readonly values: readonly V[];
}

/** `keys` are lower bounds of the children; that of the first child does not matter. */
interface Branch<V> {
  readonly keys: readonly string[];
  readonly children: readonly Node<V>[];
}

type Node<V> = Leaf<V> | Branch<V>;

/**
 * An immutable map in the order of its keys (latin1 texts). A change returns a new map that shares
 * all but a path of nodes with the old one, so that every version stays usable and keeping one
 * costs nothing: a B+ tree whose nodes are copied on write. Nodes that have lost entries are not
 * filled up again; an empty one is dropped.
 */
export class PersistentMap<V> {
  readonly #root: Node<V>;
  readonly size: number;

  private constructor(root: Node<V>, size: number) {
    this.#root = root;
    this.size = size;
  }

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>({ keys: [], values: [] }, 0);
  }

  get(key: string): V | undefined {
    const { keys, values } = this.#leafOf(key);
    const position = lowerBound(keys, key);
    return keys[position] === key ? values[position] : undefined;
  }

  has(key: string): boolean {
    const { keys } = this.#leafOf(key);
    return keys[lowerBound(keys, key)] === key;
  }

  /** The map with an entry added or replaced. */
  with(key: string, value: V): PersistentMap<V> {
    const size = this.has(key) ? this.size : this.size + 1;
    const grown = insertedInto(this.#root, key, value);
    if (!(grown instanceof Split)) return new PersistentMap(grown, size);
    const { left, right } = grown;
    return new PersistentMap<V>({ keys: ['', right.keys[0]!], children: [left, right] }, size);
  }

  /** The map without an entry; this map where there is no such entry. */
  without(key: string): PersistentMap<V> {
    if (!this.has(key)) return this;
    let root = removed(this.#root, key) ?? { keys: [], values: [] };
    while ('children' in root && root.children.length === 1) root = root.children[0]!;
    return new PersistentMap(root, this.size - 1);
  }

  #leafOf(key: string): Leaf<V> {
    let node = this.#root;
    while ('children' in node) node = node.children[childIndex(node, key)]!;
    return node;
  }

  /** The entries from `lower` (included) to `upper` (excluded; `undefined`: to the end). */
  iterate(lower: string, upper: string | undefined, reverse: boolean): Iterable<[string, V]> {
    return reverse ? descending(this.#root, lower, upper) : ascending(this.#root, lower, upper);
  }
}

/** The child that has a key or would have it. */
function childIndex<V>({ keys }: Branch<V>, key: string): number {
  const position = lowerBound(keys, key);
  return keys[position] === key ? position : Math.max(position - 1, 0);
}

/** What becomes of a node that has grown too large. */
class Split<V> {
  constructor(
    readonly left: Node<V>,
    readonly right: Node<V>,
  ) {}
}

/** A node with an entry more or another one. */
function insertedInto<V>(node: Node<V>, key: string, value: V): Node<V> | Split<V> {
  if ('children' in node) {
    const index = childIndex(node, key);
    const child = insertedInto(node.children[index]!, key, value);
    if (!(child instanceof Split)) return { keys: node.keys, children: node.children.with(index, child) };
    const children = node.children.toSpliced(index, 1, child.left, child.right);
    const keys = node.keys.toSpliced(index + 1, 0, child.right.keys[0]!);
    if (children.length <= MAX_SIZE) return { keys, children };
    const half = children.length >> 1;
    return new Split<V>(
      { keys: keys.slice(0, half), children: children.slice(0, half) },
      { keys: keys.slice(half), children: children.slice(half) },
    );
  }
  const position = lowerBound(node.keys, key);
  if (node.keys[position] === key) return { keys: node.keys, values: node.values.with(position, value) };
  const keys = node.keys.toSpliced(position, 0, key);
  const values = node.values.toSpliced(position, 0, value);
  if (keys.length <= MAX_SIZE) return { keys, values };
  // A leaf that grows at its end is being filled in order: leave it nearly full.
  const half = position === MAX_SIZE ? MAX_SIZE : keys.length >> 1;
  return new Split<V>(
    { keys: keys.slice(0, half), values: values.slice(0, half) },
    { keys: keys.slice(half), values: values.slice(half) },
  );
}

/** A node with an entry less, which must be there; undefined where nothing is left. */
function removed<V>(node: Node<V>, key: string): Node<V> | undefined {
  if ('children' in node) {
    const { keys, children } = node;
    const index = childIndex(node, key);
    const child = removed(children[index]!, key);
    if (child !== undefined) return { keys, children: children.with(index, child) };
    return children.length === 1
      ? undefined
      : { keys: keys.toSpliced(index, 1), children: children.toSpliced(index, 1) };
  }
  const { keys, values } = node;
  if (keys.length === 1) return undefined;
  const position = lowerBound(keys, key);
  return { keys: keys.toSpliced(position, 1), values: values.toSpliced(position, 1) };
}

function* ascending<V>(node: Node<V>, lower: string, upper: string | undefined): Generator<[string, V]> {
  if ('children' in node) {
    for (let i = childIndex(node, lower); i < node.children.length; i++) {
      // The bound of the first child is meaningless, and never ends the search.
      if (i > 0 && upper !== undefined && node.keys[i]! >= upper) return;
      yield* ascending(node.children[i]!, lower, upper);
    }
    return;
  }
  for (let i = lowerBound(node.keys, lower); i < node.keys.length; i++) {
    const key = node.keys[i]!;
    if (upper !== undefined && key >= upper) return;
    yield [key, node.values[i]!];
  }
}

function* descending<V>(node: Node<V>, lower: string, upper: string | undefined): Generator<[string, V]> {
  if ('children' in node) {
    const last = upper === undefined ? node.children.length - 1 : childIndex(node, upper);
    for (let i = last; i >= childIndex(node, lower); i--) yield* descending(node.children[i]!, lower, upper);
    return;
  }
  const end = upper === undefined ? node.keys.length : lowerBound(node.keys, upper);
  for (let i = end - 1; i >= 0 && node.keys[i]! >= lower; i--) yield [node.keys[i]!, node.values[i]!];
}
