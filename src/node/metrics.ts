import type { SharedFigures } from '../rpc/http/shared-figures.js';
import type { NodeServices } from '../rpc/node/services.js';
import { DURATION_BUCKETS, type Durations, Tallies } from './tallies.js';
import { freeIn } from './watch.js';

/** What metrics are made of. */
export type MeasuredParts = Pick<
  NodeServices,
  'chain' | 'files' | 'matcher' | 'mempool' | 'options' | 'programVersion' | 'tasks' | 'wallet' | 'watch'
>;

/** The part of the package `prom-client` that is used here. It is optional: nodes work without it. */
interface PromClient {
  readonly Registry: new () => Registry;
  readonly collectDefaultMetrics: (settings: { readonly register: Registry }) => void;
}
interface Registry {
  readonly contentType: string;
  registerMetric(metric: Metric): void;
  metrics(): Promise<string>;
}
/** A metric that is read when somebody asks for it. */
interface Metric {
  readonly name: string;
  get(): Promise<{
    readonly name: string;
    readonly help: string;
    readonly type: MetricType;
    readonly values: readonly Sample[];
    readonly aggregator: 'sum';
  }>;
}
type MetricType = 'counter' | 'gauge' | 'histogram';
type Labels = Readonly<Record<string, string | number>>;
interface Sample {
  readonly value: number;
  readonly labels: Labels;
  /** Where it is not the metric's, as of the parts of a histogram. */
  readonly metricName?: string;
}

/** One metric: its name has to begin with coind_, a counter's ends with _total, and units are seconds, bytes, coins. */
interface Declaration {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly read: (node: Measured) => readonly Sample[] | number | undefined | Promise<number | undefined>;
}

interface Measured {
  readonly parts: MeasuredParts;
  readonly tallies: Tallies;
  readonly figures: SharedFigures | undefined;
}

const SAWI_OF_COIN = 1e8;

/** All metrics of the node; those of the process (processor time, memory, event loop, garbage) come from the library. */
const METRICS: readonly Declaration[] = [
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
      [...tallies.durations].flatMap(([method, durations]) => histogram(method, durations)),
  },
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

/** The names of all metrics of the node. */
export const METRIC_NAMES: readonly string[] = METRICS.map(({ name }) => name);

/** The metrics of a running node, in the text form of Prometheus. */
export class NodeMetrics {
  readonly tallies = new Tallies();
  readonly #parts: MeasuredParts;
  #figures: SharedFigures | undefined;
  #registry: Promise<Registry | undefined> | undefined;

  constructor(parts: MeasuredParts) {
    this.#parts = parts;
  }

  /** Takes what the server counts. */
  serving(figures: SharedFigures): void {
    this.#figures = figures;
  }

  /** Loads what they need, so that none of it has to be opened when the process may have no file left to open. */
  async load(): Promise<void> {
    await loaded();
  }

  /** All metrics as they are now; undefined where the package that writes them is not installed. */
  async text(): Promise<string | undefined> {
    try {
      this.#registry ??= this.#register();
      return await (await this.#registry)?.metrics();
    } catch (error) {
      // It may have failed for want of files to open: who asks next tries again.
      this.#registry = undefined;
      throw error;
    }
  }

  /** The library is loaded by who asks first: most nodes are never asked. */
  async #register(): Promise<Registry | undefined> {
    const library = await loaded();
    if (library === undefined) return undefined;
    const registry = new library.Registry();
    library.collectDefaultMetrics({ register: registry });
    for (const declaration of METRICS) registry.registerMetric(this.#metric(declaration));
    return registry;
  }

  #metric({ name, type, help, read }: Declaration): Metric {
    return {
      name,
      get: async () => {
        const found = await read({ parts: this.#parts, tallies: this.tallies, figures: this.#figures });
        const values = typeof found === 'number' ? [{ value: found, labels: {} }] : (found ?? []);
        return { name, help, type, values, aggregator: 'sum' };
      },
    };
  }
}

async function loaded(): Promise<PromClient | undefined> {
  const name = 'prom-client';
  try {
    return (await import(name)) as PromClient;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function gauge(name: string, help: string, read: Declaration['read']): Declaration {
  return { name, type: 'gauge', help, read };
}

function counter(name: string, help: string, read: Declaration['read']): Declaration {
  return { name, type: 'counter', help, read };
}

function samples(counts: ReadonlyMap<string | number, number>, label: string, others: Labels = {}): Sample[] {
  return [...counts].map(([key, value]) => ({ value, labels: { ...others, [label]: key } }));
}

function histogram(method: string, { counts, sum, count }: Durations): Sample[] {
  const name = 'coind_rpc_duration_seconds';
  let below = 0;
  const buckets = [...DURATION_BUCKETS, '+Inf'].map((le, index) => {
    below += counts[index] ?? 0;
    return { value: below, labels: { le, method }, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { value: sum, labels: { method }, metricName: `${name}_sum` },
    { value: count, labels: { method }, metricName: `${name}_count` },
  ];
}
