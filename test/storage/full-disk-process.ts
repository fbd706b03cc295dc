import { randomBytes } from 'node:crypto';
import type { EngineName } from '../../src/storage/key-value-store.js';
import { openStore } from '../../src/storage/open.js';

/*
 * A process that writes until its disk is full: `full-disk-process <engine> <path>`. Batch n sets
 * the key n and the key "last". Prints as JSON what it saw when the first write failed.
 */

const [engine, path] = process.argv.slice(2) as [EngineName, string];
const { store } = await openStore({ path, engine, cacheBytes: 1024 * 1024 });

function write(n: number): Promise<string | undefined> {
  const operations = [
    { type: 'put' as const, key: Buffer.from(`key ${n}`), value: randomBytes(50_000) },
    { type: 'put' as const, key: Buffer.from('last'), value: Buffer.from(String(n)) },
  ];
  return store.batch(operations).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const lastVisible = () => Number(store.getMany([Buffer.from('last')])[0]?.toString());

let acknowledged = 0;
let error: string | undefined;
while (error === undefined && acknowledged < 1000) {
  error = await write(acknowledged + 1);
  if (error === undefined) acknowledged++;
}
const visible = lastVisible();
const reads = store.getMany([Buffer.from(`key ${acknowledged}`)])[0]?.length;
await store.close();
console.log(JSON.stringify({ acknowledged, visible, reads, error }));
