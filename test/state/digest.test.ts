import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fullDigest } from '../../src/state/digest.js';
import { LTHASH_SIZE, LtHash } from '../../src/state/lthash.js';
import { StateStore } from '../../src/state/state-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { localIndex, notes, TEST_SCHEMA, words } from './tables.js';

/* The expected figures were computed with Python's hashlib from the definitions. */

const hex = (text: string) => Buffer.from(text, 'hex');
const ENTRIES: [Buffer, Buffer][] = [
  [hex('fb00000001ff'), hex('')],
  [hex('fc61'), hex('0131')],
  [hex('fe'), Buffer.from(Array.from({ length: 256 }, (_, i) => i))],
];
const EMPTY = 'e5a00aa9991ac8a5ee3109844d84a55583bd20572ad3ffcd42792f3c36b183ad';

test('LtHash of fixed entries (spec 08 §24)', () => {
  assert.is(new LtHash().digest().toString('hex'), EMPTY);
  const one = LtHash.of([ENTRIES[1]!]);
  assert.is(one.toBytes().toString('hex', 0, 8), 'b3564e001dd2839a');
  assert.is(one.digest().toString('hex'), 'afd314031eec7d985010cb778124ffcd0ea55ff53264d55f6d8b8c4289198531');
  const three = LtHash.of(ENTRIES);
  assert.is(three.toBytes().toString('hex', 0, 8), '720fcf0bfc66b1e9');
  assert.is(
    three.digest().toString('hex'),
    '041f926a1b785cdab1dea1bc286d386a697db74c1a1c6d1b63cd437224571730',
  );
});

test('LtHash does not depend on the order, forgets what is removed, and survives its bytes', () => {
  const sum = LtHash.of([...ENTRIES].reverse());
  assert.equal(sum.toBytes(), LtHash.of(ENTRIES).toBytes());
  const copy = new LtHash(sum.toBytes());
  assert.equal(copy.digest(), sum.digest());
  for (const [key, value] of ENTRIES) copy.remove(key, value);
  assert.is(copy.digest().toString('hex'), EMPTY);
  assert.throws(() => new LtHash(Buffer.alloc(LTHASH_SIZE - 1)), /an LtHash has 2048 bytes, got 2047/);
});

test('the full digest of fixed entries', () => {
  assert.is(
    fullDigest(ENTRIES).toString('hex'),
    'cac12daa464c2e6c21cf6d27ca6654ff2a0ebe6d49304c4bd269f133f3b35cdb',
  );
});

test('the digest chain over two blocks (decision D41); tables that are not consensus do not count', async () => {
  for (const withIndex of [false, true]) {
    const store = new StateStore(openMemory(), TEST_SCHEMA);
    assert.is(store.digest.toString('hex'), '0'.repeat(64));
    const first = store.overlay();
    first.put(words, 'a', '1');
    if (withIndex) first.put(localIndex, 'a', '1');
    await store.commit(first, { height: 0 });
    assert.is(
      store.digest.toString('hex'),
      'b40ca898dc08b5b63f1c9fdb74b8cfaefc3462cea66a4475956d7b3683ca9b4c',
    );
    const second = store.overlay();
    second.delete(words, 'a');
    second.put(notes, [1, '\xff'], '');
    if (withIndex) second.delete(localIndex, 'a');
    const { digest } = await store.commit(second, { height: 1 });
    assert.is(digest.toString('hex'), '3173007a4df71c23701ebffa19f874d45c2d1624f2d3ce8a75fb016ec1413025');
    assert.equal(store.digest, digest);
  }
});

test.run();
