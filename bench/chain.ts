/**
 * What the way of a transfer through pool, block and disk costs in one process: signed transfers of
 * ten accounts, handed in by a fixed number of callers who each wait for the confirmation before
 * they hand in the next one. No RPC server and no wallet are part of it.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { publicKeyUid } from '../src/codec/uid.js';
import { REGTEST } from '../src/config/networks/regtest.js';
import { publicKeyOf } from '../src/crypto/keys.js';
import { sign } from '../src/crypto/signature.js';
import { decodeWif } from '../src/crypto/wif.js';
import { buildCore } from '../src/node/build-core.js';
import { Cleanup } from '../src/node/cleanup.js';
import { openStore } from '../src/storage/open.js';
import { decodeTransaction, prepareTransaction } from '../src/tx/envelope.js';
import { TX } from '../src/tx/transactions.js';
import { wireRulesOf } from '../src/tx/wire-rules.js';
import type { BenchmarkResult } from './result.js';

/** Few enough for one block each, and many enough to fill blocks, within the window of valid_height. */
const TRANSFERS_OF_ONE = 400;
const TRANSFERS = 10_000;
const VALID_HEIGHT = 200;
const CALLERS = [1, 32, 512, 4096] as const;
const ENGINES = ['memory', 'rocksdb'] as const;
const RULES = wireRulesOf(REGTEST);

/** Signed transfers as they come from outside: encoded. */
function rawTransfers(count: number): Buffer[] {
  const users = REGTEST.development!.accounts.map(wif => {
    const result = decodeWif(REGTEST.wifVersion, wif);
    if ('failure' in result) throw new Error(result.failure);
    const { privateKey } = result;
    return { privateKey, uid: publicKeyUid(publicKeyOf(privateKey).toString('hex')) };
  });
  return Array.from({ length: count }, (_, i) => {
    const from = users[i % users.length]!;
    const unsigned = {
      type: TX.UCOIN_TRANSFER,
      version: 1,
      validHeight: VALID_HEIGHT,
      txUid: from.uid,
      feeSymbol: 'WICC',
      fees: 10_000n,
      transfers: [{ toUid: users[(i + 1) % users.length]!.uid, coinSymbol: 'WICC', coinAmount: 10_000n }],
      memo: Buffer.from(`${i}`),
      signature: Buffer.alloc(0),
    } as const;
    const { sighash } = prepareTransaction(unsigned, RULES);
    return prepareTransaction(
      { ...unsigned, signature: sign(sighash, from.privateKey, { grind: false }) },
      RULES,
    ).raw;
  });
}

/** Seconds, blocks and latencies of all transfers on a new chain. */
async function measure(engine: (typeof ENGINES)[number], callers: number, raws: readonly Buffer[]) {
  const path = mkdtempSync(join(tmpdir(), 'coind-bench-'));
  try {
    const { store } = await openStore({ path, engine, cacheBytes: 64 << 20 });
    const cleanup = new Cleanup();
    const { chain, consensus: solo } = await buildCore(
      { network: REGTEST, store, consensus: 'solo', production: { mode: 'instant' } },
      cleanup,
    );
    await solo.start();
    const latencies: number[] = [];
    let next = 0;
    const caller = async () => {
      while (next < raws.length) {
        const raw = raws[next++]!;
        const start = performance.now();
        const { block } = await solo.submit(decodeTransaction(raw, RULES));
        if (block === undefined) throw new Error('a transfer was not confirmed');
        latencies.push(performance.now() - start);
      }
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: callers }, caller));
    const seconds = (performance.now() - start) / 1000;
    const blocks = chain.tip.header.height - 1;
    await solo.stop();
    await cleanup.run();
    latencies.sort((a, b) => a - b);
    return { seconds, blocks, median: latencies[latencies.length >> 1]! };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

export async function run(): Promise<BenchmarkResult> {
  const raws = rawTransfers(TRANSFERS);
  const rows: Record<string, string | number>[] = [];
  const figures: Record<string, number> = {};
  for (const engine of ENGINES) {
    for (const callers of CALLERS) {
      const count = callers === 1 ? TRANSFERS_OF_ONE : TRANSFERS;
      const { seconds, blocks, median } = await measure(engine, callers, raws.slice(0, count));
      const perSecond = Math.round(count / seconds);
      rows.push({
        engine,
        'callers at a time': callers,
        'transfers/s': perSecond,
        'transfers/block': Math.round(count / blocks),
        'median wait, ms': median.toFixed(1),
      });
      figures[`${engine}_${callers}_callers_per_second`] = perSecond;
    }
  }
  return { rows, figures };
}
