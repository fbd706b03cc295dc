import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fullDigest } from '../../src/state/digest.js';
import { LtHash } from '../../src/state/lthash.js';
import type { Overlay } from '../../src/state/state.js';
import { StateStore, type StateStoreOptions } from '../../src/state/state-store.js';
import type { BatchOperation, KeyValueStore, Range } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { openStore } from '../../src/storage/open.js';
import { scaled } from '../support/random/scale.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { accounts, localIndex, notes, settings, TEST_SCHEMA, words } from './tables.js';

/** A store that counts reads, and holds writes back while `held` is set. */
class WatchedStore implements KeyValueStore {
  readonly engine = 'memory';
  reads: number[] = [];
  batches: (readonly BatchOperation[])[] = [];
  held: Promise<void> | undefined;

  constructor(readonly inner: KeyValueStore = openMemory()) {}

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    this.reads.push(keys.length);
    return this.inner.getMany(keys);
  }

  async batch(operations: readonly BatchOperation[]): Promise<void> {
    this.batches.push(operations);
    await this.held;
    await this.inner.batch(operations);
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    return this.inner.iterate(range);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

function commitWords(
  store: StateStore,
  height: number,
  entries: Record<string, string>,
  extra?: BatchOperation[],
) {
  const block = store.overlay();
  for (const [key, value] of Object.entries(entries)) block.put(words, key, value);
  return store.commit(block, extra === undefined ? { height } : { height, extra });
}

async function rejects(promise: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.instance(error, Error);
  assert.match(String(error), message);
}

const allEntries = (store: KeyValueStore) =>
  [...store.iterate({})].map(([key, value]) => `${key.toString('hex')}=${value.toString('hex')}`);

test('a new store has no height and the initial digest', () => {
  const store = new StateStore(openMemory(), TEST_SCHEMA, { ltHash: true });
  assert.is(store.height, undefined);
  assert.is(store.durableHeight, undefined);
  assert.equal(store.digest, Buffer.alloc(32));
  assert.equal(store.stateDigest, new LtHash().digest());
});

test('a block is one batch: entries, undo record, digests and the operations of the caller', async () => {
  const inner = new WatchedStore();
  const store = new StateStore(inner, TEST_SCHEMA, { ltHash: true });
  const extra: BatchOperation[] = [{ type: 'put', key: Buffer.from('block'), value: Buffer.from('body') }];
  const result = await commitWords(store, 5, { a: '1', b: '2' }, extra);
  assert.is(inner.batches.length, 1);
  assert.equal(
    inner.batches[0]!.map(o => `${o.type} ${o.key.toString('latin1')}`).sort(),
    ['put \0l', 'put \0t', 'put \0u\0\0\0\x05', 'put block', 'put \xfca', 'put \xfcb'].sort(),
  );
  assert.is(result.height, 5);
  assert.is(result.changes, 2);
  assert.equal(result.stateDigest, store.stateDigest);
});

test('the state, its height and digests are there after reopening', async () => {
  const path = temporaryDirectory();
  const open = async () =>
    new StateStore((await openStore({ path, engine: 'auto', cacheBytes: 1e6 })).store, TEST_SCHEMA, {
      ltHash: true,
    });
  const first = await open();
  await commitWords(first, 0, { a: '1', b: '2' });
  await commitWords(first, 1, { a: '3' });
  const { digest, stateDigest } = first;
  await first.close();
  const second = await open();
  assert.is(second.height, 1);
  assert.is(second.durableHeight, 1);
  assert.equal(second.digest, digest);
  assert.equal(second.stateDigest, stateDigest);
  assert.equal(
    [...second.iterate(words)],
    [
      ['a', '3'],
      ['b', '2'],
    ],
  );
  await second.disconnect(1);
  assert.is(second.get(words, 'a'), '1');
  await second.close();
});

test('while a block is being written reads see it, and further blocks are built and committed on it', async () => {
  const inner = new WatchedStore();
  const store = new StateStore(inner, TEST_SCHEMA);
  await commitWords(store, 0, { a: '0', b: '0', c: '0' });
  let release: () => void = () => undefined;
  inner.held = new Promise(resolve => {
    release = resolve;
  });
  const writes: Promise<unknown>[] = [];
  for (let height = 1; height <= 3; height++) {
    const block = store.overlay();
    block.put(words, 'a', String(height));
    if (height === 2) block.delete(words, 'b');
    if (height === 3) assert.is(block.get(words, 'b'), undefined);
    writes.push(store.commit(block, { height }));
  }
  const expected = [
    ['a', '3'],
    ['c', '0'],
  ];
  assert.is(store.height, 3);
  assert.is(store.durableHeight, 0);
  assert.is(store.get(words, 'a'), '3');
  assert.is(store.get(words, 'b'), undefined);
  assert.equal([...store.iterate(words)], expected);
  assert.equal([...store.overlay().iterate(words, { reverse: true })], [...expected].reverse());
  const begun = store.iterate(words);
  await new Promise(resolve => setImmediate(resolve));
  assert.is(inner.batches.length, 2, 'a block is handed over when the one before is on the disk');
  release();
  await Promise.all(writes);
  assert.equal([...begun], expected);
  assert.equal([...store.iterate(words)], expected);
  assert.is(store.durableHeight, 3);
  assert.is(inner.batches.length, 4);
});

test('heights follow one another', async () => {
  const store = new StateStore(openMemory(), TEST_SCHEMA);
  await commitWords(store, 7, { a: '1' });
  for (const height of [7, 9, 0, 1.5]) {
    await rejects(commitWords(store, height, { a: '2' }), /expected height 8/);
  }
  assert.is((await commitWords(store, 8, { a: '2' })).height, 8);
});

test('an overlay of an earlier version, of another store or a child is not committed', async () => {
  const store = new StateStore(openMemory(), TEST_SCHEMA);
  const stale = store.overlay();
  stale.put(words, 'a', 'stale');
  await commitWords(store, 0, { a: '1' });
  await rejects(store.commit(stale, { height: 1 }), /another block was committed/);
  await rejects(store.commit(store.overlay().child(), { height: 1 }), /overlay\(\) of this store/);
  await rejects(
    store.commit(new StateStore(openMemory(), TEST_SCHEMA).overlay(), { height: 1 }),
    /overlay\(\) of this store/,
  );
  assert.is(store.get(words, 'a'), '1');
  assert.is(store.height, 0);
});

test('operations of the caller may not touch the keys of the state store', async () => {
  const store = new StateStore(openMemory(), TEST_SCHEMA);
  await rejects(commitWords(store, 0, {}, [{ type: 'del', key: Buffer.from('\0t') }]), /zero byte/);
  assert.is(store.height, undefined);
});

test('what is committed cannot be changed while it is written', async () => {
  const store = new StateStore(openMemory(), TEST_SCHEMA, { ltHash: true });
  const block = store.overlay();
  block.put(words, 'a', '1');
  const written = store.commit(block, { height: 0 });
  assert.throws(() => block.put(words, 'a', '2'), /cannot be used/);
  const { height, changes, digest, stateDigest } = await written;
  assert.equal([height, changes], [0, 1]);
  assert.equal([digest, stateDigest], [store.digest, store.stateDigest]);
});

test('prefetch reads what is not known yet with one multi-get, and later reads cost none', async () => {
  const inner = new WatchedStore();
  await commitWords(new StateStore(inner, TEST_SCHEMA), 0, { a: '1', b: '2', c: '3' });
  const store = new StateStore(inner, TEST_SCHEMA);
  inner.reads = [];
  await store.prefetch(words, ['a', 'b', 'missing', 'a']);
  assert.equal(inner.reads, [3]);
  await store.prefetch(words, ['a', 'b', 'missing']);
  const block = store.overlay();
  assert.equal(
    ['a', 'b', 'missing'].map(key => block.get(words, key)),
    ['1', '2', undefined],
  );
  block.put(words, 'b', 'x');
  block.put(words, 'missing', 'y');
  await store.commit(block, { height: 1 });
  assert.is(store.get(words, 'missing'), 'y');
  assert.equal(inner.reads, [3]);
  assert.is(store.get(words, 'c'), '3');
  assert.equal(inner.reads, [3, 1]);
});

test('entries that are written without being read are looked up with one multi-get for each table', async () => {
  const inner = new WatchedStore();
  await commitWords(new StateStore(inner, TEST_SCHEMA), 0, { a: '1', b: '2' });
  const store = new StateStore(inner, TEST_SCHEMA);
  inner.reads = [];
  await commitWords(store, 1, { a: 'x', b: 'y', c: 'z' });
  assert.equal(inner.reads, [3]);
});

test('a cache that is too small for the state costs reads, and answers do not depend on it', async () => {
  const inner = new WatchedStore();
  const store = new StateStore(inner, TEST_SCHEMA, { cacheBytes: 20_000 });
  for (let height = 0; height < 5; height++) {
    const block = store.overlay();
    for (let i = 100; i < 400; i++) block.put(words, `word ${i}`, `${height} ${i}`);
    await store.commit(block, { height });
    inner.reads = [];
    for (let i = 399; i >= 100; i--) assert.is(store.get(words, `word ${i}`), `${height} ${i}`);
    assert.ok(inner.reads.length > 0, 'some values are read again');
    assert.ok(inner.reads.length < 300, 'others are still known');
  }
});

test('a value that does not decode is an error that names its table', async () => {
  const inner = openMemory();
  await inner.batch([{ type: 'put', key: Buffer.from('\xfca', 'latin1'), value: Buffer.from([200]) }]);
  assert.throws(
    () => new StateStore(inner, TEST_SCHEMA).get(words, 'a'),
    /a stored value of table test words does not decode/,
  );
});

test('only the last block can be taken back, as far as undo records are kept', async () => {
  const inner = openMemory();
  const store = new StateStore(inner, TEST_SCHEMA, { undoBlocks: 3 });
  for (let height = 0; height < 10; height++) await commitWords(store, height, { a: String(height) });
  const undoRecords = () => allEntries(inner).filter(entry => entry.startsWith('0075')).length;
  assert.is(undoRecords(), 3);
  await rejects(store.disconnect(8), /only the last block can be taken back: that is 9, not 8/);
  for (const height of [9, 8, 7]) {
    await store.disconnect(height);
    assert.is(store.height, height - 1);
    assert.is(store.get(words, 'a'), String(height - 1));
  }
  assert.is(undoRecords(), 0);
  await rejects(store.disconnect(6), /block 6 cannot be taken back: its undo record is not kept/);
  assert.is(store.get(words, 'a'), '6');
});

test('with undoBlocks 0 every block can be taken back, to an empty store', async () => {
  const inner = openMemory();
  const store = new StateStore(inner, TEST_SCHEMA, { undoBlocks: 0 });
  for (let height = 0; height < 1200; height++) void commitWords(store, height, { a: String(height) });
  await store.settled();
  for (let height = 1199; height >= 0; height--) await store.disconnect(height);
  assert.is(store.height, undefined);
  assert.equal(allEntries(inner), []);
});

test('taking a block back waits for writes, makes overlays stale and takes operations of the caller along', async () => {
  const inner = openMemory();
  const store = new StateStore(inner, TEST_SCHEMA);
  void commitWords(store, 0, { a: '0' });
  void commitWords(store, 1, { a: '1', b: '1' }, [
    { type: 'put', key: Buffer.from('block 1'), value: Buffer.from('body') },
  ]);
  const overlay = store.overlay();
  await store.disconnect(1, [{ type: 'del', key: Buffer.from('block 1') }]);
  assert.is(store.durableHeight, 0);
  assert.equal([...store.iterate(words)], [['a', '0']]);
  assert.equal(inner.getMany([Buffer.from('block 1')]), [undefined]);
  await rejects(store.commit(overlay, { height: 1 }), /another block was committed/);
});

test('switching the LtHash on later computes it from the whole state', async () => {
  const inner = openMemory();
  const withHash = new StateStore(inner, TEST_SCHEMA, { ltHash: true });
  await commitWords(withHash, 0, { a: '1' });
  const without = new StateStore(inner, TEST_SCHEMA);
  assert.is((await commitWords(without, 1, { a: '2', b: '1' })).stateDigest, undefined);
  const again = new StateStore(inner, TEST_SCHEMA, { ltHash: true });
  assert.equal(again.stateDigest, LtHash.of(again.consensusEntries()).digest());
  await commitWords(again, 2, { c: '1' });
  assert.equal(again.stateDigest, LtHash.of(again.consensusEntries()).digest());
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\xff'), maxLength: 2 });
const change = fc.record({
  table: fc.constantFrom('accounts', 'notes', 'words', 'localIndex', 'settings'),
  key: word,
  number: fc.nat(5),
  value: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
});
type RandomChange = typeof change extends fc.Arbitrary<infer T> ? T : never;
const block = fc.array(change, { maxLength: 12, size: 'max' });

function apply(overlay: Overlay, { table, key, number, value }: RandomChange): void {
  if (table === 'accounts') {
    const id = String(number).repeat(40);
    if (value === undefined) overlay.delete(accounts, id);
    else overlay.put(accounts, id, { balance: BigInt(value.length), owner: id });
  } else if (table === 'notes') {
    if (value === undefined) overlay.delete(notes, [number, key]);
    else overlay.put(notes, [number, key], value);
  } else if (table === 'settings') {
    if (value === undefined) overlay.delete(settings, undefined);
    else overlay.put(settings, undefined, Buffer.from(value));
  } else {
    const texts = table === 'words' ? words : localIndex;
    if (value === undefined) overlay.delete(texts, key);
    else overlay.put(texts, key, value);
  }
}

function snapshot(store: StateStore, inner: KeyValueStore) {
  return {
    height: store.height,
    digest: store.digest,
    stateDigest: store.stateDigest,
    full: fullDigest(store.consensusEntries()),
    entries: allEntries(inner),
  };
}

const OPTIONS: StateStoreOptions[] = [
  { ltHash: true, cacheBytes: 3000 },
  { ltHash: true },
  { ltHash: false },
];

for (const options of OPTIONS) {
  test(`taking random blocks back and doing them again gives the same state and digests ${JSON.stringify(options)}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6, size: 'max' }), async blocks => {
        const inner = openMemory();
        let store = new StateStore(inner, TEST_SCHEMA, options);
        const history = [snapshot(store, inner)];
        const connect = async (height: number) => {
          const overlay = store.overlay();
          for (const c of blocks[height]!) apply(overlay, c);
          await store.commit(overlay, { height });
        };
        for (let height = 0; height < blocks.length; height++) {
          await connect(height);
          const now = snapshot(store, inner);
          history.push(now);
          if (options.ltHash) assert.equal(now.stateDigest, LtHash.of(store.consensusEntries()).digest());
        }
        // Half of the way back through a store that was opened anew, with an empty cache.
        for (let height = blocks.length - 1; height >= 0; height--) {
          if (height === blocks.length >> 1) store = new StateStore(inner, TEST_SCHEMA, options);
          await store.disconnect(height);
          const expected = history[height]!;
          // Before the first block there was no LtHash on the disk yet.
          const actual = snapshot(store, inner);
          if (height === 0) actual.entries = actual.entries.filter(entry => !entry.startsWith('006c'));
          assert.equal(actual, expected);
        }
        for (let height = 0; height < blocks.length; height++) {
          await connect(height);
          assert.equal(snapshot(store, inner), history[height + 1]);
        }
      }),
      { numRuns: scaled(60, 1000) },
    );
  });
}

test.run();
