import { isAbsolute, relative } from 'node:path';
import { sumOf } from '../coverage-table.js';
import type { Reporter } from './reporter.js';

/** One JSON document: tests of each file, fuel by method, random sequences, warnings and lines. */
export function jsonReporter(): Reporter {
  return {
    marks: false,
    file: () => '',
    end({ results, report }) {
      const { fuel, sequences, coverage } = report;
      const document = {
        ok: results.every(({ ok }) => ok),
        files: results.map(({ file, ok, problem, output, results: tests, report: own }) => ({
          file,
          ok,
          ...(problem !== undefined && { problem }),
          tests,
          warnings: own?.warnings ?? [],
          output,
        })),
        fuel,
        sequences,
        coverage: (coverage ?? []).map(file => ({
          file: isAbsolute(file.file) ? relative('.', file.file) : file.file,
          ...sumOf(file),
          hits: file.lines,
        })),
      };
      return `${JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`;
    },
  };
}
