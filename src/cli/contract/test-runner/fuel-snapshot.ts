import { readFileSync, writeFileSync } from 'node:fs';
import type { MethodFuel } from './test-report.js';
import { textTable } from './text-table.js';

/** What the calls of a method burn, in units of fuel. The mean is rounded to the nearest unit. */
export interface FuelEntry {
  readonly calls: number;
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/** By `contract method`. */
export type FuelSnapshot = Readonly<Record<string, FuelEntry>>;

/** Of the calls that succeeded; a method that was always refused burns nothing. */
export function snapshotOf(fuel: readonly MethodFuel[]): FuelSnapshot {
  const entries = fuel
    .filter(({ calls }) => calls > 0)
    .map(({ contract, method, calls, least, sum, most }) => {
      const mean = (2n * sum + BigInt(calls)) / (2n * BigInt(calls));
      const entry: FuelEntry = { calls, min: Number(least), mean: Number(mean), max: Number(most) };
      return [`${contract} ${method}`, entry] as const;
    });
  return Object.fromEntries(entries);
}

export function writeSnapshot(file: string, snapshot: FuelSnapshot): void {
  writeFileSync(file, `${JSON.stringify(snapshot, undefined, 2)}\n`);
}

/** @throws Error for a file that is missing or no snapshot */
export function readSnapshot(file: string): FuelSnapshot {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read; --fuel-snapshot ${file} writes it`, { cause: error });
  }
  const snapshot = parsed(file, text);
  const isSnapshot = Object.values(snapshot).every(entry => typeof (entry as FuelEntry)?.mean === 'number');
  if (!isSnapshot) throw new Error(`${file} is no snapshot of fuel`);
  return snapshot as FuelSnapshot;
}

function parsed(file: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The same message as for other things that are no snapshot.
  }
  throw new Error(`${file} is no snapshot of fuel`);
}

/** How the fuel of methods differs from a snapshot. */
export interface FuelComparison {
  readonly table: string;
  /** Methods whose mean or maximum has grown by more than the tolerance, or that only one side has. */
  readonly exceeded: readonly string[];
}

/** @param tolerance - percent by which mean and maximum may grow */
export function compareFuel(before: FuelSnapshot, now: FuelSnapshot, tolerance: number): FuelComparison {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const exceeded: string[] = [];
  const rows: string[][] = [];
  for (const name of names) {
    const [old, current] = [before[name], now[name]];
    if (old === undefined || current === undefined) {
      const text = old === undefined ? 'is new' : 'is not called any more';
      rows.push([name, shown(old?.mean), shown(current?.mean), '']);
      exceeded.push(`${name} ${text}`);
      continue;
    }
    if (old.mean === current.mean && old.max === current.max) continue;
    rows.push([name, shown(old.mean), shown(current.mean), percent(old.mean, current.mean)]);
    for (const figure of ['mean', 'max'] as const) {
      if (current[figure] * 100 > old[figure] * (100 + tolerance)) {
        const growth = percent(old[figure], current[figure]);
        exceeded.push(`${name}: ${figure} ${old[figure]} -> ${current[figure]} (${growth})`);
        break;
      }
    }
  }
  const table = rows.length === 0 ? '' : textTable([['Mean fuel', 'before', 'now', 'change'], ...rows]);
  return { table, exceeded };
}

function shown(n: number | undefined): string {
  return n === undefined ? '-' : n.toLocaleString('en-US');
}

function percent(before: number, now: number): string {
  const change = before === 0 ? Infinity : ((now - before) * 100) / before;
  return `${change >= 0 ? '+' : ''}${change.toFixed(2)}%`;
}
