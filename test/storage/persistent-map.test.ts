import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PersistentMap } from '../../src/storage/persistent-map.js';
import { scaled } from '../support/random/scale.js';

const test = suite('persistent map');

const key = fc.integer({ min: 0, max: 400 }).map(n => n.toString(36).padStart(2, '0'));
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('put' as const), key, fc.integer()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('delete' as const), key, fc.constant(0)) },
);
type Operation = readonly ['put' | 'delete', string, number];

function applied(map: PersistentMap<number>, [kind, key_, value]: Operation): PersistentMap<number> {
  return kind === 'put' ? map.with(key_, value) : map.without(key_);
}

const inOrder = (entries: Iterable<[string, number]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

test('is a sorted map, forwards, backwards and in any range', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 1500 }), key, fc.option(key), (operations, lower, upper) => {
      let map = PersistentMap.empty<number>();
      const model = new Map<string, number>();
      for (const each of operations) {
        map = applied(map, each);
        if (each[0] === 'put') model.set(each[1], each[2]);
        else model.delete(each[1]);
      }
      assert.is(map.size, model.size);
      for (const [name, value] of model) assert.is(map.get(name), value);
      const all = inOrder(model);
      assert.equal([...map.iterate('', undefined, false)], all);
      const within = all.filter(([name]) => name >= lower && (upper === null || name < upper));
      assert.equal([...map.iterate(lower, upper ?? undefined, false)], within);
      assert.equal([...map.iterate(lower, upper ?? undefined, true)], within.reverse());
    }),
    { numRuns: scaled(150, 3000) },
  );
});

test('every version stays what it was, whatever is made of it', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 300 }), operations => {
      const versions = [PersistentMap.empty<number>()];
      const contents: [string, number][][] = [[]];
      for (const each of operations) {
        const next = applied(versions.at(-1)!, each);
        versions.push(next);
        contents.push([...next.iterate('', undefined, false)]);
      }
      for (const [i, version] of versions.entries()) {
        assert.equal([...version.iterate('', undefined, false)], contents[i]);
      }
    }),
    { numRuns: scaled(30, 300) },
  );
});

test('removing what is not there gives the same map', () => {
  const map = PersistentMap.empty<number>().with('a', 1);
  assert.is(map.without('b'), map);
});

test('a hundred thousand entries in order and in reverse take little depth: both are found at once', () => {
  for (const numbers of [
    Array.from({ length: 100_000 }, (_, i) => i),
    Array.from({ length: 100_000 }, (_, i) => 99_999 - i),
  ]) {
    let map = PersistentMap.empty<number>();
    for (const n of numbers) map = map.with(String(n).padStart(6, '0'), n);
    assert.is(map.size, 100_000);
    assert.is(map.get('054321'), 54_321);
    assert.equal(
      [...map.iterate('099998', undefined, false)],
      [
        ['099998', 99_998],
        ['099999', 99_999],
      ],
    );
  }
});

test.run();
