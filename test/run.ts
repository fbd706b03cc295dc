/**
 * Runs test files in processes of their own, as many at a time as there are processors, and adds up what they report.
 * Small files of one room share a process, which would spend most of its time on loading the same modules again.
 * Arguments choose files: a file is run when its path contains one of them.
 *
 *   node dist/test/run.js                 all tests
 *   node dist/test/run.js ledger cli      the files below test/ledger and test/cli
 *
 * A process and what it has started are one group, which ends with it: what a test leaves behind counts as its failure, and
 * cannot keep the run from ending by holding its output open. Nodes and commands run as users run them, from
 * the joined files of `dist/program`, which are made here where a compiler has changed what they are made of. The
 * test files themselves are joined, too, into a folder that this run removes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { joinTests } from './support/joined-tests.js';
import { sharedProcesses, writeSharedProcess } from './support/shared-processes.js';

/** At the long volume a file may take hours. */
const FILE_TIMEOUT_MS = process.env.SCALE === 'long' ? 6 * 60 * 60_000 : 8 * 60_000;
/** How long a process may go on after its tests, and the output of a file after its process. */
const LEFT_OVER_MS = 120_000;
/** The last line that uvu prints. */
const CLOSING_LINE = /^\s*Duration:/m;
const root = import.meta.dirname;
/** Beside the compiled tree, so that packages are found; of this run alone. */
const JOINED = join(root, `../joined-tests-${process.pid}`);
const running = new Set<ChildProcess>();

interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly output: string;
  readonly seconds: number;
}

function testFiles(): string[] {
  const filters = process.argv.slice(2);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.js'))
    .filter(file => filters.length === 0 || filters.some(filter => file.includes(filter)))
    .sort();
}

/** The figure after a label in uvu's closing lines, or undefined when the file did not get that far. */
function figure(output: string, label: string): number | undefined {
  const plain = stripVTControlCharacters(output);
  const matches = [...plain.matchAll(new RegExp(`^\\s*${label}:\\s+(\\d+)`, 'gm'))];
  return matches.length === 0 ? undefined : matches.reduce((sum, match) => sum + Number(match[1]), 0);
}

/** Ends a process with all that it has started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (process.platform === 'win32') process.kill(pid!, 'SIGKILL');
    else process.kill(-pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Removes what runs have joined that were ended before they could. */
function removeLeftOver(): void {
  for (const folder of readdirSync(join(root, '..'))) {
    const owner = /^joined-tests-(\d+)$/.exec(folder)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    rmSync(join(root, '..', folder), { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function runFile(file: string, path: string): Promise<FileResult> {
  const started = Date.now();
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--enable-source-maps', path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
      detached: process.platform !== 'win32',
    });
    running.add(child);
    const chunks: Buffer[] = [];
    const notes: string[] = [];
    let unended: NodeJS.Timeout | undefined;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (!CLOSING_LINE.test(chunk.toString())) return;
      unended ??= setTimeout(() => {
        notes.push(
          'it did not end when its tests had: one has left a server or a timer behind; it was ended',
        );
        endGroup(child);
      }, LEFT_OVER_MS);
    });
    child.stderr.on('data', chunk => chunks.push(chunk));
    const timer = setTimeout(() => {
      notes.push(`ended after ${FILE_TIMEOUT_MS / 1000} s, which is too long`);
      endGroup(child);
    }, FILE_TIMEOUT_MS);
    let leftOver: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      leftOver = setTimeout(() => {
        notes.push('it left processes behind that hold its output open; they were ended');
        endGroup(child);
      }, LEFT_OVER_MS);
    });
    child.on('close', code => {
      clearTimeout(timer);
      clearTimeout(leftOver);
      clearTimeout(unended);
      running.delete(child);
      endGroup(child);
      const output = Buffer.concat(chunks).toString();
      const total = figure(output, 'Total') ?? 0;
      const passed = figure(output, 'Passed') ?? 0;
      const skipped = figure(output, 'Skipped') ?? 0;
      // A file that ends without a report, or with nothing run, has failed whatever it printed.
      const broken = code !== 0 || total === 0 || notes.length > 0;
      const failed = Math.max(total - passed - skipped, broken ? 1 : 0);
      resolve({
        file,
        passed,
        failed,
        skipped,
        output: [output, ...notes, ''].join('\n'),
        seconds: (Date.now() - started) / 1000,
      });
    });
  });
}

function print(result: FileResult): void {
  const mark = result.failed === 0 ? 'ok  ' : 'FAIL';
  console.log(
    `${mark} ${relative('.', result.file)}  ${result.passed} passed  ${result.seconds.toFixed(1)} s`,
  );
  for (const line of result.output.split('\n')) {
    const routine =
      /^\S+\.test\.js$|^\s*(Total|Passed|Skipped|Duration):|^[\s•✘]*(\(\d+ \/ \d+\))?\s*$|^\s*\S+\s+[•✘ ]+\(\d+ \/ \d+\)\s*$/;
    if (result.failed > 0 || !routine.test(line)) console.log(`     ${line}`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) endGroup(child);
    rmSync(JOINED, { recursive: true, force: true });
    process.exit(1);
  });
}

execFileSync(process.execPath, [join(root, '../../esbuild.config.mjs')], {
  cwd: join(root, '../..'),
  stdio: 'inherit',
});
const files = testFiles();
removeLeftOver();
const joined = await joinTests(root, files, JOINED);
// At the long volume each may take its hours.
const { alone, together } = sharedProcesses(files, process.env.SCALE === 'long' ? 1 : undefined);
const results: FileResult[] = [];
// What takes longer than most is begun first, so that nothing is left over for one processor in the end.
const queue = [
  ...together.map(({ name, files: shared }) => ({ name, path: writeSharedProcess(JOINED, name, shared) })),
  ...alone.map(file => ({ name: file, path: joined(file) })),
];
await Promise.all(
  Array.from({ length: Math.max(1, availableParallelism()) }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runFile(next.name, next.path);
      results.push(result);
      print(result);
    }
  }),
);
rmSync(JOINED, { recursive: true, force: true });

const sum = (pick: (result: FileResult) => number): number => results.reduce((n, r) => n + pick(r), 0);
const failures = results.filter(result => result.failed > 0);
if (failures.length > 0) console.log(`\nFailed: ${failures.map(result => result.file).join(', ')}`);
console.log(`\n${sum(r => r.passed)} passed, ${sum(r => r.failed)} failed, ${sum(r => r.skipped)} skipped`);
process.exitCode = failures.length > 0 || results.length === 0 ? 1 : 0;
