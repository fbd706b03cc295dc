/**
 * What transfers cost from the signature to the block on the disk, against a real node that a client
 * in another process talks to. `--transfers=`, `--accounts=`, `--singles=` and `--instant=` set the
 * volumes, `--cache=` the bound of the node's cache in MiB.
 */
import type { BenchmarkResult } from './result.js';
import { percentile } from './support/client.js';
import { volume } from './support/volumes.js';
import { measureLatencies } from './transfers/latency.js';
import { type LedgerCosts, measureLedger } from './transfers/ledger-only.js';
import { emptyAnswersPerSecond, syncsPerSecond } from './transfers/limits.js';
import { LoadedNode, type LoadOptions, type LoadResult } from './transfers/loaded-node.js';
import { measureColdStart } from './transfers/start.js';
import { measureVerification, type VerificationRates } from './transfers/verification.js';

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
/** The ledger alone: what indexes cost is the figure of `bench indexes`. */
const LEDGER_ONLY = '-index=0';
const INSTANT = ['-mining=instant', LEDGER_ONLY];
const INTERVAL = ['-mining=interval', '-mininginterval=1', LEDGER_ONLY];

const ONE_BY_ONE = { batch: 1, connections: 1, oneByOne: true };
const BATCHES = { batch: BATCH, connections: BATCH_CONNECTIONS };

type Row = Record<string, string | number>;

/** The table of this benchmark while it grows. */
class Table {
  readonly rows: Row[] = [];

  add(what: string, value: number | undefined, unit: string, more: Row = {}): void {
    this.rows.push({ what, value: value === undefined ? '-' : Number(value.toPrecision(4)), unit, ...more });
  }

  addLoad(what: string, load: LoadResult): void {
    this.add(what, load.perSecond, '/s', usage(load));
  }
}

export async function run(): Promise<BenchmarkResult> {
  const transfers = volume('transfers', 100_000);
  const singles = volume('singles', 20_000);
  const instant = volume('instant', 1_000);
  const many = volume('accounts', 1_000_000);
  const cacheMebibytes = volume('cache', 64);
  const table = new Table();

  const verification = await compareVerifiers(table);
  const ledger = await compareLedgers(table, many, cacheMebibytes);
  const node = await LoadedNode.prepare({ accounts: FEW_ACCOUNTS, cacheMebibytes });
  await node.start(INSTANT);
  const { one, afterStart } = await sendOneByOne(table, node, instant);
  const syncs = syncsPerSecond(node.directory);
  table.add('1 KiB written and synced, one after the other', syncs, '/s');
  const large = await LoadedNode.prepare({ accounts: many, cacheMebibytes });
  await node.restart(INTERVAL);
  await large.start(INTERVAL);
  const count = Math.ceil(transfers / ROUNDS);
  const sustained = await compareAccounts(table, { node, large, many, count });
  await large.stop();
  const rss = node.residentMebibytes;
  table.add(`memory after ${transfers} transfers`, rss, 'MiB');
  const single = await measured(node, { count: singles, batch: 1, connections: SINGLE_CONNECTIONS });
  table.addLoad('sustained, 1 s blocks, single', single);
  const empty = await emptyAnswersPerSecond(SINGLE_CONNECTIONS);
  table.add('empty answers of bare Koa', empty, '/s');
  const latencies = await measureLatencies(node);
  for (const { method, p50, p99, toKoa } of latencies) {
    table.add(`${method}, p50`, p50, 'ms');
    table.add(`${method}, p99`, p99, 'ms');
    table.add(`${method}, p50 to that of bare Koa with the same answer`, toKoa, 'x');
  }
  await node.restart([...INTERVAL, '-statehash']);
  table.addLoad('sustained, batches, with LtHash', await measured(node, { ...BATCHES, count }));
  await node.stop();
  table.add('start to first answer, after these transfers', await measureColdStart(node.directory), 'ms');
  const coldStart = await measureColdStart();
  table.add('start to first answer, empty directory', coldStart, 'ms');

  return {
    rows: table.rows,
    figures: {
      sustainedPerSecond: Math.round(sustained.few.perSecond),
      sustainedSinglePerSecond: Math.round(single.perSecond),
      instantPerSecond: Math.round(one.perSecond),
      instantAfterStartPerSecond: Math.round(afterStart.perSecond),
      ledgerPerSecond: Math.round(ledger.few.perSecond),
      ledgerGrowthRatio: ledger.many.microseconds / ledger.few.microseconds,
      ledgerGrowthRatioWithCommit: ledger.growthOfAll,
      growthRatio: sustained.growth,
      nodeMicrosecondsPerTransfer: sustained.few.nodeMicroseconds ?? 0,
      nodeMicrosecondsPerTransferOfMany: sustained.many.nodeMicroseconds ?? 0,
      getinfoP50Ms: latencies.find(({ method }) => method === 'getinfo')!.p50,
      coldStartMs: coldStart,
      sustainedToVerify: sustained.few.perSecond / (verification.native ?? verification.noble),
      singleToHttp: single.perSecond / empty,
      instantToSync: one.perSecond / syncs,
      readToKoa: Math.max(...latencies.map(({ toKoa }) => toKoa)),
      rssMb: rss ?? 0,
      rssMiB: rss ?? 0,
      cacheMb: cacheMebibytes,
      verifyNoblePerSecond: Math.round(verification.noble),
      verifyNativePerSecond: Math.round(verification.native ?? 0),
      verifyPoolPerSecond: Math.round(verification.pool),
    },
  };
}

async function compareVerifiers(table: Table): Promise<VerificationRates> {
  const rates = await measureVerification();
  table.add('verification, noble', rates.noble, '/s');
  table.add('verification, native', rates.native, '/s');
  table.add('verification, pool (other thread)', rates.pool, '/s');
  return rates;
}

async function compareLedgers(table: Table, many: number, cacheMebibytes: number): Promise<LedgerCosts> {
  const costs = await measureLedger({ few: FEW_ACCOUNTS, many, cacheMebibytes });
  table.add(`ledger only, ${FEW_ACCOUNTS} accounts, in the cache`, costs.few.perSecond, '/s');
  table.add(`ledger only, ${many} accounts, cache ${cacheMebibytes} MiB`, costs.many.perSecond, '/s');
  const growth = costs.many.microseconds / costs.few.microseconds;
  table.add('ledger only, cost of many to few accounts', growth, 'x');
  table.add('the same with commit and reading ahead', costs.growthOfAll, 'x');
  table.add(`state digest and commit, ${FEW_ACCOUNTS} accounts`, costs.commit, 'µs/transfer');
  table.add('the same with LtHash', costs.commitWithLtHash, 'µs/transfer');
  return costs;
}

/** Transfers whose client waits for each, at a node that makes a block for each. */
async function sendOneByOne(table: Table, node: LoadedNode, count: number) {
  const afterStart = await node.load({ ...ONE_BY_ONE, count });
  await node.load({ ...ONE_BY_ONE, count: INSTANT_WARM_UP });
  const rounds: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await node.load({ ...ONE_BY_ONE, count }));
  const one = medianOf(rounds);
  table.addLoad('instant, one by one over HTTP', one);
  table.addLoad(`the same, the first ${count} after the start`, afterStart);
  table.add('instant, wait of the client, median', one.p50, 'ms');
  return { one, afterStart };
}

/** Batches at a node with few and at one with many accounts: in turns, so that both meet the same other load. */
async function compareAccounts(
  table: Table,
  nodes: { node: LoadedNode; large: LoadedNode; many: number; count: number },
) {
  const load = { ...BATCHES, count: nodes.count };
  const rounds: { few: LoadResult; many: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ few: await measured(nodes.node, load), many: await measured(nodes.large, load) });
  }
  const few = medianOf(rounds.map(round => round.few));
  const many = medianOf(rounds.map(round => round.many));
  const growth = percentile(
    rounds.map(round => round.few.perSecond / round.many.perSecond),
    0.5,
  );
  table.addLoad(`sustained, 1 s blocks, batches of ${BATCH}`, few);
  table.addLoad(`the same with ${nodes.many} accounts`, many);
  table.add('sustained, cost of many to few accounts', growth, 'x');
  return { few, many, growth };
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
