import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fullDigest } from '../../src/state/digest.js';
import { LtHash } from '../../src/state/lthash.js';
import { StateStore } from '../../src/state/state-store.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { type Fault, FaultyStore } from '../support/stores/faulty-store.js';
import { localIndex, TEST_SCHEMA, words } from './tables.js';

const BLOCKS = 6;
const FAULTS: readonly Fault[] = ['refuse', 'refuse once', 'lose answer', 'stop'];

/** Block `height` changes old entries, adds one and deletes one. */
function commitBlock(store: StateStore, height: number) {
  const block = store.overlay();
  block.put(words, 'every', `block ${height}`);
  block.put(words, `new ${height}`, 'x');
  block.delete(words, `new ${height - 1}`);
  block.put(localIndex, `${height}`, 'x');
  const extra = [{ type: 'put' as const, key: Buffer.from(`block ${height}`), value: Buffer.from('body') }];
  return store.commit(block, { height, extra });
}

/** What a store holds after so many blocks, without any fault. */
async function expectedAfter(blocks: number): Promise<string[]> {
  const inner = openMemory();
  const store = new StateStore(inner, TEST_SCHEMA, { ltHash: true });
  for (let height = 0; height < blocks; height++) await commitBlock(store, height);
  return dump(inner);
}

function dump(store: KeyValueStore): string[] {
  return [...store.iterate({})].map(([key, value]) => `${key.toString('hex')}=${value.toString('hex')}`);
}

for (const fault of FAULTS) {
  for (let failAt = 1; failAt <= BLOCKS; failAt++) {
    for (const together of [false, true]) {
      const how = together ? 'all blocks committed at once' : 'block by block';
      test(`write ${failAt} goes wrong (${fault}), ${how}: reopening finds whole blocks only`, async () => {
        const inner = openMemory();
        const faulty = new StateStore(new FaultyStore(inner, failAt, fault), TEST_SCHEMA, { ltHash: true });
        const outcomes: string[] = Array.from({ length: BLOCKS }, () => 'no answer');
        for (let height = 0; height < BLOCKS; height++) {
          const commit = commitBlock(faulty, height).then(
            () => {
              outcomes[height] = 'written';
            },
            (error: Error) => {
              outcomes[height] = error.message;
            },
          );
          if (!together) await Promise.race([commit, new Promise(resolve => setImmediate(resolve))]);
        }
        await new Promise(resolve => setImmediate(resolve));

        outcomes.forEach((outcome, height) => {
          if (height < failAt - 1) assert.is(outcome, 'written');
          else if (fault === 'stop') assert.is(outcome, 'no answer');
          else assert.match(outcome, /could not be written .*no space left.*nothing more is written/);
        });
        assert.is(faulty.durableHeight, failAt === 1 ? undefined : failAt - 2);

        const blocks = fault === 'lose answer' ? failAt : failAt - 1;
        assert.equal(dump(inner), await expectedAfter(blocks), 'nothing of a block that was not written');

        const reopened = new StateStore(inner, TEST_SCHEMA, { ltHash: true });
        assert.is(reopened.height, blocks === 0 ? undefined : blocks - 1);
        assert.equal(reopened.stateDigest, LtHash.of(reopened.consensusEntries()).digest());
        for (let height = blocks; height < BLOCKS; height++) await commitBlock(reopened, height);
        assert.equal(dump(inner), await expectedAfter(BLOCKS));
      });
    }
  }
}

for (const fault of FAULTS) {
  test(`taking a block back goes wrong (${fault}): reopening finds the state before or after, whole`, async () => {
    const inner = openMemory();
    const store = new StateStore(new FaultyStore(inner, 4, fault), TEST_SCHEMA, { ltHash: true });
    for (let height = 0; height < 3; height++) await commitBlock(store, height);
    let outcome = 'no answer';
    void store.disconnect(2).catch((error: Error) => {
      outcome = error.message;
    });
    for (let i = 0; i < 3; i++) await new Promise(resolve => setImmediate(resolve));
    if (fault === 'stop') assert.is(outcome, 'no answer');
    else assert.match(outcome, /could not be written/);
    const reopened = new StateStore(inner, TEST_SCHEMA, { ltHash: true });
    assert.is(reopened.height, fault === 'lose answer' ? 1 : 2);
    if (reopened.height === 2) await reopened.disconnect(2);
    assert.is(reopened.get(words, 'every'), 'block 1');
    assert.is(reopened.get(words, 'new 1'), 'x');
    assert.equal(reopened.stateDigest, LtHash.of(reopened.consensusEntries()).digest());
    await commitBlock(reopened, 2);
    const full = new StateStore(openMemory(), TEST_SCHEMA);
    for (let height = 0; height < 3; height++) await commitBlock(full, height);
    assert.equal(fullDigest(reopened.consensusEntries()), fullDigest(full.consensusEntries()));
    assert.equal(reopened.digest, full.digest);
  });
}

test('after a failed write every later commit and disconnect is refused, and close still works', async () => {
  const store = new StateStore(new FaultyStore(openMemory(), 2, 'refuse'), TEST_SCHEMA);
  await commitBlock(store, 0);
  const messages: string[] = [];
  for (const attempt of [
    () => commitBlock(store, 1),
    () => commitBlock(store, 2),
    () => store.disconnect(0),
  ]) {
    await attempt().catch((error: Error) => messages.push(error.message));
  }
  assert.is(messages.length, 3);
  for (const message of messages) assert.match(message, /nothing more is written, restart the node/);
  await store.close();
});

test.run();
