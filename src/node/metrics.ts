import type { SharedFigures } from '../rpc/http/shared-figures.js';
import {
  METRICS,
  type MeasuredParts,
  type MetricDeclaration,
  type MetricType,
  type Sample,
} from './metric-declarations.js';
import { Tallies } from './tallies.js';

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

  #metric({ name, type, help, read }: MetricDeclaration): Metric {
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
