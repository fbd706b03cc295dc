/**
 * What the indexes of the chain cost, and what their listings do: transfers in batches at two nodes, one with all
 * indexes and one with none, in turns; then a page at the beginning of a listing and one 10,000 pages further.
 * `--transfers=` sets the volume: pages of ten need 100,000 of them.
 */
import type { BenchmarkResult } from './result.js';
import { percentile } from './support/client.js';
import { volume } from './support/volumes.js';
import { LoadedNode, type LoadResult } from './transfers/loaded-node.js';

const ACCOUNTS = 1_000;
const CACHE_MEBIBYTES = 64;
const ROUNDS = 5;
const BATCHES = { batch: 50, connections: 8 };
const WARM_UP_PART = 0.1;
const INTERVAL = ['-mining=interval', '-mininginterval=1'];
const PAGE = 10;
const DEEP_PAGE = 10_000;
/** Entries of the pages by which the deep page is reached. */
const STRIDE = 1_000;
const CALLS = 1_000;
const METHOD = 'listreceipts';
const SUBJECT = 'TRANSFER_ACTUAL_COINS';

export async function run(): Promise<BenchmarkResult> {
  const count = Math.ceil(volume('transfers', 100_000) / ROUNDS);
  const without = await prepared('-index=0');
  const indexed = await prepared('-index=1');
  const rounds: { without: LoadResult; indexed: LoadResult }[] = [];
  for (const node of [without, indexed])
    await node.load({ ...BATCHES, count: Math.ceil(count * WARM_UP_PART) });
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever is first in one round is second in the next: the machine slows down and speeds up meanwhile.
    const first = round % 2 === 0 ? without : indexed;
    const second = first === without ? indexed : without;
    const results = new Map([[first, await first.load({ ...BATCHES, count })]]);
    results.set(second, await second.load({ ...BATCHES, count }));
    rounds.push({ without: results.get(without)!, indexed: results.get(indexed)! });
  }
  const ratios = rounds.map(round => round.without.perSecond / round.indexed.perSecond);
  const indexCostRatio = percentile(ratios, 0.5);
  const processorRatio = percentile(
    rounds.map(round => (round.indexed.nodeMicroseconds ?? 0) / (round.without.nodeMicroseconds ?? 1)),
    0.5,
  );
  const perSecond = (side: 'without' | 'indexed') =>
    percentile(
      rounds.map(round => round[side].perSecond),
      0.5,
    );
  await without.stop();

  const depth = await cursorOf(indexed, DEEP_PAGE * PAGE);
  const first = await pageMilliseconds(indexed, '');
  const deep = await pageMilliseconds(indexed, depth.cursor);
  await indexed.stop();
  return {
    rows: [
      { what: 'transfers in batches, no index', value: Math.round(perSecond('without')), unit: '/s' },
      { what: 'the same with all indexes', value: Math.round(perSecond('indexed')), unit: '/s' },
      { what: 'rate without to rate with them, median of rounds', value: indexCostRatio, unit: 'x' },
      { what: 'processor time of the node with to without them', value: processorRatio, unit: 'x' },
      { what: `${METHOD}, first page of ${PAGE}, p50`, value: first, unit: 'ms' },
      { what: `the same, page ${depth.entries / PAGE}`, value: deep, unit: 'ms' },
    ],
    figures: {
      indexCostRatio,
      indexProcessorRatio: processorRatio,
      listPageRatio: deep / first,
      deepPage: depth.entries / PAGE,
      pageMilliseconds: first,
    },
  };
}

async function prepared(index: string): Promise<LoadedNode> {
  const node = await LoadedNode.prepare({ accounts: ACCOUNTS, cacheMebibytes: CACHE_MEBIBYTES });
  await node.start([...INTERVAL, index]);
  return node;
}

/** The cursor behind so many entries, or fewer where there are not as many. */
async function cursorOf(
  node: LoadedNode,
  wanted: number,
): Promise<{ readonly cursor: string; readonly entries: number }> {
  let cursor = '';
  let entries = 0;
  while (entries < wanted) {
    const page = await node.call<{ cursor: string; has_more: boolean }>(METHOD, SUBJECT, STRIDE, cursor);
    if (!page.has_more) break;
    entries += STRIDE;
    ({ cursor } = page);
  }
  return { cursor, entries };
}

/** How long a client waits for a page, the median of many calls one after the other. */
async function pageMilliseconds(node: LoadedNode, cursor: string): Promise<number> {
  const bodies = Array.from({ length: CALLS }, (_, id) =>
    JSON.stringify({ id, method: METHOD, params: [SUBJECT, PAGE, cursor] }),
  );
  const { latencies } = await node.send(bodies, { connections: 1, succeeding: 1 });
  return percentile(latencies.slice(CALLS / 10), 0.5);
}
