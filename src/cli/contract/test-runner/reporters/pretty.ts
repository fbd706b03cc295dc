import { coverageTable } from '../coverage-table.js';
import { fuelKindTables, fuelTable } from '../fuel-table.js';
import { sequenceTable } from '../sequence-recorder.js';
import { warningText } from '../warning-recorder.js';
import type { Reporter } from './reporter.js';

/** For people: marks and failures of each file, then tables. @param kinds - whether fuel is shown by kind too */
export function prettyReporter(kinds: boolean): Reporter {
  return {
    marks: true,
    file({ file, output, problem, report }) {
      const parts = [output.trimEnd(), problem ?? '', warningText(report?.warnings ?? []).trimEnd()];
      return `${[file, ...parts.filter(part => part !== '')].join('\n')}\n`;
    },
    end({ report }) {
      const byKind = kinds ? fuelKindTables(report.fuel) : [];
      return [
        fuelTable(report.fuel),
        ...byKind,
        sequenceTable(report.sequences),
        coverageTable(report.coverage ?? []),
      ]
        .filter(table => table !== '')
        .map(table => `\n${table}`)
        .join('');
    },
  };
}
