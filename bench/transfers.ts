/**
 * What transfers cost from the signature to the block on the disk, against a real node that a client
 * in another process talks to. `--transfers=`, `--accounts=`, `--singles=` and `--instant=` set the
 * volumes, `--cache=` the bound of the node's cache in MiB.
 */
import type { BenchmarkResult } from './result.js';
import { percentile } from './support/client.js';
import { volume } from './support/volumes.js';
import { measureLatencies } from './transfers/latency.js';
import { measureLedger } from './transfers/ledger-only.js';
import { LoadedNode, type LoadOptions, type LoadResult } from './transfers/loaded-node.js';
import { measureColdStart } from './transfers/start.js';
import { measureVerification } from './transfers/verification.js';

const FEW_ACCOUNTS = 1_000;
const BATCH = 50;
const BATCH_CONNECTIONS = 8;
const SINGLE_CONNECTIONS = 64;
/** Measurements of a load, of which the middle one counts. */
const ROUNDS = 5;
/**
 * Transfers one by one after the start, before they are measured. A block in a run of single ones goes
 * through nearly all of the program; so many are made before the optimizing compiler has seen it all.
 */
const INSTANT_WARM_UP = 4_000;
/** The part of a load that is sent once more before it is measured. */
const WARM_UP_PART = 0.1;
const INTERVAL = ['-mining=interval', '-mininginterval=1'];

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
  row('the same with commit and reading ahead', ledger.growthOfAll, 'x');
  row(`state digest and commit, ${FEW_ACCOUNTS} accounts`, ledger.commit, 'µs/transfer');
  row('the same with LtHash', ledger.commitWithLtHash, 'µs/transfer');

  const node = await LoadedNode.prepare({ accounts: FEW_ACCOUNTS, cacheMebibytes });
  await node.start(['-mining=instant']);
  const oneByOne = { batch: 1, connections: 1, oneByOne: true };
  const afterStart = await node.load({ ...oneByOne, count: instant });
  await node.load({ ...oneByOne, count: INSTANT_WARM_UP });
  const instantRounds: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    instantRounds.push(await node.load({ ...oneByOne, count: instant }));
  }
  const one = medianOf(instantRounds);
  row('instant, one by one over HTTP', one.perSecond, '/s', usage(one));
  row(`the same, the first ${instant} after the start`, afterStart.perSecond, '/s', usage(afterStart));
  row('instant, wait of the client, median', one.p50, 'ms');

  // In turns, so that both meet the same other load of the machine.
  const large = await LoadedNode.prepare({ accounts: manyAccounts, cacheMebibytes });
  await node.restart(INTERVAL);
  await large.start(INTERVAL);
  const batches = { count: Math.ceil(transfers / ROUNDS), batch: BATCH, connections: BATCH_CONNECTIONS };
  const rounds: { few: LoadResult; many: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ few: await measured(node, batches), many: await measured(large, batches) });
  }
  await large.stop();
  const sustained = medianOf(rounds.map(({ few }) => few));
  const wide = medianOf(rounds.map(({ many }) => many));
  const growth = percentile(
    rounds.map(({ few, many }) => few.perSecond / many.perSecond),
    0.5,
  );
  row(`sustained, 1 s blocks, batches of ${BATCH}`, sustained.perSecond, '/s', usage(sustained));
  row(`the same with ${manyAccounts} accounts`, wide.perSecond, '/s', usage(wide));
  row('sustained, cost of many to few accounts', growth, 'x');
  const rss = node.residentMebibytes;
  row(`memory after ${transfers} transfers`, rss, 'MiB');
  const single = await measured(node, { count: singles, batch: 1, connections: SINGLE_CONNECTIONS });
  row('sustained, 1 s blocks, single', single.perSecond, '/s', usage(single));
  const latencies = await measureLatencies(node);
  for (const { method, p50, p99 } of latencies) {
    row(`${method}, p50`, p50, 'ms');
    row(`${method}, p99`, p99, 'ms');
  }
  await node.restart([...INTERVAL, '-statehash']);
  const withLtHash = await measured(node, batches);
  row('sustained, batches, with LtHash', withLtHash.perSecond, '/s', usage(withLtHash));
  await node.stop();
  const startAfter = await measureColdStart(node.directory);
  row('start to first answer, after these transfers', startAfter, 'ms');
  const coldStart = await measureColdStart();
  row('start to first answer, empty directory', coldStart, 'ms');

  return {
    rows,
    figures: {
      sustainedPerSecond: Math.round(sustained.perSecond),
      sustainedSinglePerSecond: Math.round(single.perSecond),
      instantPerSecond: Math.round(one.perSecond),
      instantAfterStartPerSecond: Math.round(afterStart.perSecond),
      ledgerPerSecond: Math.round(ledger.few.perSecond),
      ledgerGrowthRatio: ledger.many.microseconds / ledger.few.microseconds,
      ledgerGrowthRatioWithCommit: ledger.growthOfAll,
      growthRatio: growth,
      nodeMicrosecondsPerTransfer: sustained.nodeMicroseconds ?? 0,
      nodeMicrosecondsPerTransferOfMany: wide.nodeMicroseconds ?? 0,
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

/** A load after a smaller one of its kind: what runs for the first time is compiled. */
async function measured(node: LoadedNode, load: LoadOptions): Promise<LoadResult> {
  const requests = Math.ceil((load.count / load.batch) * WARM_UP_PART);
  await node.load({ ...load, count: requests * load.batch });
  return node.load(load);
}

/** The result in the middle by its rate. */
function medianOf(results: readonly LoadResult[]): LoadResult {
  return results.toSorted((a, b) => a.perSecond - b.perSecond)[results.length >> 1]!;
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
