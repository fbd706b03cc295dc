import { failureText } from './failure-text.js';
import type { TestEvent, TestResult } from './test-events.js';

export type SuiteState = Record<string, unknown> & { __suite__: string; __test__: string };
type Handler = (state: SuiteState) => unknown;

interface DefinedTest {
  readonly name: string;
  readonly handler: Handler | undefined;
  readonly isOnly: boolean;
}

/** The tests and hooks of a suite, as far as they are defined. */
export class DefinedSuite {
  readonly before: Handler[] = [];
  readonly after: Handler[] = [];
  readonly beforeEach: Handler[] = [];
  readonly afterEach: Handler[] = [];
  readonly state: SuiteState;
  /** Those that have not been started yet. */
  tests: DefinedTest[] = [];

  constructor(
    readonly name: string,
    state: object,
  ) {
    this.state = Object.assign(state, { __suite__: name, __test__: '' }) as SuiteState;
  }

  add(name: string, handler: Handler, isOnly = false): void {
    this.tests.push({ name, handler, isOnly });
  }

  skip(name: string): void {
    this.tests.push({ name, handler: undefined, isOnly: false });
  }

  /** Forgets what was not started. */
  forget(): void {
    this.tests = [];
    for (const hooks of [this.before, this.after, this.beforeEach, this.afterEach]) hooks.length = 0;
  }
}

interface StartedSuite {
  readonly suite: DefinedSuite;
  readonly tests: readonly DefinedTest[];
  readonly hooks: Pick<DefinedSuite, 'before' | 'after' | 'beforeEach' | 'afterEach'>;
}

export interface TestRunSettings {
  /** Which tests run, by suite and name; default: all. */
  readonly isChosen?: (suite: string, name: string) => boolean;
  /** Whether the first failure is the end. */
  readonly bail?: boolean;
  /** Is told what happens, as it happens. */
  readonly tell?: (event: TestEvent) => void;
  /** Is told before a test begins: to set what random input it gets. */
  readonly prepare?: (suite: string, name: string) => Promise<void>;
  /** Is told how a test has ended; to keep what it takes to fail again. */
  readonly settle?: (result: TestResult, error: unknown) => void;
  /** Writes the row of marks and the sums for people; default: to the standard output. */
  readonly write?: (text: string) => void;
}

const PASSED = '• ';
const FAILED = '✘ ';

/** The run of all tests of a process, in the order in which their suites were started. */
export class TestRun {
  static readonly ofProcess = new TestRun();

  readonly #suites: DefinedSuite[] = [];
  readonly #started: StartedSuite[] = [];
  #settings: TestRunSettings = {};
  #waiting: NodeJS.Immediate | undefined;
  #execution: Promise<void> | undefined;
  #running: string | undefined;

  configure(settings: TestRunSettings): void {
    this.#settings = settings;
  }

  define(name: string, state: object): DefinedSuite {
    const suite = new DefinedSuite(name, state);
    this.#suites.push(suite);
    return suite;
  }

  /** Lets the tests of a suite run when the module that defines them is through. */
  start(suite: DefinedSuite): void {
    const { tests, before, after, beforeEach, afterEach } = suite;
    const hooks = {
      before: before.splice(0),
      after: after.splice(0),
      beforeEach: beforeEach.splice(0),
      afterEach: afterEach.splice(0),
    };
    this.#started.push({ suite, tests, hooks });
    suite.tests = [];
    clearImmediate(this.#waiting);
    this.#waiting = setImmediate(() => void this.execute());
  }

  /** Tests that were defined and not started. */
  get notStarted(): number {
    return this.#suites.reduce((sum, { tests }) => sum + tests.length, 0);
  }

  /** The test or hook that has not ended: the process must not end then. */
  get running(): string | undefined {
    return this.#running;
  }

  /** Runs all that was started. */
  execute(): Promise<void> {
    clearImmediate(this.#waiting);
    this.#execution = this.#executeStarted();
    return this.#execution;
  }

  /** Waits until everything that was started has run. */
  async finish(): Promise<void> {
    await this.#execution;
    while (this.#started.length > 0) await this.execute();
  }

  /** Forgets what was defined: the modules that have done it are run again. */
  forget(): void {
    clearImmediate(this.#waiting);
    this.#started.length = 0;
    this.#execution = undefined;
    for (const suite of this.#suites) suite.forget();
  }

  async #executeStarted(): Promise<void> {
    const begun = performance.now();
    const all: TestResult[] = [];
    let left = 0;
    this.#running = 'the first test';
    for (let started = this.#started.shift(); started !== undefined; started = this.#started.shift()) {
      const only = started.tests.filter(({ isOnly }) => isOnly);
      left += only.length === 0 ? 0 : started.tests.length - only.length;
      if (all.length > 0) this.#write('\n');
      const results = await this.#runSuite(started, only.length === 0 ? started.tests : only);
      all.push(...results);
      if (this.#settings.bail === true && results.some(isFailed)) break;
    }
    this.#running = undefined;
    this.#write(sumText(all, left, performance.now() - begun));
    if (all.some(isFailed)) process.exitCode = 1;
    this.#settings.tell?.({ kind: 'ended', left, defined: this.notStarted });
  }

  async #runSuite({ suite, hooks }: StartedSuite, tests: readonly DefinedTest[]): Promise<TestResult[]> {
    const { name, state } = suite;
    const { isChosen = () => true, bail = false } = this.#settings;
    const chosen = tests.filter(test => isChosen(name, test.name));
    const results: TestResult[] = [];
    const note = (result: TestResult, error?: unknown): void => {
      results.push(result);
      this.#settings.settle?.(result, error);
      this.#settings.tell?.({ kind: 'result', ...result });
    };
    if (chosen.length === 0) return results;
    if (name !== '') this.#write(`${name} `);
    const began = performance.now();
    try {
      await runAll(hooks.before, state);
      for (const test of chosen) {
        if (test.handler === undefined) {
          note({ suite: name, name: test.name, status: 'skipped', milliseconds: 0 });
          continue;
        }
        const { result, error } = await this.#runTest(suite, hooks, test.name, test.handler);
        note(result, error);
        this.#write(isFailed(result) ? FAILED : PASSED);
        if (bail && isFailed(result)) break;
      }
    } catch (error) {
      note(failed(name, 'before all tests', error, began), error);
      this.#write(FAILED);
    }
    state.__test__ = '';
    try {
      await runAll(hooks.after, state);
    } catch (error) {
      note(failed(name, 'after all tests', error, began), error);
      this.#write(FAILED);
    }
    const ran = results.filter(({ status }) => status !== 'skipped');
    this.#write(`  (${ran.filter(each => !isFailed(each)).length} / ${ran.length})\n`);
    for (const { failure } of results) if (failure !== undefined) this.#write(`\n${failure}\n`);
    return results;
  }

  async #runTest(
    { name: suite, state }: DefinedSuite,
    { beforeEach, afterEach }: StartedSuite['hooks'],
    name: string,
    handler: Handler,
  ): Promise<{ readonly result: TestResult; readonly error?: unknown }> {
    state.__test__ = name;
    this.#running = name;
    await this.#settings.prepare?.(suite, name);
    this.#settings.tell?.({ kind: 'begun', suite, name });
    const begun = performance.now();
    let outcome: { readonly result: TestResult; readonly error?: unknown };
    try {
      await runAll(beforeEach, state);
      await handler(state);
      const milliseconds = performance.now() - begun;
      outcome = { result: { suite, name, status: 'passed', milliseconds } };
    } catch (error) {
      outcome = { result: failed(suite, name, error, begun), error };
    }
    try {
      await runAll(afterEach, state);
    } catch (error) {
      // What the test itself has said is the cause.
      if (!isFailed(outcome.result)) outcome = { result: failed(suite, name, error, begun), error };
    }
    return outcome;
  }

  #write(text: string): void {
    const { write = (each: string) => void process.stdout.write(each) } = this.#settings;
    write(text);
  }
}

async function runAll(handlers: readonly Handler[], state: SuiteState): Promise<void> {
  for (const handler of handlers) await handler(state);
}

function isFailed({ status }: TestResult): boolean {
  return status === 'failed';
}

function failed(suite: string, name: string, error: unknown, begun: number): TestResult {
  const milliseconds = performance.now() - begun;
  return { suite, name, status: 'failed', milliseconds, failure: failureText(suite, name, error) };
}

function sumText(results: readonly TestResult[], left: number, milliseconds: number): string {
  const count = (status: TestResult['status']) => results.filter(each => each.status === status).length;
  const skipped = count('skipped');
  return [
    '',
    `  Total:     ${results.length - skipped}`,
    `  Passed:    ${count('passed')}`,
    `  Skipped:   ${skipped + left}`,
    `  Duration:  ${milliseconds.toFixed(2)}ms`,
    '\n',
  ].join('\n');
}
