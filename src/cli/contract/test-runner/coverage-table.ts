import { required } from '../../../codec/required.js';
import type { FileCoverage } from '../../../testing/coverage/collector.js';
import { textTable } from './text-table.js';

/** Maximum number of line ranges that the table names; of more it gives the number. */
const SHOWN_RANGES = 8;

/** How many of a file's executable lines were reached. */
export interface CoverageSum {
  readonly lines: number;
  readonly covered: number;
}

export function sumOf({ lines }: Pick<FileCoverage, 'lines'>): CoverageSum {
  return { lines: lines.length, covered: lines.filter(([, hits]) => hits > 0).length };
}

/** Percentage with one decimal, rounded down, so that 100.0% means complete. */
export function percentage({ lines, covered }: CoverageSum): string {
  if (lines === 0) return '-';
  const tenths = Math.floor((covered * 1000) / lines);
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`;
}

/** The lines of contracts that tests reach, as a table. */
export function coverageTable(coverage: readonly FileCoverage[]): string {
  if (coverage.length === 0) return '';
  const rows = coverage.map(file => {
    const sum = sumOf(file);
    return [file.file, String(sum.lines), String(sum.covered), percentage(sum), missing(file)];
  });
  const table = textTable([['Coverage', 'lines', 'reached', '', ''], ...rows.map(row => row.slice(0, 4))]);
  const missed = ['not reached', ...rows.map(row => row[4]!)];
  return table
    .split('\n')
    .map((line, i) => (missed[i] === undefined || missed[i] === '' ? line : `${line}   ${missed[i]}`))
    .join('\n');
}

/** Lines that were not reached, in ranges of executable lines. */
function missing({ lines }: FileCoverage): string {
  const ranges: [first: number, last: number][] = [];
  let isOpen = false;
  for (const [line, hits] of lines) {
    if (hits > 0) isOpen = false;
    else if (isOpen) required(ranges.at(-1), 'the open range')[1] = line;
    else {
      ranges.push([line, line]);
      isOpen = true;
    }
  }
  const shown = ranges
    .slice(0, SHOWN_RANGES)
    .map(([first, last]) => (first === last ? first : `${first}-${last}`));
  const rest = ranges.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
