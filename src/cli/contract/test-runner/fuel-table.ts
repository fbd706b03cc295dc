import { inCoins } from '../../../rpc/amounts.js';
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

function mean(sum: bigint, calls: number): bigint {
  return (2n * sum + BigInt(calls)) / (2n * BigInt(calls));
}

/** Digits in groups of three. */
function grouped(n: bigint): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}
