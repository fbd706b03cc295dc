import type { SharedFigures } from '../rpc/http/shared-figures.js';
import type { NodeServices } from '../rpc/node/services.js';
import type { TimeHistogram } from '../storage/time-histogram.js';
import type { RunTallies } from './run-tallies.js';
import type { Tallies } from './tallies.js';
import { freeIn } from './watch.js';

/** What metrics are made of. */
export interface MeasuredParts
  extends Pick<
    NodeServices,
    'chain' | 'files' | 'matcher' | 'mempool' | 'options' | 'programVersion' | 'tasks' | 'wallet' | 'watch'
  > {
  readonly runs: RunTallies;
}

export type MetricType = 'counter' | 'gauge' | 'histogram';
type Labels = Readonly<Record<string, string | number>>;
export interface Sample {
  readonly value: number;
  readonly labels: Labels;
  /** Where it is not the metric's, as of the parts of a histogram. */
  readonly metricName?: string;
}

/** One metric: its name has to begin with coind_, a counter's ends with _total, and units are seconds, bytes, coins. */
export interface MetricDeclaration {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly read: (node: Measured) => readonly Sample[] | number | undefined | Promise<number | undefined>;
}

export interface Measured {
  readonly parts: MeasuredParts;
  readonly tallies: Tallies;
  readonly figures: SharedFigures | undefined;
}

const SAWI_OF_COIN = 1e8;

/** All metrics of the node; those of the process (processor time, memory, event loop, garbage) come from the library. */
export const METRICS: readonly MetricDeclaration[] = [
  gauge('coind_info', 'Always 1; the labels say what runs', ({ parts }) => [
    { value: 1, labels: { version: parts.programVersion, network: parts.chain.ledger.network.name } },
  ]),
  gauge('coind_block_height', 'Height of the newest block', ({ parts }) => parts.chain.tip.header.height),
  gauge(
    'coind_block_timestamp_seconds',
    'Time of the newest block, since 1970',
    ({ parts }) => parts.chain.tip.header.time,
  ),
  counter('coind_blocks_total', 'Blocks that became the newest one', ({ tallies }) => tallies.blocks),
  counter(
    'coind_blocks_disconnected_total',
    'Blocks that were taken back',
    ({ tallies }) => tallies.disconnectedBlocks,
  ),
  counter('coind_transactions_total', 'Transactions of those blocks, by type', ({ tallies }) =>
    samples(tallies.transactions, 'type'),
  ),
  counter(
    'coind_fuel_fees_coins_total',
    'Fees for fuel in those blocks',
    ({ tallies }) => Number(tallies.fuelFees) / SAWI_OF_COIN,
  ),
  counter('coind_fuel_total', 'Fuel that contracts burned in those blocks', ({ tallies }) =>
    Number(tallies.fuel),
  ),
  counter(
    'coind_work_total',
    'Work of those blocks, which bounds what fuel does not pay for',
    ({ tallies }) => tallies.work,
  ),
  counter(
    'coind_contract_runs_total',
    'Runs of contracts for blocks, the pool and trials, by kind of contract and how they ended',
    ({ parts }) => [...parts.runs.kinds].flatMap(([kind, { ends }]) => samples(ends, 'end', { kind })),
  ),
  counter('coind_contract_run_fuel_total', 'Fuel that those runs burned, by kind of contract', ({ parts }) =>
    [...parts.runs.kinds].map(([kind, { fuel }]) => ({ value: Number(fuel), labels: { kind } })),
  ),
  counter(
    'coind_jit_functions_total',
    'Functions of Lua contracts that ran often enough to be compiled, by what became of them: compiled, or left to the interpreter',
    ({ parts: { runs } }) => [
      { value: runs.jit.compiled, labels: { outcome: 'compiled' } },
      { value: runs.jit.left, labels: { outcome: 'left' } },
    ],
  ),
  counter('coind_jit_seconds_total', 'Time of that', ({ parts }) => parts.runs.jit.seconds),
  counter(
    'coind_transactions_refused_total',
    'Transactions that were handed in here and refused, by reject code',
    ({ tallies }) => samples(tallies.refusals, 'code'),
  ),
  gauge(
    'coind_pool_transactions',
    'Transactions that wait for a block',
    ({ parts }) => parts.mempool.load.transactions,
  ),
  gauge('coind_pool_bytes', 'Bytes of those', ({ parts }) => parts.mempool.load.bytes),
  gauge('coind_pool_fuel', 'Fuel that those burn', ({ parts }) => Number(parts.mempool.load.fuel)),
  counter(
    'coind_rpc_calls_total',
    'Calls of methods, by the code of their errors; 0 is none',
    ({ tallies }) => [...tallies.calls].flatMap(([method, codes]) => samples(codes, 'code', { method })),
  ),
  counter(
    'coind_rpc_read_elsewhere_total',
    'Of those calls, the ones that the thread for reading has answered, whatever the node was doing',
    ({ tallies }) => tallies.readElsewhere,
  ),
  {
    name: 'coind_rpc_duration_seconds',
    type: 'histogram',
    help: 'How long calls took, with their wait for others',
    read: ({ tallies }) =>
      [...tallies.durations].flatMap(([method, durations]) =>
        histogram('coind_rpc_duration_seconds', durations, { method }),
      ),
  },
  {
    name: 'coind_log_sync_seconds',
    type: 'histogram',
    help: 'How long writes to the log of blocks took, to the disk; none where the chain is in memory',
    read: ({ parts: { chain } }) => chain.log && histogram('coind_log_sync_seconds', chain.log.syncs, {}),
  },
  counter(
    'coind_compactions_total',
    'Compactions of the database and writes of its memory, where the engine counts them',
    ({ parts }) => parts.files?.store.compactions?.().count,
  ),
  counter(
    'coind_compaction_seconds_total',
    'Time of those, in threads of their own',
    ({ parts }) => parts.files?.store.compactions?.().seconds,
  ),
  gauge('coind_rpc_waiting', 'Calls that wait for their turn', ({ figures }) => figures?.waiting),
  gauge('coind_http_connections', 'Connections that are open', ({ figures }) => figures?.get('connections')),
  counter(
    'coind_http_connections_closed_total',
    'Connections that were closed because of a limit',
    ({ figures }) => figures?.get('closedConnections'),
  ),
  gauge('coind_subscribers', 'Connections that subscribe to events', ({ figures }) =>
    figures?.get('subscribers'),
  ),
  counter(
    'coind_subscribers_cut_off_total',
    'Subscribers that were cut off because they did not read',
    ({ figures }) => figures?.get('slowSubscribers'),
  ),
  counter('coind_http_busy_total', 'Requests that were refused because too much waits', ({ figures }) =>
    figures?.get('busyAnswers'),
  ),
  counter(
    'coind_http_unread_closed_total',
    'Connections that were closed because their answers were not read',
    ({ figures }) => figures?.get('closedUnread'),
  ),
  counter(
    'coind_http_delayed_total',
    'Requests that waited because their client had enough under way',
    ({ figures }) => figures?.get('delayedRequests'),
  ),
  counter(
    'coind_http_gone_total',
    'Requests that were not executed because their client had gone while they waited',
    ({ figures }) => figures?.get('goneClients'),
  ),
  counter(
    'coind_rpc_batches_cut_total',
    'Batches that a limit ended before all of their calls had begun',
    ({ tallies }) => tallies.cutBatches,
  ),
  counter('coind_wrong_passwords_total', 'Requests with a wrong password', ({ figures }) =>
    figures?.get('wrongPasswords'),
  ),
  gauge('coind_wallet_addresses', 'Addresses of the wallet', ({ parts }) => parts.wallet.entries().length),
  gauge('coind_wallet_locked', '1 while the wallet is encrypted and locked', ({ parts }) =>
    Number(parts.wallet.isLocked),
  ),
  gauge('coind_matcher_enabled', '1 while orders are matched', ({ parts }) =>
    Number(parts.matcher.status.enabled),
  ),
  gauge(
    'coind_matcher_open_orders',
    'Orders that the matcher knows',
    ({ parts }) => parts.matcher.status.openOrders,
  ),
  counter(
    'coind_matcher_deals_total',
    'Deals that the matcher has settled',
    ({ parts }) => parts.matcher.status.itemsTotal,
  ),
  counter(
    'coind_matcher_refused_total',
    'Deals of the matcher that the ledger refused',
    ({ parts }) => parts.matcher.status.refusedTotal,
  ),
  gauge('coind_tasks', 'Long pieces of work that are running', ({ parts }) => parts.tasks.progress.length),
  gauge(
    'coind_warnings',
    'Problems that getinfo lists in errors',
    ({ parts }) => parts.watch.warnings.length,
  ),
  gauge('coind_disk_free_bytes', 'Room on the disk of the chain; none where it is in memory', ({ parts }) =>
    parts.files === undefined ? undefined : freeIn(parts.options.networkDirectory),
  ),
];

function gauge(name: string, help: string, read: MetricDeclaration['read']): MetricDeclaration {
  return { name, type: 'gauge', help, read };
}

function counter(name: string, help: string, read: MetricDeclaration['read']): MetricDeclaration {
  return { name, type: 'counter', help, read };
}

function samples(counts: ReadonlyMap<string | number, number>, label: string, others: Labels = {}): Sample[] {
  return [...counts].map(([key, value]) => ({ value, labels: { ...others, [label]: key } }));
}

function histogram(name: string, { bounds, counts, sum, count }: TimeHistogram, labels: Labels): Sample[] {
  let below = 0;
  const buckets = [...bounds, '+Inf'].map((le, index) => {
    below += counts[index] ?? 0;
    return { value: below, labels: { le, ...labels }, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { value: sum, labels, metricName: `${name}_sum` },
    { value: count, labels, metricName: `${name}_count` },
  ];
}
