import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { text } from '../../src/codec/codec.js';
import { packageRoot } from '../../src/config/package-root.js';
import { textKey } from '../../src/state/key-codecs.js';
import { MemoryState } from '../../src/state/memory-state.js';
import { STATE_SCHEMA, TABLES } from '../../src/state/schema.js';
import { StateStore } from '../../src/state/state-store.js';
import { defineTable } from '../../src/state/table.js';
import { ASSETS, NATIVE_ASSETS } from '../../src/state/tables/assets.js';
import { valueCodec } from '../../src/state/typed-values.js';
import { TABLE_PREFIX } from '../../src/storage/layout.js';
import { openMemory } from '../../src/storage/memory.js';

const test = suite('schema');
const TABLE_FILES = join(packageRoot(), 'src/state/tables');

test('the tables of the schema have the prefixes of the layout, each of them once', () => {
  assert.equal(
    TABLES.map(({ prefix }) => prefix),
    Object.values(TABLE_PREFIX).sort((a, b) => a - b),
  );
});

test('every table that a file of the state declares is in the schema', () => {
  const sources = readdirSync(TABLE_FILES).filter(name => name.endsWith('.ts'));
  const declared = sources.flatMap(name =>
    [...readFileSync(join(TABLE_FILES, name), 'utf8').matchAll(/\bdefineTable\b[^;]*?name: '([^']+)'/g)].map(
      ([, table]) => table,
    ),
  );
  assert.equal(declared.sort(), TABLES.map(({ name }) => name).sort());
});

/* A table that is declared, and imported, and in no schema. */
const stray = defineTable({
  name: 'stray',
  prefix: 200,
  key: textKey,
  value: valueCodec(text),
  consensus: true,
});

test('what a table outside the schema holds is in no digest, whatever has been declared', async () => {
  const disk = openMemory();
  const digests = () => new StateStore(disk, STATE_SCHEMA, { ltHash: true }).stateDigest?.toString('hex');
  const empty = digests();
  await disk.batch([{ type: 'put', key: Buffer.of(stray.prefix, 1), value: Buffer.of(1) }]);
  assert.is(digests(), empty);
  assert.not.ok(STATE_SCHEMA.tables.some(({ name }) => name === stray.name));
});

test('a change of a table outside the schema cannot be committed, and the store goes on', async () => {
  const store = new StateStore(openMemory(), STATE_SCHEMA);
  const wrong = store.overlay();
  wrong.put(stray, 'key', 'value');
  const error = await store.commit(wrong, { height: 0 }).then(
    () => undefined,
    reason => reason,
  );
  assert.match(String(error), /table stray is not in the schema of this state/);
  const right = store.overlay();
  for (const asset of NATIVE_ASSETS) right.put(ASSETS, asset.symbol, asset);
  assert.is((await store.commit(right, { height: 0 })).changes, NATIVE_ASSETS.length);
});

test('nor does a state in memory take one', () => {
  const state = MemoryState.empty(STATE_SCHEMA);
  const overlay = state.overlay();
  overlay.put(stray, 'key', 'value');
  assert.throws(() => state.after(overlay), /table stray is not in the schema of this state/);
});

test.run();
