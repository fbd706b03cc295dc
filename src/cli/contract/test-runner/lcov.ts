import { relative } from 'node:path';
import type { FileCoverage } from '../../../testing/coverage/collector.js';
import { sumOf } from './coverage-table.js';

/**
 * Coverage in the tracefile format of lcov (geninfo(1)), which editors and services read. Paths are relative to the
 * working directory, so that it can be read on another machine.
 */
export function lcovText(coverage: readonly FileCoverage[]): string {
  return coverage.map(recordOf).join('');
}

function recordOf(file: FileCoverage): string {
  const { lines, covered } = sumOf(file);
  return [
    'TN:',
    `SF:${relative('.', file.file).replaceAll('\\', '/')}`,
    ...file.lines.map(([line, hits]) => `DA:${line},${hits}`),
    `LF:${lines}`,
    `LH:${covered}`,
    'end_of_record\n',
  ].join('\n');
}
