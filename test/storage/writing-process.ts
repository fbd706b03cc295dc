import type { EngineName } from '../../src/storage/key-value-store.js';
import { openStore } from '../../src/storage/open.js';

/*
 * A process that is killed by its parent while it writes: `writing-process <engine> <path>`.
 * Batch n sets each of the keys 0 to 49 and "last" to n; n is reported once the batch is durable.
 */

const [engine, path] = process.argv.slice(2) as [EngineName, string];
const { store } = await openStore({ path, engine, cacheBytes: 8 * 1024 * 1024 });
const found = store.getMany([Buffer.from('last')])[0];

async function write(n: number): Promise<void> {
  const value = Buffer.alloc(200, String(n).padStart(10, '0'));
  const keys = Array.from({ length: 50 }, (_, i) => Buffer.from(`key ${i}`));
  await store.batch([...keys, Buffer.from('last')].map(key => ({ type: 'put', key, value })));
  process.send?.(n);
}

for (let n = found === undefined ? 1 : Number(found.toString('latin1', 0, 10)) + 1; ; n += 3) {
  await Promise.all([write(n), write(n + 1), write(n + 2)]);
}
