import type { KeyValueStore, Range } from '../storage/key-value-store.js';
import { BLOCK_STORE_PREFIX, STATE_STORE_KEY } from '../storage/layout.js';
import { StateError } from './errors.js';
import { diskKey, type Schema } from './table.js';
import { decodeTip, type Tip } from './tip.js';
import { decodeUndo } from './undo.js';

const TIP_KEY = Buffer.from(STATE_STORE_KEY.tip, 'latin1');
const UNDO_PREFIX = Buffer.from(STATE_STORE_KEY.undo, 'latin1');
const FIRST_TABLE = Buffer.of(1);
const TIP: Range = { gte: TIP_KEY, lte: TIP_KEY };
const UNDO: Range = { gte: UNDO_PREFIX, lt: FIRST_TABLE };
const TABLES: Range = { gte: FIRST_TABLE, lt: Buffer.of(BLOCK_STORE_PREFIX) };

/** A state as it was after a block; it does not change while the chain goes on. */
export interface StateView {
  /** The block, and the digest chain up to it. */
  readonly tip: Tip;
  /** All entries, encoded as in the database, in the order of their keys; can be iterated once. */
  readonly entries: Iterable<readonly [Buffer, Buffer]>;
}

/**
 * The state after a block, from a store that others go on to write. What changed since is kept in memory.
 * @param height - default: that of the newest block in the store
 * @param turn - is awaited now and then
 * @throws StateError where the state after the block is not there (any more)
 */
export async function viewState(
  store: KeyValueStore,
  schema: Schema,
  { height, turn }: { readonly height?: number | undefined; readonly turn: () => Promise<void> },
): Promise<StateView> {
  const open = () => ({
    tip: store.iterate(TIP),
    undo: store.iterate({ ...UNDO, reverse: true }),
    entries: store.iterate(TABLES),
  });
  // All of one version: nothing is written in between.
  const version = store.pauseWrites === undefined ? open() : await store.pauseWrites(async () => open());
  const [newest] = [...version.tip].map(([, value]) => decodeTip(value));
  if (newest === undefined) throw new StateError('the store has no state');
  const wanted = height ?? newest.height;
  if (wanted > newest.height) {
    throw new StateError(`there is no block ${wanted} yet, the newest is ${newest.height}`);
  }
  let tip = newest;
  /** By key: what it was after the block, where that was changed since. */
  const before = new Map<string, string | undefined>();
  for (const [, value] of version.undo) {
    if (tip.height === wanted) break;
    const { previous, entries } = decodeUndo(value, schema);
    if (previous?.height !== tip.height - 1) break;
    for (const entry of entries) {
      before.set(diskKey(entry.table, entry.key).toString('latin1'), entry.before);
    }
    tip = previous;
    await turn();
  }
  if (tip.height !== wanted) {
    throw new StateError(
      `the state after block ${wanted} is not kept any more, the oldest is that after ${tip.height}`,
    );
  }
  return { tip, entries: before.size === 0 ? version.entries : withEarlier(version.entries, before) };
}

/** Entries in the order of their keys, some of which were different or missing before. */
function* withEarlier(
  entries: Iterable<readonly [Buffer, Buffer]>,
  before: ReadonlyMap<string, string | undefined>,
): Generator<readonly [Buffer, Buffer]> {
  const earlier = [...before].sort(([a], [b]) => (a < b ? -1 : 1));
  let next = 0;
  for (const entry of entries) {
    const key = entry[0].toString('latin1');
    for (let known = earlier[next]; known !== undefined && known[0] < key; known = earlier[++next]) {
      yield* bytesOf(known);
    }
    const known = earlier[next];
    if (known === undefined || known[0] !== key) {
      yield entry;
    } else {
      yield* bytesOf(known);
      next++;
    }
  }
  for (; next < earlier.length; next++) yield* bytesOf(earlier[next] ?? ['', undefined]);
}

function* bytesOf([key, value]: readonly [string, string | undefined]): Generator<readonly [Buffer, Buffer]> {
  if (value !== undefined) yield [Buffer.from(key, 'latin1'), Buffer.from(value, 'latin1')];
}
