import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fullDigest } from '../../src/state/digest.js';
import { MemoryState } from '../../src/state/memory-state.js';
import { STATE_SCHEMA } from '../../src/state/schema.js';
import type { Overlay, StateReader } from '../../src/state/state.js';
import { StateStore } from '../../src/state/state-store.js';
import { StoredState } from '../../src/state/stored-state.js';
import type { AnyTable } from '../../src/state/table.js';
import { ACCOUNTS, newAccount } from '../../src/state/tables/accounts.js';
import { CONTRACT_DATA } from '../../src/state/tables/contracts.js';
import { openMemory } from '../../src/storage/memory.js';
import { scaled } from '../support/random/scale.js';

const test = suite('state in memory');

const CONTRACT = { height: 1, index: 2 };
type Write = readonly [key: string, value: string | undefined];

function write(state: Overlay, writes: readonly Write[]): void {
  for (const [key, value] of writes) {
    if (value === undefined) state.delete(CONTRACT_DATA, [CONTRACT, key]);
    else state.put(CONTRACT_DATA, [CONTRACT, key], Buffer.from(value));
  }
}

const contents = (state: StateReader): string[][] =>
  [...state.iterate(CONTRACT_DATA)].map(([[, key], value]) => [key, Buffer.from(value).toString()]);

const writes = fc.array(
  fc.tuple(fc.string({ minLength: 1, maxLength: 2 }), fc.option(fc.string(), { nil: undefined })),
  { maxLength: 20 },
);

test('blocks lead to the same entries, in the same order, as in a state store', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { maxLength: 8 }), async blocks => {
      const store = new StateStore(openMemory(), STATE_SCHEMA);
      let state = MemoryState.empty(STATE_SCHEMA);
      for (const [height, block] of blocks.entries()) {
        const expected = store.overlay();
        const actual = state.overlay();
        for (const each of [expected, actual]) write(each, block);
        assert.equal(contents(actual), contents(expected));
        const backwards = { reverse: true, limit: 3 };
        assert.equal(
          [...actual.iterate(CONTRACT_DATA, backwards)],
          [...expected.iterate(CONTRACT_DATA, backwards)],
        );
        ({ state } = state.after(actual));
        await store.commit(expected, { height });
        assert.equal(contents(state), contents(store));
      }
      assert.equal(fullDigest(state.consensusEntries()), fullDigest(store.consensusEntries()));
    }),
    { numRuns: scaled(100, 2000) },
  );
});

test('a state does not change by what follows on it', () => {
  const overlay = MemoryState.empty(STATE_SCHEMA).overlay();
  write(overlay, [['a', '1']]);
  const { state: before } = MemoryState.empty(STATE_SCHEMA).after(overlay);
  const next = before.overlay();
  write(next, [
    ['a', undefined],
    ['b', '2'],
  ]);
  const { state: after } = before.after(next);
  assert.equal(contents(MemoryState.empty(STATE_SCHEMA)), []);
  assert.equal(contents(before), [['a', '1']]);
  assert.equal(contents(after), [['b', '2']]);
});

test('a state that lies on another one shows the same as one that has everything itself', async () => {
  await fc.assert(
    fc.asyncProperty(writes, fc.array(writes, { maxLength: 5 }), async (below, blocks) => {
      const [store, database] = [openMemory(), openMemory()];
      const expected = new StateStore(store, STATE_SCHEMA);
      const lower = new StateStore(database, STATE_SCHEMA);
      for (const each of [expected, lower]) {
        const overlay = each.overlay();
        write(overlay, below);
        await each.commit(overlay, { height: 0 });
      }
      let state = MemoryState.on(STATE_SCHEMA, new StoredState(database));
      for (const [i, block] of blocks.entries()) {
        const own = expected.overlay();
        const actual = state.overlay();
        for (const each of [own, actual]) write(each, block);
        const { replaced, state: next } = state.after(actual);
        const before = replaced.map(entry => [entry.key, entry.before?.text]);
        assert.equal(
          before,
          replaced.map(({ table, key }) => [key, textOf(expected, table, key)]),
        );
        state = next;
        await expected.commit(own, { height: i + 1 });
        assert.equal(contents(state), contents(expected));
        const backwards = { reverse: true, limit: 3 };
        assert.equal(
          [...state.iterate(CONTRACT_DATA, backwards)],
          [...expected.iterate(CONTRACT_DATA, backwards)],
        );
        for (const [key] of block) {
          assert.equal(
            state.get(CONTRACT_DATA, [CONTRACT, key]),
            expected.get(CONTRACT_DATA, [CONTRACT, key]),
          );
        }
      }
      assert.equal(fullDigest(state.consensusEntries()), fullDigest(expected.consensusEntries()));
    }),
    { numRuns: scaled(100, 2000) },
  );
});

function textOf(state: StateReader, table: AnyTable, key: string): string | undefined {
  const value = state.get(table, table.key.decode(key));
  return value === undefined ? undefined : table.value.encode(value).toString('latin1');
}

test('values are given as they were put, not decoded again', () => {
  const account = newAccount('ab'.repeat(20));
  const overlay = MemoryState.empty(STATE_SCHEMA).overlay();
  overlay.put(ACCOUNTS, account.keyId, account);
  assert.is(MemoryState.empty(STATE_SCHEMA).after(overlay).state.get(ACCOUNTS, account.keyId), account);
});

test.run();
