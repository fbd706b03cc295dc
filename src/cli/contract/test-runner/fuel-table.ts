import { inCoins } from '../../../rpc/node/amounts.js';
import type { MethodFuel } from './test-report.js';
import { textTable } from './text-table.js';

/**
 * What the methods of contracts burn, as a table. The mean is rounded to the nearest unit; the fee is
 * the smallest one that suffices for the most expensive call, in whole coins.
 */
export function fuelTable(fuel: readonly MethodFuel[]): string {
  if (fuel.length === 0) return '';
  const rows = fuel.map(({ contract, method, calls, refused, least, sum, most, fee, symbol }) => {
    const figures =
      calls === 0
        ? ['-', '-', '-', '-']
        : [least, mean(sum, calls), most].map(grouped).concat(`${inCoins(fee)} ${symbol}`);
    return [`${contract}  ${method}`, String(calls), String(refused), ...figures];
  });
  return textTable([['Fuel', 'calls', 'refused', 'min', 'mean', 'max', 'fee'], ...rows]);
}

/**
 * The mean units of each kind that calls burn, by method, as a table for each row of kinds: contracts in
 * Lua and actions have different ones.
 */
export function fuelKindTables(fuel: readonly MethodFuel[]): string[] {
  const called = fuel.filter(({ calls }) => calls > 0);
  const rowsOfKinds = [...new Set(called.map(kindsOf))];
  return rowsOfKinds.map(row => {
    const names = row.split(' ');
    const rows = called
      .filter(method => kindsOf(method) === row)
      .map(({ contract, method, calls, kinds }) => [
        `${contract}  ${method}`,
        ...names.map(kind => grouped(mean(BigInt(kinds[kind]!), calls))),
      ]);
    return textTable([['Mean fuel by kind', ...names], ...rows]);
  });
}

/** Names with spaces between. Bytes of memory are no fuel: they are what `memory` is computed from. */
function kindsOf({ kinds }: MethodFuel): string {
  return Object.keys(kinds)
    .filter(kind => kind !== 'memoryBytes')
    .join(' ');
}

function mean(sum: bigint, calls: number): bigint {
  return (2n * sum + BigInt(calls)) / (2n * BigInt(calls));
}

/** Digits in groups of three. */
function grouped(n: bigint): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}
