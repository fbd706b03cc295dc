import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileCoverage } from '../../testing/coverage/collector.js';
import type { CommandContext } from '../command.js';
import type { CommandResult, Terminal } from '../terminal.js';
import { type Shard, type TestOptions, testOptions } from './test-options.js';
import { coverageHtml } from './test-runner/coverage-html.js';
import { percentage, sumOf } from './test-runner/coverage-table.js';
import { findTests } from './test-runner/find-tests.js';
import { fuelOfRevision } from './test-runner/fuel-of-revision.js';
import { compareFuel, readSnapshot, snapshotOf, writeSnapshot } from './test-runner/fuel-snapshot.js';
import { lcovText } from './test-runner/lcov.js';
import { REPORTERS } from './test-runner/reporters/index.js';
import type { Reporter } from './test-runner/reporters/reporter.js';
import { runTestFile, type TestFileResult } from './test-runner/run-test-file.js';
import { keepSeeds, readSeeds, type Seeds } from './test-runner/seed-file.js';
import { mergeReports, type TestReport } from './test-runner/test-report.js';
import { SourceWatch } from './test-runner/watch.js';

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
  const options = testOptions(words);
  if (!options.watch) return runOnce(options, terminal);
  const sources = new SourceWatch('.');
  for (;;) {
    await runOnce(options, terminal);
    terminal.output('\nWaiting for changes; Ctrl-C ends.\n');
    await sources.next();
  }
}

/** Runs all tests and reports. @returns 0 when all have passed */
async function runOnce(options: TestOptions, terminal: Terminal): Promise<CommandResult> {
  const found = findTests(options.words);
  if (found.length === 0) {
    terminal.errors('error: there are no tests here: files whose name ends in .test.ts or .test.js\n');
    return 1;
  }
  const files = options.shard === undefined ? found : filesOf(found, options.shard);
  const reporter = REPORTERS[options.reporter]!(options.kinds);
  const seeds = readSeeds();
  const results = await runFiles(files, options, { reporter, seeds, terminal });
  const report = mergeReports(results.flatMap(({ report: each }) => each ?? []));
  keepSeeds(seeds, [report.seeds]);
  terminal.output(reporter.end({ results, report }));
  if (options.report !== undefined) writeReports(options, report.coverage ?? [], terminal);
  const problems = [...problemsOf(results, options), ...gates(report, options, terminal)];
  for (const problem of problems) terminal.errors(`\n${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

/** The files of a part: each file is in one part. */
function filesOf(files: readonly string[], { index, count }: Shard): string[] {
  return files.filter((_, i) => i % count === index - 1);
}

interface RunParts {
  readonly reporter: Reporter;
  readonly seeds: Seeds;
  readonly terminal: Terminal;
}

/** Runs files, several at a time, and shows what each has printed. */
async function runFiles(
  files: readonly string[],
  options: TestOptions,
  { reporter, seeds, terminal }: RunParts,
): Promise<TestFileResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'coind-contract-test-'));
  const results: TestFileResult[] = [];
  const givenUp = new AbortController();
  const { coverage, filter, bail, seed, timeout, allowsOnly } = options;
  const color = process.stdout.isTTY === true;
  const { marks } = reporter;
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < files.length && !givenUp.signal.aborted; index = next++) {
      const file = files[index]!;
      const result = await runTestFile(file, index, {
        settings: { coverage, filter, bail, marks, seed, seeds, file },
        directory,
        color,
        timeout,
        allowsOnly,
        signal: givenUp.signal,
      });
      if (givenUp.signal.aborted) return;
      results.push(result);
      terminal.output(reporter.file(result));
      if (bail && !result.ok) givenUp.abort();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(options.jobs, files.length) }, work));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return results;
}

/** What the tests themselves have shown to be wrong. */
function problemsOf(results: readonly TestFileResult[], { filter }: TestOptions): string[] {
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) return [`Failed: ${failed.map(({ file }) => file).join(', ')}`];
  const ran = results.some(({ results: tests }) => tests.length > 0);
  return filter !== undefined && !ran ? [`Failed: no test matches --filter ${filter}`] : [];
}

/** What else was asked for: that enough lines are reached, and that no method burns more than before. */
function gates(report: TestReport, options: TestOptions, terminal: Terminal): string[] {
  const { leastCoverage, fuelSnapshot, fuelCheck, fuelAgainst, tolerance } = options;
  const problems: string[] = [];
  if (leastCoverage !== undefined) {
    const sum = sumOf({ lines: (report.coverage ?? []).flatMap(({ lines }) => lines) });
    if (sum.covered * 100 < leastCoverage * sum.lines || sum.lines === 0) {
      problems.push(
        `Failed: ${percentage(sum)} of the lines are reached, at least ${leastCoverage}% are asked for`,
      );
    }
  }
  const now = snapshotOf(report.fuel);
  const before = [
    ...(fuelCheck === undefined ? [] : [{ name: fuelCheck, snapshot: readSnapshot(fuelCheck) }]),
    ...(fuelAgainst === undefined
      ? []
      : [{ name: fuelAgainst, snapshot: fuelOfRevision(fuelAgainst, options.words) }]),
  ];
  for (const { name, snapshot } of before) {
    const { table, exceeded } = compareFuel(snapshot, now, tolerance);
    const text = table === '' ? 'the same\n' : `\n${table}`;
    // What is not for people must not be in between.
    const show = options.reporter === 'pretty' ? terminal.output : terminal.errors;
    show.call(terminal, `\nFuel beside ${name}: ${text}`);
    if (exceeded.length > 0) {
      problems.push([`Failed: fuel, beyond a tolerance of ${tolerance}%:`, ...exceeded].join('\n  '));
    }
  }
  if (fuelSnapshot !== undefined) writeSnapshot(fuelSnapshot, now);
  return problems;
}

function writeReports(
  { report: directory = '.', reporter }: TestOptions,
  coverage: readonly FileCoverage[],
  terminal: Terminal,
): void {
  mkdirSync(directory, { recursive: true });
  const [lcov, html] = ['lcov.info', 'index.html'].map(name => join(directory, name)) as [string, string];
  writeFileSync(lcov, lcovText(coverage));
  writeFileSync(
    html,
    coverageHtml(coverage, file => readFileSync(file, 'utf8')),
  );
  const show = reporter === 'pretty' ? terminal.output : terminal.errors;
  show.call(terminal, `\nCoverage: ${html}, ${lcov}\n`);
}
