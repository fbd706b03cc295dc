import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytes, record, varint32, varint64 } from '../src/codec/codec.js';
import { hexKey } from '../src/state/key-codecs.js';
import type { Overlay } from '../src/state/state.js';
import { StateStore } from '../src/state/state-store.js';
import { defineTable, Schema } from '../src/state/table.js';
import { valueCodec } from '../src/state/typed-values.js';
import { openStore } from '../src/storage/open.js';
import type { BenchmarkResult } from './result.js';

/*
 * What the state costs: the overlay of a transaction, the commit of a block, reads from our cache
 * and from the disk.
 */

const ACCOUNTS = 200_000;
const BLOCK_ENTRIES = 8_000;
const BLOCKS = 15;
const READS = 20_000;
const STATE_OPTIONS = { cacheBytes: 128 * 1024 * 1024 };

interface Account {
  readonly balance: bigint;
  readonly nonce: number;
  readonly owner: Uint8Array;
}

const accounts = defineTable<string, Account>({
  name: 'bench accounts',
  prefix: 1,
  key: hexKey(20),
  value: valueCodec(record({ balance: varint64, nonce: varint32, owner: bytes })),
  consensus: true,
});
const SCHEMA = new Schema([accounts]);

const owner = Buffer.alloc(33, 7);
const ids = Array.from({ length: ACCOUNTS }, (_, i) =>
  ((BigInt(i) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn).toString(16).padStart(16, '0').padEnd(40, '5'),
);

/** One transfer as the ledger does it: an overlay, two accounts read and written, merge. */
function transfer(block: Overlay, from: string, to: string): void {
  const transaction = block.child();
  const payer = transaction.get(accounts, from)!;
  const payee = transaction.get(accounts, to)!;
  transaction.put(accounts, from, { ...payer, balance: payer.balance - 1n, nonce: payer.nonce + 1 });
  transaction.put(accounts, to, { ...payee, balance: payee.balance + 1n });
  transaction.merge();
}

async function fill(store: StateStore): Promise<void> {
  for (let start = 0, height = 0; start < ACCOUNTS; start += 20_000, height++) {
    const block = store.overlay();
    for (const id of ids.slice(start, start + 20_000)) {
      block.put(accounts, id, { balance: 1_000_000_000n, nonce: 0, owner });
    }
    await store.commit(block, { height });
  }
}

/** Microseconds of one transfer on a block that touches as many accounts as a heavy one. */
function timeTransfers(store: StateStore): number {
  const count = 100_000;
  let microseconds = 0;
  for (let round = 0; round < 3; round++) {
    const block = store.overlay();
    const start = performance.now();
    for (let i = 0; i < count; i++) {
      transfer(block, ids[(i * 7) % BLOCK_ENTRIES]!, ids[(i * 13 + 1) % BLOCK_ENTRIES]!);
    }
    microseconds = ((performance.now() - start) / count) * 1000;
  }
  return microseconds;
}

/** Milliseconds until a block is durable, and the longest time that nothing else could run meanwhile. */
async function timeCommits(store: StateStore): Promise<{ durable: number; blocked: number }> {
  const durable: number[] = [];
  const blocked: number[] = [];
  for (let n = 0; n < BLOCKS; n++) {
    const block = store.overlay();
    for (let i = 0; i < BLOCK_ENTRIES; i += 2) {
      const first = n * 1000 + i;
      transfer(block, ids[first % ACCOUNTS]!, ids[(first + 1) % ACCOUNTS]!);
    }
    const start = performance.now();
    let done = false;
    const commit = store.commit(block, { height: store.height! + 1 }).then(() => {
      done = true;
    });
    let longest = 0;
    for (let last = start; !done; last = performance.now()) {
      await new Promise(resolve => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - last);
    }
    await commit;
    durable.push(performance.now() - start);
    blocked.push(longest);
  }
  return { durable: median(durable), blocked: median(blocked) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Microseconds of each of `count` operations. */
function timeEach(count: number, operation: () => void): number {
  const start = performance.now();
  operation();
  return ((performance.now() - start) / count) * 1000;
}

export async function run(): Promise<BenchmarkResult> {
  const path = mkdtempSync(join(tmpdir(), 'coind-bench-'));
  const { store: disk } = await openStore({ path, engine: 'auto', cacheBytes: 64 * 1024 * 1024 });
  try {
    const store = new StateStore(disk, SCHEMA, STATE_OPTIONS);
    await fill(store);
    const transferMicroseconds = timeTransfers(store);
    const { durable, blocked } = await timeCommits(store);

    const sample = Array.from({ length: READS }, (_, i) => ids[(i * 7919) % ACCOUNTS]!);
    const readAll = (from: StateStore) => () => {
      for (const id of sample) from.get(accounts, id);
    };
    const cold = new StateStore(disk, SCHEMA, STATE_OPTIONS);
    const coldRead = timeEach(READS, readAll(cold));
    const cachedRead = timeEach(READS, readAll(cold));
    const prefetching = new StateStore(disk, SCHEMA, STATE_OPTIONS);
    const prefetchStart = performance.now();
    for (let i = 0; i < READS; i += 2_000) await prefetching.prefetch(accounts, sample.slice(i, i + 2_000));
    const prefetched = ((performance.now() - prefetchStart) / READS) * 1000;
    const iterated = timeEach(ACCOUNTS, () => {
      for (const [id] of cold.iterate(accounts)) if (id === '') throw new Error('an empty id');
    });

    const figures = {
      'transfer (child, 2 get, 2 put, merge), microseconds': transferMicroseconds,
      [`commit of ${BLOCK_ENTRIES} entries until durable, milliseconds`]: durable,
      [`commit of ${BLOCK_ENTRIES} entries, thread blocked, milliseconds`]: blocked,
      'read from the disk, microseconds': coldRead,
      'read from our cache, microseconds': cachedRead,
      'prefetch of 2000 keys, each, microseconds': prefetched,
      'iterate, each entry, microseconds': iterated,
    };
    const rows = Object.entries(figures).map(([what, value]) => ({ what, value: value.toFixed(2) }));
    return { rows, figures };
  } finally {
    await disk.close();
    rmSync(path, { recursive: true, force: true });
  }
}
