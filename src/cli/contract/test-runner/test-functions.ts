/*
 * `uvu` as the tests of contracts import it: the same `test`, `suite`, `exec` and hooks, run by this program. So it
 * knows each test by name while it runs: one that does not end can be stopped, some can be chosen, results go to any
 * reporter, and files that forget to run their tests are noticed.
 */
import { type SuiteState, TestRun } from './test-run.js';

type Handler = (state: SuiteState) => unknown;

interface HookFunction {
  (handler: Handler): void;
  each(handler: Handler): void;
}

export interface TestFunction {
  (name: string, handler: Handler): void;
  only(name: string, handler: Handler): void;
  skip(name?: string, handler?: Handler): void;
  readonly before: HookFunction;
  readonly after: HookFunction;
  run(): void;
}

/** All of a process: it is made by the process that runs tests, and by the first import otherwise. */
const run = TestRun.ofProcess;

/** Functions that define the tests of a suite; `run` lets them run. */
export function suite(name = '', state: object = {}): TestFunction {
  const defined = run.define(name, state);
  const hook = (all: Handler[], each: Handler[]): HookFunction =>
    Object.assign((handler: Handler) => void all.push(handler), {
      each: (handler: Handler) => void each.push(handler),
    });
  return Object.assign((test: string, handler: Handler) => defined.add(test, handler), {
    only: (test: string, handler: Handler) => defined.add(test, handler, true),
    skip: (test = 'skipped') => defined.skip(test),
    before: hook(defined.before, defined.beforeEach),
    after: hook(defined.after, defined.afterEach),
    run: () => run.start(defined),
  });
}

export const test = suite();

/** Runs what was started at once. */
export const exec = (): Promise<void> => run.execute();
