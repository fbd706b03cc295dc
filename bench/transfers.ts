/**
 * What transfers cost from the signature to the block on the disk, against a real node that a client
 * in another process talks to. `--transfers=`, `--accounts=`, `--singles=` and `--instant=` set the
 * volumes, `--cache=` the bound of the node's cache in MiB.
 */
import type { BenchmarkResult } from './result.js';
import { volume } from './support/volumes.js';
import { measureLatencies } from './transfers/latency.js';
import { measureLedger } from './transfers/ledger-only.js';
import { LoadedNode } from './transfers/loaded-node.js';
import { measureColdStart } from './transfers/start.js';
import { measureVerification } from './transfers/verification.js';

const FEW_ACCOUNTS = 1_000;
const BATCH = 50;
const BATCH_CONNECTIONS = 8;
const SINGLE_CONNECTIONS = 64;

type Row = Record<string, string | number>;

export async function run(): Promise<BenchmarkResult> {
  const transfers = volume('transfers', 100_000);
  const singles = volume('singles', 20_000);
  const instant = volume('instant', 1_000);
  const manyAccounts = volume('accounts', 1_000_000);
  const cacheMebibytes = volume('cache', 64);
  const rows: Row[] = [];
  const row = (what: string, value: number | undefined, unit: string, more: Row = {}): void => {
    rows.push({ what, value: value === undefined ? '-' : Number(value.toPrecision(4)), unit, ...more });
  };

  const verification = await measureVerification();
  row('verification, noble', verification.noble, '/s');
  row('verification, native', verification.native, '/s');
  row('verification, pool (other thread)', verification.pool, '/s');

  const ledger = await measureLedger({ few: FEW_ACCOUNTS, many: manyAccounts, cacheMebibytes });
  row(`ledger only, ${FEW_ACCOUNTS} accounts, in the cache`, ledger.few.perSecond, '/s');
  row(`ledger only, ${manyAccounts} accounts, cache ${cacheMebibytes} MiB`, ledger.many.perSecond, '/s');
  row('ledger only, cost of many to few accounts', ledger.many.microseconds / ledger.few.microseconds, 'x');
  row(`state digest and commit, ${FEW_ACCOUNTS} accounts`, ledger.commit, 'µs/transfer');
  row('the same with LtHash', ledger.commitWithLtHash, 'µs/transfer');

  const node = await LoadedNode.prepare({ accounts: FEW_ACCOUNTS, cacheMebibytes });
  await node.start(['-mining=instant']);
  const one = await node.load({ count: instant, batch: 1, connections: 1, oneByOne: true });
  row('instant, one by one over HTTP', one.perSecond, '/s', usage(one));
  row('instant, wait of the client, median', one.p50, 'ms');
  await node.restart(['-mining=interval', '-mininginterval=1']);
  const sustained = await node.load({ count: transfers, batch: BATCH, connections: BATCH_CONNECTIONS });
  row(`sustained, 1 s blocks, batches of ${BATCH}`, sustained.perSecond, '/s', usage(sustained));
  const rss = node.residentMebibytes;
  row(`memory after ${transfers} transfers`, rss, 'MiB');
  const single = await node.load({ count: singles, batch: 1, connections: SINGLE_CONNECTIONS });
  row('sustained, 1 s blocks, single', single.perSecond, '/s', usage(single));
  const latencies = await measureLatencies(node);
  for (const { method, p50, p99 } of latencies) {
    row(`${method}, p50`, p50, 'ms');
    row(`${method}, p99`, p99, 'ms');
  }
  await node.restart(['-mining=interval', '-mininginterval=1', '-statehash']);
  const withLtHash = await node.load({ count: transfers / 2, batch: BATCH, connections: BATCH_CONNECTIONS });
  row('sustained, batches, with LtHash', withLtHash.perSecond, '/s', usage(withLtHash));
  await node.stop();
  const startAfter = await measureColdStart(node.directory);
  row('start to first answer, after these transfers', startAfter, 'ms');
  const coldStart = await measureColdStart();
  row('start to first answer, empty directory', coldStart, 'ms');

  const large = await LoadedNode.prepare({ accounts: manyAccounts, cacheMebibytes });
  await large.start(['-mining=interval', '-mininginterval=1']);
  const wide = await large.load({ count: transfers, batch: BATCH, connections: BATCH_CONNECTIONS });
  await large.stop();
  row(`sustained, batches, ${manyAccounts} accounts`, wide.perSecond, '/s', usage(wide));
  const growth = sustained.perSecond / wide.perSecond;
  row('sustained, cost of many to few accounts', growth, 'x');

  return {
    rows,
    figures: {
      sustainedPerSecond: Math.round(sustained.perSecond),
      sustainedSinglePerSecond: Math.round(single.perSecond),
      instantPerSecond: Math.round(one.perSecond),
      ledgerPerSecond: Math.round(ledger.few.perSecond),
      ledgerGrowthRatio: ledger.many.microseconds / ledger.few.microseconds,
      growthRatio: growth,
      getinfoP50Ms: latencies.find(({ method }) => method === 'getinfo')!.p50,
      coldStartMs: coldStart,
      rssMb: rss ?? 0,
      cacheMb: cacheMebibytes,
      verifyNoblePerSecond: Math.round(verification.noble),
      verifyNativePerSecond: Math.round(verification.native ?? 0),
      verifyPoolPerSecond: Math.round(verification.pool),
    },
  };
}

function usage(load: {
  readonly nodeMicroseconds: number | undefined;
  readonly clientMicroseconds: number;
}): Row {
  const { nodeMicroseconds, clientMicroseconds } = load;
  return {
    'node CPU, µs each': nodeMicroseconds === undefined ? '-' : Math.round(nodeMicroseconds),
    'client CPU, µs each': Math.round(clientMicroseconds),
  };
}
