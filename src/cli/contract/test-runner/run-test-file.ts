import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { callAfter } from '../../../config/long-timer.js';
import { EVENT_DESCRIPTOR, type TestEvent, type TestResult } from './test-events.js';
import type { TestProcessSettings } from './test-process-settings.js';
import { decodeReport, type TestReport } from './test-report.js';

/** How the tests of one file have ended. */
export interface TestFileResult {
  readonly file: string;
  readonly ok: boolean;
  /** Everything that they have printed. */
  readonly output: string;
  /** In order, those that have ended. */
  readonly results: readonly TestResult[];
  /** What is wrong with the file as a whole: it has no tests, did not end, or others. */
  readonly problem: string | undefined;
  /** Tests that a filter has left out are no reason to complain that none ran. */
  readonly isFiltered: boolean;
  /** Undefined where the process did not finish. */
  readonly report: TestReport | undefined;
}

export interface TestRunOptions {
  /** What the process is told; its report is added. */
  readonly settings: Omit<TestProcessSettings, 'report'>;
  /** Where the process leaves its report. */
  readonly directory: string;
  readonly color: boolean;
  /** Milliseconds that a test, or the file before its first and after its last one, may take. */
  readonly timeout: number;
  /** Whether `only` may stay in a file. */
  readonly allowsOnly: boolean;
  /** Ends the process when the run is given up. */
  readonly signal: AbortSignal;
}

/** Milliseconds that a file has until its first test at least. */
const START_LIMIT = 60_000;
/** Exit code of Node.js for a process whose modules are still awaiting something. */
const UNFINISHED_CODE = 13;

interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Runs the tests of a file in a process of their own. */
export async function runTestFile(
  file: string,
  index: number,
  options: TestRunOptions,
): Promise<TestFileResult> {
  const reportFile = join(options.directory, `${index}.json`);
  const preload = new URL('./test-process.js', import.meta.url).href;
  const settings: TestProcessSettings = { ...options.settings, report: reportFile };
  const child = spawn(process.execPath, ['--import', preload, resolve(file)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      COIND_TEST: JSON.stringify(settings),
      FORCE_COLOR: options.color ? '1' : '0',
    },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  const watch = new TestWatch(child, options.timeout);
  const stop = (): boolean => child.kill('SIGKILL');
  options.signal.addEventListener('abort', stop, { once: true });
  const ending = await new Promise<Ending>((resolvePromise, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolvePromise({ code, signal }));
  });
  options.signal.removeEventListener('abort', stop);
  watch.close();
  const isFiltered = settings.filter !== undefined;
  const problem = options.signal.aborted
    ? 'The run was given up.'
    : (watch.expired ?? problemOf(ending, watch, isFiltered, options.allowsOnly));
  const results = watch.stopped === undefined ? watch.results : [...watch.results, watch.stopped];
  return {
    file,
    ok: ending.code === 0 && problem === undefined,
    output: Buffer.concat(chunks).toString(),
    results,
    problem,
    isFiltered,
    report: reportIn(reportFile),
  };
}

/** Follows the tests of a process, and ends it when one of them takes too long. */
class TestWatch {
  readonly results: TestResult[] = [];
  ended: (TestEvent & { kind: 'ended' }) | undefined;
  /** Why the process was ended. */
  expired: string | undefined;
  /** The test that was stopped. */
  stopped: TestResult | undefined;
  #running: { readonly suite: string; readonly name: string } | undefined;
  #hasBegun = false;
  #cancel: () => void = () => {};

  constructor(
    private readonly child: ChildProcess,
    private readonly timeout: number,
  ) {
    const events = child.stdio[EVENT_DESCRIPTOR] as Readable;
    createInterface({ input: events }).on('line', line => this.#note(JSON.parse(line) as TestEvent));
    this.#restart();
  }

  close(): void {
    this.#cancel();
  }

  #note(event: TestEvent): void {
    if (this.expired !== undefined) return;
    this.#hasBegun = true;
    this.#restart();
    this.#running = event.kind === 'begun' ? event : undefined;
    if (event.kind === 'result') this.results.push(event);
    if (event.kind === 'ended') this.ended = event;
  }

  /** A process that is starting has not begun a test: what it takes depends on the machine. */
  get #limit(): number {
    return this.#hasBegun ? this.timeout : Math.max(this.timeout, START_LIMIT);
  }

  #restart(): void {
    this.#cancel();
    this.#cancel = callAfter(this.#limit, () => this.#expire());
  }

  #expire(): void {
    const running = this.#running;
    const limit = `${this.#limit} ms (--timeout)`;
    if (running !== undefined) {
      const name = `${running.suite === '' ? '' : `${running.suite} `}"${running.name}"`;
      this.expired = `The test ${name} did not end within ${limit} and was stopped.`;
      const { suite, name: test } = running;
      const ofTest = { suite, name: test, milliseconds: this.timeout };
      this.stopped = { ...ofTest, status: 'failed', failure: this.expired };
    } else if (this.ended !== undefined) {
      this.expired = `All tests have ended, but the process did not within ${limit}: something is still open.`;
    } else {
      const last = this.results.at(-1)?.name;
      const place = last === undefined ? 'before its first test' : `after the test "${last}", in a hook`;
      this.expired = `The file did not go on within ${limit} ${place} and was stopped.`;
    }
    this.child.kill('SIGKILL');
  }
}

/** What is wrong with a file whose process has ended by itself. */
function problemOf(
  { code, signal }: Ending,
  { results, ended }: TestWatch,
  isFiltered: boolean,
  allowsOnly: boolean,
): string | undefined {
  if (signal !== null) return `The process was ended by ${signal}.`;
  if (code === UNFINISHED_CODE) return 'The process ended while a test waited for something that never came.';
  if (ended === undefined || results.length === 0) {
    if (code !== 0) return undefined;
    if (ended !== undefined && isFiltered) return undefined;
    return 'The file ran no tests: it has none, or does not end with test.run().';
  }
  if (ended.defined > 0) {
    return `${ended.defined} of the tests of the file were never run: test.run() is missing behind them.`;
  }
  if (ended.left > 0 && !allowsOnly) {
    return `${ended.left} of the tests of the file were left out by test.only, which was left in (--allow-only).`;
  }
  return undefined;
}

function reportIn(file: string): TestReport | undefined {
  try {
    return decodeReport(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
