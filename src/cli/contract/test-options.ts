import { availableParallelism } from 'node:os';
import { UsageError } from '../sub-command.js';
import { parseWords } from '../words.js';
import { millisecondsOption, numberOption, wholeNumberOption } from './number-options.js';
import { REPORTERS } from './test-runner/reporters/index.js';
import { isChosenBy } from './test-runner/test-process-settings.js';

/** A part of the files: the `index`-th of `count`, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What the words of `coind contract test` ask for. */
export interface TestOptions {
  /** Files and folders; empty for the whole working directory. */
  readonly words: readonly string[];
  readonly watch: boolean;
  readonly coverage: boolean;
  /** Where `lcov.info` and `index.html` go; undefined for nowhere. */
  readonly report: string | undefined;
  /** Whether fuel is shown by kind too. */
  readonly kinds: boolean;
  /** Which tests run; undefined for all. */
  readonly filter: string | undefined;
  /** Whether the first failure ends the run. */
  readonly bail: boolean;
  /** Milliseconds that one test may take. */
  readonly timeout: number;
  /** Files that run at a time. */
  readonly jobs: number;
  readonly shard: Shard | undefined;
  /** A name of {@link REPORTERS}. */
  readonly reporter: string;
  readonly seed: number | undefined;
  readonly allowsOnly: boolean;
  /** The least percentage of lines that must be reached. */
  readonly leastCoverage: number | undefined;
  /** Where the fuel of each method is written. */
  readonly fuelSnapshot: string | undefined;
  /** A snapshot that the fuel is compared with: more than the tolerance is a failure. */
  readonly fuelCheck: string | undefined;
  /** A revision of git whose tests are run too, to compare their fuel. */
  readonly fuelAgainst: string | undefined;
  /** Percent by which the mean of a method may grow. */
  readonly tolerance: number;
}

/** Long enough for a contract in AssemblyScript that is compiled on a busy machine. */
const DEFAULT_TIMEOUT = 120_000;
const FUEL_FILE = 'fuel.json';

/** @throws UsageError for words that are none of the command's */
export function testOptions(words: readonly string[]): TestOptions {
  const { values, positionals } = parseWords(withOptionalValues(words), {
    watch: { type: 'boolean', short: 'w' },
    'no-coverage': { type: 'boolean' },
    report: { type: 'string' },
    kinds: { type: 'boolean' },
    filter: { type: 'string', short: 'f' },
    bail: { type: 'boolean', short: 'b' },
    timeout: { type: 'string' },
    jobs: { type: 'string', short: 'j' },
    shard: { type: 'string' },
    reporter: { type: 'string' },
    seed: { type: 'string' },
    'allow-only': { type: 'boolean' },
    'min-coverage': { type: 'string' },
    'fuel-snapshot': { type: 'string' },
    'fuel-check': { type: 'string' },
    'fuel-against': { type: 'string' },
    tolerance: { type: 'string' },
  });
  const { reporter = 'pretty', filter } = values;
  if (!Object.hasOwn(REPORTERS, reporter)) {
    throw new UsageError(`"${reporter}" is no reporter; there are ${Object.keys(REPORTERS).join(', ')}`);
  }
  const leastCoverage = numberOption('min-coverage', values['min-coverage'], 0, 100);
  const coverage = values['no-coverage'] !== true;
  if (leastCoverage !== undefined && !coverage)
    throw new UsageError('--min-coverage needs lines to be counted');
  return {
    words: positionals,
    watch: values.watch === true,
    coverage,
    report: values.report,
    kinds: values.kinds === true,
    filter: checkedFilter(filter),
    bail: values.bail === true,
    timeout: millisecondsOption(values.timeout) ?? DEFAULT_TIMEOUT,
    jobs: wholeNumberOption('jobs', values.jobs, 1, 1024) ?? availableParallelism(),
    shard: shardOf(values.shard),
    reporter,
    seed: wholeNumberOption('seed', values.seed, -(2 ** 31), 2 ** 31 - 1),
    allowsOnly: values['allow-only'] === true,
    leastCoverage,
    fuelSnapshot: values['fuel-snapshot'],
    fuelCheck: values['fuel-check'],
    fuelAgainst: values['fuel-against'],
    tolerance: numberOption('tolerance', values.tolerance, 0, 1000) ?? 0,
  };
}

/** `--fuel-check` and `--fuel-snapshot` may stand alone: the file is then `fuel.json`. */
function withOptionalValues(words: readonly string[]): string[] {
  return words.map((word, i) => {
    const isAlone = word === '--fuel-check' || word === '--fuel-snapshot';
    const next = words[i + 1];
    return isAlone && (next === undefined || !next.endsWith('.json')) ? `${word}=${FUEL_FILE}` : word;
  });
}

function checkedFilter(filter: string | undefined): string | undefined {
  try {
    isChosenBy(filter);
  } catch (error) {
    throw new UsageError(`--filter ${filter}: ${(error as Error).message}`);
  }
  return filter;
}

function shardOf(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new UsageError(`--shard ${text}: a part of all files such as 1/3 is expected`);
}
