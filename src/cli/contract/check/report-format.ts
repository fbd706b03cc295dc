import { packageVersion } from '../../../config/package-version.js';
import type { Finding } from './finding.js';

/** The findings of a file. */
export interface CheckedFile {
  readonly file: string;
  readonly findings: readonly Finding[];
}

/** One JSON document: a list of findings with their files. */
export function findingsJson(files: readonly CheckedFile[]): string {
  const list = files.flatMap(({ file, findings }) => findings.map(finding => ({ file, ...finding })));
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** The Static Analysis Results Interchange Format, version 2.1.0, which code hosts show beside the lines. */
export function findingsSarif(files: readonly CheckedFile[]): string {
  const rules = [...new Set(files.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].sort();
  const results = files.flatMap(({ file, findings }) =>
    findings.map(({ rule, line, column, message }) => ({
      ruleId: rule,
      ruleIndex: rules.indexOf(rule),
      level: 'warning',
      message: { text: message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(file.replaceAll('\\', '/')) },
            region: { startLine: line, startColumn: column },
          },
        },
      ],
    })),
  );
  const driver = {
    name: 'coind contract check',
    version: packageVersion(),
    rules: rules.map(id => ({ id })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'unicodeCodePoints', results }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** `file:line:column: message (rule)`, a line for each finding. */
export function findingsText(files: readonly CheckedFile[]): string {
  return files
    .flatMap(({ file, findings }) =>
      findings.map(({ line, column, message, rule }) => `${file}:${line}:${column}: ${message} (${rule})\n`),
    )
    .join('');
}
