import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BatchOperation, EngineName, KeyValueStore, Range } from '../../src/storage/key-value-store.js';
import { openStore } from '../../src/storage/open.js';
import { openShared } from '../../src/storage/open-shared.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const ENGINES: readonly EngineName[] = ['rocksdb', 'leveldb', 'memory'];

const bytes = (text: string) => Buffer.from(text, 'latin1');
const put = (key: string, value: string): BatchOperation => ({
  type: 'put',
  key: bytes(key),
  value: bytes(value),
});
const del = (key: string): BatchOperation => ({ type: 'del', key: bytes(key) });

async function open(engine: EngineName, path = temporaryDirectory()): Promise<KeyValueStore> {
  return (await openStore({ path, engine, cacheBytes: 8 * 1024 * 1024 })).store;
}

function texts(entries: Iterable<[Buffer, Buffer]>): [string, string][] {
  return [...entries].map(([key, value]) => [key.toString('latin1'), value.toString('latin1')]);
}

function keysIn(store: KeyValueStore, range: Range): string {
  return texts(store.iterate(range))
    .map(([key]) => key)
    .join('');
}

function get(store: KeyValueStore, key: string): string | undefined {
  return store.getMany([bytes(key)])[0]?.toString('latin1');
}

/** Key numbers in ascending order of their bytes. */
function numbered(count: number, value = 'v'): BatchOperation[] {
  return Array.from({ length: count }, (_, i) => put(String(i).padStart(6, '0'), value));
}

for (const engine of ENGINES) {
  const test = suite(`storage engine ${engine}`);

  test('reports which engine it is', async () => {
    const store = await open(engine);
    assert.is(store.engine, engine);
    await store.close();
  });

  test('what others read of it is what is written, and it stays open until they have ended', async () => {
    const store = await open(engine);
    if (engine === 'memory') {
      assert.is(store.lend, undefined);
      await store.close();
      return;
    }
    await store.batch(numbered(100));
    const loan = store.lend!();
    const reader = await openShared(loan.database);
    assert.equal(texts(reader.iterate({})), texts(store.iterate({})));
    const seen = reader.iterate({ gte: bytes('000090') });
    await store.batch([put('000095', 'another'), put('x', 'y')]);
    assert.is(reader.getMany([bytes('x')])[0]?.toString(), 'y');
    assert.is(texts(seen).length, 10, 'an iteration sees one version');
    assert.throws(() => reader.getMany([bytes('')]), /at least one byte/);

    let isClosed = false;
    const closing = store.close().then(() => {
      isClosed = true;
    });
    await new Promise(resolve => setImmediate(resolve));
    assert.is(isClosed, false);
    assert.is(reader.getMany([bytes('000095')])[0]?.toString(), 'another');
    assert.throws(() => store.lend!(), /closed/);
    await reader.close();
    assert.throws(() => reader.getMany([bytes('x')]), /closed/);
    loan.giveBack();
    await closing;
  });

  test('reads what was written, in the order asked for, undefined where there is nothing', async () => {
    const store = await open(engine);
    await store.batch([put('a', '1'), put('b', '2'), put('c', '3')]);
    const values = store.getMany([bytes('c'), bytes('x'), bytes('a'), bytes('c')]);
    assert.equal(
      values.map(v => v?.toString()),
      ['3', undefined, '1', '3'],
    );
    assert.equal(store.getMany([]), []);
    await store.close();
  });

  test('the last of several changes of one key counts, and deleting what is not there is allowed', async () => {
    const store = await open(engine);
    await store.batch([put('a', '1'), del('a'), put('a', '2'), put('b', '1'), del('b'), del('c')]);
    assert.equal(texts(store.iterate({})), [['a', '2']]);
    await store.close();
  });

  test('a batch with an empty key is refused as a whole', async () => {
    const store = await open(engine);
    let message = '';
    await store.batch([put('a', '1'), put('', '2')]).catch(error => {
      message = error.message;
    });
    assert.match(message, 'at least one byte');
    assert.is(get(store, 'a'), undefined);
    assert.throws(() => get(store, ''), /at least one byte/);
    await store.close();
  });

  test('batches are applied in the order of the calls', async () => {
    const store = await open(engine);
    await Promise.all(Array.from({ length: 50 }, (_, i) => store.batch([put('k', String(i))])));
    assert.is(get(store, 'k'), '49');
    await Promise.all([store.batch([put('k', 'x')], { sync: false }), store.batch([del('k')])]);
    assert.is(get(store, 'k'), undefined);
    await store.close();
  });

  test('operations are copied before batch returns', async () => {
    const store = await open(engine);
    const key = bytes('key');
    const value = bytes('value');
    const written = store.batch([{ type: 'put', key, value }]);
    key.fill(0);
    value.fill(0);
    await written;
    assert.equal(texts(store.iterate({})), [['key', 'value']]);
    await store.close();
  });

  test('keys are in the order of their bytes', async () => {
    const store = await open(engine);
    const keys = ['\xff\xff', '\x00', 'b', '\x7f', '\x80', 'a\x00', 'a', '\xff', 'ab', '\x00\x00'];
    await store.batch(keys.map(key => put(key, '')));
    const expected = ['\x00', '\x00\x00', 'a', 'a\x00', 'ab', 'b', '\x7f', '\x80', '\xff', '\xff\xff'];
    assert.equal(
      texts(store.iterate({})).map(([key]) => key),
      expected,
    );
    await store.close();
  });

  test('every bound, direction and limit of a range holds', async () => {
    const store = await open(engine);
    await store.batch([...'abcdef'].map(key => put(key, key)));
    const b = bytes('b');
    const d = bytes('d');
    assert.is(keysIn(store, {}), 'abcdef');
    assert.is(keysIn(store, { gte: b }), 'bcdef');
    assert.is(keysIn(store, { gt: b }), 'cdef');
    assert.is(keysIn(store, { lt: d }), 'abc');
    assert.is(keysIn(store, { lte: d }), 'abcd');
    assert.is(keysIn(store, { gte: b, lte: d }), 'bcd');
    assert.is(keysIn(store, { gt: b, lt: d }), 'c');
    assert.is(keysIn(store, { gt: b, gte: b }), 'cdef', 'the stricter lower bound');
    assert.is(keysIn(store, { gt: bytes('a'), gte: d }), 'def', 'the stricter lower bound');
    assert.is(keysIn(store, { lt: d, lte: d }), 'abc', 'the stricter upper bound');
    assert.is(keysIn(store, { lt: bytes('f'), lte: b }), 'ab', 'the stricter upper bound');
    assert.is(keysIn(store, { reverse: true }), 'fedcba');
    assert.is(keysIn(store, { gte: b, lt: d, reverse: true }), 'cb');
    assert.is(keysIn(store, { gt: b, lte: d, reverse: true }), 'dc');
    assert.is(keysIn(store, { limit: 2 }), 'ab');
    assert.is(keysIn(store, { gt: b, limit: 2, reverse: true }), 'fe');
    assert.is(keysIn(store, { limit: 0 }), '');
    assert.is(keysIn(store, { gte: d, lt: b }), '');
    assert.is(keysIn(store, { gt: b, lt: b }), '');
    assert.is(keysIn(store, { gte: b, lte: b }), 'b');
    assert.is(keysIn(store, { gte: Buffer.alloc(0) }), 'abcdef');
    assert.is(keysIn(store, { lt: Buffer.alloc(0) }), '');
    assert.is(keysIn(store, { gte: bytes('bb'), lt: bytes('dd') }), 'cd');
    assert.throws(() => store.iterate({ limit: -1 }), /limit -1 is not a count/);
    await store.close();
  });

  test('an iteration sees the version at its call, also over many fetches', async () => {
    const store = await open(engine);
    await store.batch(numbered(5000, 'old'));
    const forward = store.iterate({});
    const backward = store.iterate({ reverse: true });
    await store.batch([...numbered(2500, 'new'), put('000000x', 'new'), put('zzz', 'new')]);
    await store.batch(numbered(5000).map(({ key }) => ({ type: 'del', key })));
    for (const iteration of [forward, backward]) {
      const entries = texts(iteration);
      assert.is(entries.length, 5000);
      assert.ok(entries.every(([, value]) => value === 'old'));
    }
    assert.equal(texts(store.iterate({})), [
      ['000000x', 'new'],
      ['zzz', 'new'],
    ]);
    await store.close();
  });

  test('writes between two steps of a loop do not disturb it', async () => {
    const store = await open(engine);
    await store.batch(numbered(300, 'old'));
    let count = 0;
    for (const [key, value] of store.iterate({})) {
      assert.is(value.toString(), 'old');
      assert.is(Number(key.toString()), count++);
      if (count % 40 === 0) await store.batch([...numbered(300, `new ${count}`), put(`${key}+`, 'more')]);
    }
    assert.is(count, 300);
    await store.close();
  });

  test('a loop can be left early, many times, and the store still closes', async () => {
    const store = await open(engine);
    await store.batch(numbered(2000));
    for (let i = 0; i < 200; i++) {
      for (const [key] of store.iterate({ gte: bytes(String(i).padStart(6, '0')) })) {
        assert.is(Number(key.toString()), i);
        break;
      }
      assert.throws(() => {
        for (const _ of store.iterate({})) throw new Error('stop');
      }, 'stop');
    }
    store.iterate({}); // begun, never walked
    await store.close();
  });

  test('large, empty and binary values come back as they were', async () => {
    const store = await open(engine);
    const large = Buffer.alloc(5 * 1024 * 1024, 'large');
    const binary = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    await store.batch([
      { type: 'put', key: bytes('large'), value: large },
      { type: 'put', key: bytes('empty'), value: Buffer.alloc(0) },
      { type: 'put', key: binary, value: binary },
    ]);
    const values = store.getMany([bytes('large'), bytes('empty'), binary]);
    assert.ok(values[0]?.equals(large));
    assert.is(values[1]?.length, 0);
    assert.ok(values[2]?.equals(binary));
    assert.is([...store.iterate({})].length, 3);
    await store.close();
  });

  test('close waits for writes under way; afterwards every use is an error that says so', async () => {
    const store = await open(engine);
    await store.batch(numbered(10));
    const walking = store.iterate({})[Symbol.iterator]();
    walking.next();
    let written = 0;
    for (let i = 0; i < 10; i++) void store.batch(numbered(500)).then(() => written++);
    await store.close();
    assert.is(written, 10);
    assert.throws(() => get(store, 'a'), /the store is closed/);
    assert.throws(() => store.iterate({}), /the store is closed/);
    await store.batch([put('a', '1')]).then(
      () => assert.unreachable(),
      error => assert.is(error.code, 'closed'),
    );
    await store.close();
  });

  const key = fc.string({ unit: fc.constantFrom('a', 'b', '\x00', '\xff'), minLength: 1, maxLength: 4 });
  const change = fc.oneof(
    fc.record({ type: fc.constant('put' as const), key, value: fc.string({ maxLength: 3 }) }),
    fc.record({ type: fc.constant('del' as const), key }),
  );
  const bound = fc.option(key, { nil: undefined });
  const range = fc.record({
    gte: bound,
    gt: bound,
    lt: bound,
    lte: bound,
    reverse: fc.boolean(),
    limit: fc.option(fc.nat(5), { nil: undefined }),
  });

  test('random batches and ranges agree with a plain sorted list', async () => {
    const store = await open(engine);
    const model = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), range, async (changes, bounds) => {
        await store.batch(
          changes.map(c => (c.type === 'put' ? put(c.key, c.value) : del(c.key))),
          { sync: false },
        );
        for (const c of changes) {
          if (c.type === 'put') model.set(c.key, c.value);
          else model.delete(c.key);
        }
        const asked: Range = { reverse: bounds.reverse };
        for (const name of ['gte', 'gt', 'lt', 'lte'] as const) {
          const value = bounds[name];
          if (value !== undefined) asked[name] = bytes(value);
        }
        if (bounds.limit !== undefined) asked.limit = bounds.limit;
        let expected = [...model]
          .filter(([k]) => bounds.gte === undefined || k >= bounds.gte)
          .filter(([k]) => bounds.gt === undefined || k > bounds.gt)
          .filter(([k]) => bounds.lt === undefined || k < bounds.lt)
          .filter(([k]) => bounds.lte === undefined || k <= bounds.lte)
          .sort(([a], [b]) => (a < b ? -1 : 1));
        if (bounds.reverse) expected.reverse();
        expected = expected.slice(0, bounds.limit);
        assert.equal(texts(store.iterate(asked)), expected);
        for (const c of changes) assert.is(get(store, c.key), model.get(c.key));
      }),
      { numRuns: 200 },
    );
    await store.close();
  });

  if (engine !== 'memory') {
    test('what was written is there after closing and opening again', async () => {
      const path = temporaryDirectory();
      for (let round = 0; round < 3; round++) {
        const store = await open(engine, path);
        assert.is([...store.iterate({})].length, round * 100);
        await store.batch(numbered(100).map(o => ({ ...o, key: Buffer.concat([bytes(`${round}`), o.key]) })));
        await store.close();
      }
    });
  }

  test.run();
}
