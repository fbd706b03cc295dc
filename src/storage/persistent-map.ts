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
 * An immutable map in the order of its keys (latin1 texts). A change gives a new map that shares all
 * but a path of nodes with the old one, so that every version stays usable and keeping one costs
 * nothing: a B+ tree whose nodes are copied on write. Nodes that have lost entries are not filled up
 * again; an empty one is dropped.
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
    let node = this.#root;
    while ('children' in node) node = node.children[childIndex(node, key)]!;
    const position = lowerBound(node.keys, key);
    return node.keys[position] === key ? node.values[position] : undefined;
  }

  /** The map with an entry added or replaced. */
  with(key: string, value: V): PersistentMap<V> {
    const inserted = insertedInto(this.#root, key, value);
    const [left, right] = inserted.nodes;
    const root = right === undefined ? left : { keys: ['', right.keys[0]!], children: [left, right] };
    return new PersistentMap(root, this.size + (inserted.isNew ? 1 : 0));
  }

  /** The map without an entry; this one where there is none. */
  without(key: string): PersistentMap<V> {
    if (this.get(key) === undefined) return this;
    let root = removed(this.#root, key) ?? { keys: [], values: [] };
    while ('children' in root && root.children.length === 1) root = root.children[0]!;
    return new PersistentMap(root, this.size - 1);
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

/** A node with an entry more or another one: two nodes where one would be too large. */
interface Inserted<V> {
  readonly nodes: readonly [Node<V>, Node<V>?];
  readonly isNew: boolean;
}

function insertedInto<V>(node: Node<V>, key: string, value: V): Inserted<V> {
  if ('children' in node) {
    const index = childIndex(node, key);
    const { nodes, isNew } = insertedInto(node.children[index]!, key, value);
    const [left, right] = nodes;
    const children = node.children.slice();
    children[index] = left;
    if (right === undefined) return { nodes: [{ keys: node.keys, children }], isNew };
    children.splice(index + 1, 0, right);
    const keys = spliced(node.keys, index + 1, 0, right.keys[0]!);
    if (children.length <= MAX_SIZE) return { nodes: [{ keys, children }], isNew };
    const half = children.length >> 1;
    const lower = { keys: keys.slice(0, half), children: children.slice(0, half) };
    const upper = { keys: keys.slice(half), children: children.slice(half) };
    return { nodes: [lower, upper], isNew };
  }
  const position = lowerBound(node.keys, key);
  if (node.keys[position] === key) {
    const values = node.values.slice();
    values[position] = value;
    return { nodes: [{ keys: node.keys, values }], isNew: false };
  }
  const keys = spliced(node.keys, position, 0, key);
  const values = spliced(node.values, position, 0, value);
  if (keys.length <= MAX_SIZE) return { nodes: [{ keys, values }], isNew: true };
  // A leaf that grows at its end is being filled in order: leave it nearly full.
  const half = position === MAX_SIZE ? MAX_SIZE : keys.length >> 1;
  const lower = { keys: keys.slice(0, half), values: values.slice(0, half) };
  const upper = { keys: keys.slice(half), values: values.slice(half) };
  return { nodes: [lower, upper], isNew: true };
}

/** A node with an entry less, which must be there; undefined where nothing is left. */
function removed<V>(node: Node<V>, key: string): Node<V> | undefined {
  if ('children' in node) {
    const index = childIndex(node, key);
    const child = removed(node.children[index]!, key);
    if (child !== undefined) return { keys: node.keys, children: spliced(node.children, index, 1, child) };
    if (node.children.length === 1) return undefined;
    return { keys: spliced(node.keys, index, 1), children: spliced(node.children, index, 1) };
  }
  if (node.keys.length === 1) return undefined;
  const position = lowerBound(node.keys, key);
  return { keys: spliced(node.keys, position, 1), values: spliced(node.values, position, 1) };
}

function spliced<T>(list: readonly T[], start: number, count: number, ...items: readonly T[]): T[] {
  const copy = list.slice();
  copy.splice(start, count, ...items);
  return copy;
}

function* ascending<V>(node: Node<V>, lower: string, upper: string | undefined): Generator<[string, V]> {
  if ('children' in node) {
    for (let i = childIndex(node, lower); i < node.children.length; i++) {
      // The bound of the first child says nothing, and never ends the walk.
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
