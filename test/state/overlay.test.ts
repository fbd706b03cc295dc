import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KeyRange } from '../../src/state/key-range.js';
import type { Overlay } from '../../src/state/state.js';
import { StateStore } from '../../src/state/state-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { scaled } from '../support/random/scale.js';
import { localIndex, notes, settings, TEST_SCHEMA, words } from './tables.js';

type Model = Map<string, string>;

async function storeWith(...entries: [string, string][]): Promise<StateStore> {
  const store = new StateStore(openMemory(), TEST_SCHEMA);
  const block = store.overlay();
  for (const [key, value] of entries) block.put(words, key, value);
  await store.commit(block, { height: 0 });
  return store;
}

function select(model: Model, range: KeyRange<string>): [string, string][] {
  const entries = [...model]
    .filter(([k]) => range.gte === undefined || k >= range.gte)
    .filter(([k]) => range.gt === undefined || k > range.gt)
    .filter(([k]) => range.lt === undefined || k < range.lt)
    .filter(([k]) => range.lte === undefined || k <= range.lte)
    .filter(([k]) => range.prefix === undefined || k.startsWith(range.prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (range.reverse) entries.reverse();
  return entries.slice(0, range.limit);
}

test('a child sees its parent and the store; its own changes stay its own until it is merged', async () => {
  const store = await storeWith(['a', '1'], ['b', '1'], ['c', '1']);
  const block = store.overlay();
  block.put(words, 'a', '2');
  const transaction = block.child();
  assert.is(transaction.parent, block);
  transaction.delete(words, 'b');
  transaction.put(words, 'd', '3');
  assert.equal(
    [...transaction.iterate(words)],
    [
      ['a', '2'],
      ['c', '1'],
      ['d', '3'],
    ],
  );
  assert.is(transaction.get(words, 'a'), '2');
  assert.is(transaction.get(words, 'b'), undefined);
  assert.is(block.get(words, 'b'), '1');
  transaction.merge();
  assert.is(block.get(words, 'b'), undefined);
  assert.is(block.get(words, 'd'), '3');
  assert.is(store.get(words, 'd'), undefined);
});

test('a discarded child leaves no trace', async () => {
  const store = await storeWith(['a', '1']);
  const block = store.overlay();
  const transaction = block.child();
  transaction.put(words, 'a', '2');
  transaction.delete(words, 'b');
  transaction.discard();
  assert.equal(block.changes(), []);
  assert.is(block.get(words, 'a'), '1');
});

test('a value that was read is the very value that was put: nothing is encoded on the way', async () => {
  const store = await storeWith();
  const block = store.overlay();
  const value = new Uint8Array([1, 2, 3]);
  block.put(settings, undefined, value);
  assert.is(block.child().child().get(settings, undefined), value);
  await store.commit(block, { height: 1 });
  assert.is(store.get(settings, undefined), value);
  assert.is(store.overlay().get(settings, undefined), value);
});

test('an ended overlay refuses every use, also through its children', async () => {
  const store = await storeWith();
  const uses: ((overlay: Overlay) => unknown)[] = [
    o => o.get(words, 'a'),
    o => o.iterate(words),
    o => o.put(words, 'a', '1'),
    o => o.delete(words, 'a'),
    o => o.child(),
    o => o.merge(),
    o => o.discard(),
    o => o.changes(),
  ];
  const block = store.overlay();
  const merged = block.child();
  const orphan = merged.child();
  merged.merge();
  const discarded = block.child();
  discarded.discard();
  for (const use of uses) {
    assert.throws(() => use(merged), /this overlay was merged and cannot be used/);
    assert.throws(() => use(discarded), /this overlay was discarded and cannot be used/);
  }
  assert.throws(() => orphan.get(words, 'a'), /was merged/);
  assert.throws(() => orphan.iterate(words), /was merged/);
  assert.throws(() => orphan.merge(), /was merged/);
  await store.commit(block, { height: 1 });
  for (const use of uses) assert.throws(() => use(block), /was committed and cannot be used/);
});

test('the lowest overlay is not merged but committed', async () => {
  const store = await storeWith();
  assert.throws(() => store.overlay().merge(), /commit it to the state store/);
});

test('undefined is not a value', async () => {
  const block = (await storeWith()).overlay();
  assert.throws(() => block.put(words, 'a', undefined as unknown as string), /use delete/);
});

test('an iteration sees the overlay as it was at the call, whatever is written before or during the loop', async () => {
  const store = await storeWith(['a', '1'], ['b', '1'], ['c', '1'], ['d', '1']);
  const block = store.overlay();
  block.put(words, 'b', '2');
  const expected = [...block.iterate(words)];
  const before = block.iterate(words);
  block.put(words, 'a', 'x');
  block.delete(words, 'd');
  block.put(words, 'aa', 'x');
  assert.equal([...before], expected);

  const now = [...block.iterate(words)];
  const seen: [string, string][] = [];
  for (const [key, value] of block.iterate(words)) {
    seen.push([key, value]);
    block.put(words, key, `${value}!`);
    block.put(words, `${key}z`, 'new');
    block.delete(words, 'c');
    const child = block.child();
    child.put(words, 'b', 'child');
    child.merge();
  }
  assert.equal(seen, now);
  assert.is(block.get(words, 'c'), undefined);
  assert.is(block.get(words, 'az'), 'new');
});

test('an iteration that is left early does not keep later writes from being seen', async () => {
  const block = (await storeWith(['a', '1'])).overlay();
  block.put(words, 'b', '1');
  for (const _ of block.iterate(words)) break;
  block.put(words, 'b', '2');
  assert.equal([...block.iterate(words, { reverse: true, limit: 1 })], [['b', '2']]);
});

test('a prefix of a tuple key selects what belongs to it', async () => {
  const block = (await storeWith()).overlay();
  for (const [n, s] of [
    [1, 'a'],
    [2, ''],
    [2, 'b'],
    [2, '\xff'],
    [3, ''],
  ] as const) {
    block.put(notes, [n, s], `${n}${s}`);
  }
  assert.equal(
    [...block.iterate(notes, { prefix: notes.key.encode([2, '']) })].map(([key]) => key),
    [
      [2, ''],
      [2, 'b'],
      [2, '\xff'],
    ],
  );
  assert.equal([...block.iterate(words, { prefix: '\xff\xff' })], []);
});

test('changes are in the order of prefix and key, with old and new encodings, without what is as before', async () => {
  const store = await storeWith(['a', '1'], ['b', '1'], ['c', '1']);
  const block = store.overlay();
  block.put(words, 'c', '2');
  block.put(words, 'a', '1');
  block.delete(words, 'b');
  block.delete(words, 'never there');
  block.put(localIndex, 'x', 'y');
  block.put(notes, [1, 'n'], '');
  const changes = () => block.changes().map(c => [c.table.name, c.key, c.before, c.after, c.value]);
  assert.equal(changes(), [
    ['test notes', '\0\0\0\x01n', undefined, '\0', ''],
    ['test words', 'b', '\x011', undefined, undefined],
    ['test words', 'c', '\x011', '\x012', '2'],
    ['test local index', 'x', undefined, '\x01y', 'y'],
  ]);
  const child = block.child();
  child.put(words, 'b', 'back');
  child.put(words, 'c', '2');
  assert.equal(
    child.changes().map(c => [c.key, c.before, c.after]),
    [['b', undefined, '\x04back']],
    'a child differs from its parent',
  );
});

const key = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\xff'), maxLength: 3 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('put' as const), key, value: fc.string({ maxLength: 2 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('child', 'merge', 'discard', 'commit', 'settle') }),
  },
);
/** Present in one case of four, or nearly every range would be empty. */
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const bound = rarely(key);
const anyRange = fc.record({
  gte: bound,
  gt: bound,
  lt: bound,
  lte: bound,
  prefix: rarely(fc.string({ unit: fc.constantFrom('a', '\xff'), maxLength: 2 })),
  reverse: fc.boolean(),
  limit: fc.option(fc.nat(4), { nil: undefined }),
});

test('random changes through nested overlays and commits agree with plain maps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.array(anyRange, { maxLength: 4 }),
      async (steps, ranges) => {
        const store = new StateStore(openMemory(), TEST_SCHEMA, { cacheBytes: 2000 });
        let height = 0;
        // The committed state, then one model and overlay for each open layer.
        let committed: Model = new Map();
        let models: Model[] = [new Map()];
        let overlays: Overlay[] = [store.overlay()];
        const writes: Promise<unknown>[] = [];
        for (const s of steps) {
          const top = overlays.at(-1)!;
          const model = models.at(-1)!;
          if (s.do === 'put') {
            top.put(words, s.key, s.value);
            model.set(s.key, s.value);
          } else if (s.do === 'delete') {
            top.delete(words, s.key);
            model.delete(s.key);
          } else if (s.do === 'child' && overlays.length < 4) {
            overlays.push(top.child());
            models.push(new Map(model));
          } else if (s.do === 'merge' && overlays.length > 1) {
            top.merge();
            overlays.pop();
            models.splice(-2, 1);
          } else if (s.do === 'discard' && overlays.length > 1) {
            top.discard();
            overlays.pop();
            models.pop();
          } else if (s.do === 'commit') {
            // The block is built upon while it is being written.
            writes.push(store.commit(overlays[0]!, { height: height++ }));
            committed = models[0]!;
            models = [new Map(committed)];
            overlays = [store.overlay()];
          } else if (s.do === 'settle') {
            // The values move from memory to the disk and the small cache.
            await store.settled();
          }
          if ('key' in s) assert.is(overlays.at(-1)!.get(words, s.key), models.at(-1)!.get(s.key));
        }
        const check = () => {
          for (const range of [{}, ...ranges]) {
            overlays.forEach((overlay, i) => {
              assert.equal([...overlay.iterate(words, range)], select(models[i]!, range));
            });
            assert.equal([...store.iterate(words, range)], select(committed, range));
          }
        };
        check();
        await Promise.all(writes);
        check();
      },
    ),
    { numRuns: scaled(300, 5000) },
  );
});

test.run();
