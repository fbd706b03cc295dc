import { type FileCoverage, mergeCoverage } from '../../../testing/coverage/collector.js';
import type { SequenceStatistics } from './sequence-recorder.js';
import type { ContractWarning } from './warning-recorder.js';

/** What the calls of one method have burned. */
export interface MethodFuel {
  /** Name of the contract. */
  readonly contract: string;
  readonly method: string;
  /** Calls that succeeded. */
  readonly calls: number;
  /** Calls that were refused, which burn nothing that lasts (decision D21). */
  readonly refused: number;
  /** Units of fuel of the calls that succeeded: the least, all together, the most. */
  readonly least: bigint;
  readonly sum: bigint;
  readonly most: bigint;
  /** Units by kind of the calls that succeeded, all together. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The smallest fee that suffices for the most expensive of them, in sawi of `symbol`. */
  readonly fee: bigint;
  readonly symbol: string;
}

/** What the tests of one process, or of several, have shown about contracts. */
export interface TestReport {
  readonly fuel: readonly MethodFuel[];
  /** Undefined where lines were not counted. */
  readonly coverage: readonly FileCoverage[] | undefined;
  readonly warnings: readonly ContractWarning[];
  readonly sequences: readonly SequenceStatistics[];
  /** Seeds of tests that have failed; null for those that passed with the seed that was kept. */
  readonly seeds: Readonly<Record<string, number | null>>;
}

/** Several reports as one: methods by contract and name, files by path. */
export function mergeReports(reports: readonly TestReport[]): TestReport {
  const counted = reports.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]));
  return {
    fuel: mergeFuel(reports.flatMap(({ fuel }) => fuel)),
    coverage: counted.length === 0 ? undefined : mergeCoverage(counted.flat()),
    warnings: reports.flatMap(({ warnings }) => warnings),
    sequences: reports.flatMap(({ sequences }) => sequences),
    seeds: Object.assign({}, ...reports.map(({ seeds }) => seeds)),
  };
}

/** By contract and method, each once. */
export function mergeFuel(fuel: readonly MethodFuel[]): MethodFuel[] {
  const methods = new Map<string, MethodFuel>();
  for (const method of fuel) {
    const key = JSON.stringify([method.contract, method.method]);
    const known = methods.get(key);
    methods.set(key, known === undefined ? method : mergeMethods(known, method));
  }
  return [...methods.values()].sort(byName);
}

function mergeMethods(a: MethodFuel, b: MethodFuel): MethodFuel {
  if (a.calls === 0 || b.calls === 0) {
    return { ...(a.calls === 0 ? b : a), refused: a.refused + b.refused };
  }
  return {
    ...a,
    calls: a.calls + b.calls,
    refused: a.refused + b.refused,
    least: -larger(-a.least, -b.least),
    sum: a.sum + b.sum,
    most: larger(a.most, b.most),
    kinds: Object.fromEntries(
      Object.keys(a.kinds).map(kind => [kind, a.kinds[kind]! + (b.kinds[kind] ?? 0)]),
    ),
    fee: larger(a.fee, b.fee),
  };
}

function larger(a: bigint, b: bigint): bigint {
  if (a < b) return b;
  return a;
}

function byName(a: MethodFuel, b: MethodFuel): number {
  const [left, right] = [a, b].map(({ contract, method }) => `${contract}\0${method}`) as [string, string];
  return left < right ? -1 : 1;
}

/** A report as text that goes from one process to another. */
export function encodeReport(report: TestReport): string {
  return JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'bigint' ? { bigint: String(value) } : value,
  );
}

/** The inverse of {@link encodeReport}. */
export function decodeReport(text: string): TestReport {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'bigint' in value ? BigInt(value.bigint as string) : value,
  ) as TestReport;
}
