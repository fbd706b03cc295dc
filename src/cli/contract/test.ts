import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileCoverage } from '../../testing/coverage/collector.js';
import type { CommandContext } from '../command.js';
import type { CommandResult, Terminal } from '../terminal.js';
import { parseWords } from '../words.js';
import { coverageHtml } from './test-runner/coverage-html.js';
import { coverageTable } from './test-runner/coverage-table.js';
import { findTests } from './test-runner/find-tests.js';
import { fuelKindTables, fuelTable } from './test-runner/fuel-table.js';
import { lcovText } from './test-runner/lcov.js';
import { runTestFile, type TestFileResult } from './test-runner/run-test-file.js';
import { mergeReports } from './test-runner/test-report.js';
import { SourceWatch } from './test-runner/watch.js';

interface TestOptions {
  /** Files and folders; empty for the whole working directory. */
  readonly words: readonly string[];
  readonly coverage: boolean;
  /** Where `lcov.info` and `index.html` go; undefined for nowhere. */
  readonly report: string | undefined;
  /** Whether fuel is shown by kind too. */
  readonly kinds: boolean;
}

/**
 * `coind contract test [files]`: runs tests of contracts, each file in a process of its own, and shows
 * what the contracts have burned and which of their lines were reached.
 *
 * @throws UsageError for other words
 */
export async function runTest(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { values, positionals } = parseWords(words, {
    watch: { type: 'boolean', short: 'w' },
    'no-coverage': { type: 'boolean' },
    report: { type: 'string' },
    kinds: { type: 'boolean' },
  });
  const options: TestOptions = {
    words: positionals,
    coverage: values['no-coverage'] !== true,
    report: values.report,
    kinds: values.kinds === true,
  };
  if (values.watch !== true) return runOnce(options, terminal);
  const sources = new SourceWatch('.');
  for (;;) {
    await runOnce(options, terminal);
    terminal.output('\nWaiting for changes; Ctrl-C ends.\n');
    await sources.next();
  }
}

/** Runs all tests and reports. @returns 0 when all have passed */
async function runOnce(options: TestOptions, terminal: Terminal): Promise<CommandResult> {
  const files = findTests(options.words);
  if (files.length === 0) {
    terminal.errors('error: there are no tests here: files whose name ends in .test.ts or .test.js\n');
    return 1;
  }
  const results = await runFiles(files, options, terminal);
  const report = mergeReports(results.flatMap(({ report: each }) => each ?? []));
  const kinds = options.kinds ? fuelKindTables(report.fuel) : [];
  for (const table of [fuelTable(report.fuel), ...kinds, coverageTable(report.coverage ?? [])]) {
    if (table !== '') terminal.output(`\n${table}`);
  }
  if (options.report !== undefined) writeReports(options.report, report.coverage ?? [], terminal);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) terminal.errors(`\nFailed: ${failed.map(({ file }) => file).join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
}

/** Runs files, as many at a time as there are processors, and shows what each has printed. */
async function runFiles(
  files: readonly string[],
  { coverage }: TestOptions,
  terminal: Terminal,
): Promise<TestFileResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'coind-contract-test-'));
  const results: TestFileResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < files.length; index = next++) {
      const color = process.stdout.isTTY === true;
      const result = await runTestFile(files[index]!, index, { coverage, directory, color });
      results.push(result);
      terminal.output(`${result.file}\n${result.output.trimEnd()}\n`);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(availableParallelism(), files.length) }, work));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return results;
}

function writeReports(directory: string, coverage: readonly FileCoverage[], terminal: Terminal): void {
  mkdirSync(directory, { recursive: true });
  const [lcov, html] = ['lcov.info', 'index.html'].map(name => join(directory, name)) as [string, string];
  writeFileSync(lcov, lcovText(coverage));
  writeFileSync(
    html,
    coverageHtml(coverage, file => readFileSync(file, 'utf8')),
  );
  terminal.output(`\nCoverage: ${html}, ${lcov}\n`);
}
