import type { BlockEvent } from '../live.js';
import { node } from '../node.js';
import type { ShownTransaction } from './transaction.js';
import { transactionsOf } from './transaction-table.js';

/** Transactions of users that are shown. */
const RECENT = 12;
/** Blocks in which they are looked for. */
const LOOKED_AT = 12;
/** The first two of a block are its reward and its prices; one more of most blocks reports prices. */
const OF_THE_BLOCK = 2;
const REPORTS = 1;

/** Of blocks with more transactions nobody can read what each has brought: they are looked at now and then. */
const MANY = 200;
const NOW_AND_THEN_MS = 5000;
let last: { readonly at: number; readonly shown: readonly ShownTransaction[] } | undefined;

/** The ends of lists of ids by the hashes of blocks, and details by block and id: neither ever changes. */
const ends = new Map<string, readonly string[]>();
const details = new Map<string, ShownTransaction>();

/** Keeps the newest entries of a map. */
function keep<T>(map: Map<string, T>, most: number): void {
  for (const key of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(key);
}

/**
 * The newest transactions of users. No more blocks are asked for than have them, and each of them once: a block can list
 * thousands.
 * @param blocks - the newest first
 */
export async function recentTransactions(
  blocks: readonly BlockEvent[],
): Promise<readonly ShownTransaction[]> {
  const isBusy = (blocks[0]?.tx_count ?? 0) > MANY;
  if (isBusy && last !== undefined && performance.now() - last.at < NOW_AND_THEN_MS) return last.shown;
  const chosen: BlockEvent[] = [];
  let expected = 0;
  for (const block of blocks.filter(({ tx_count }) => tx_count > OF_THE_BLOCK).slice(0, LOOKED_AT)) {
    chosen.push(block);
    expected += block.tx_count - OF_THE_BLOCK - REPORTS;
    if (expected >= RECENT) break;
  }
  const most = RECENT + chosen.length;
  const unknown = chosen.filter(({ hash }) => !ends.has(hash));
  const answers =
    unknown.length === 0
      ? []
      : await node.batch(unknown.map(({ hash }) => ({ method: 'getblock', params: [hash] })));
  for (const [i, answer] of answers.entries()) {
    const hash = unknown[i]?.hash;
    if (hash === undefined || !('result' in answer)) continue;
    const { tx } = answer.result as unknown as { readonly tx: readonly string[] };
    ends.set(
      hash,
      tx
        .slice(OF_THE_BLOCK)
        .slice(-(RECENT + LOOKED_AT))
        .reverse(),
    );
  }
  keep(ends, 2 * LOOKED_AT);

  const wanted = chosen
    .flatMap(({ hash }) => (ends.get(hash) ?? []).map(txid => [`${hash} ${txid}`, txid] as const))
    .slice(0, most);
  const missing = wanted.filter(([key]) => !details.has(key));
  const keys = new Map(missing.map(([key, txid]) => [txid, key]));
  for (const one of await transactionsOf(missing.map(([, txid]) => txid))) {
    const key = keys.get(one.txid);
    if (key !== undefined) details.set(key, one);
  }
  const all = wanted.flatMap(([key]) => details.get(key) ?? []);
  keep(details, 4 * RECENT);
  const shown = all
    .filter(({ tx_type }) => tx_type !== 'PRICE_FEED_TX' && tx_type !== 'PRICE_MEDIAN_TX')
    .slice(0, RECENT);
  last = { at: performance.now(), shown };
  return shown;
}
