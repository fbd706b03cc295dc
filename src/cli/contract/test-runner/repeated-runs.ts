/* What a program and the process that runs test files for it, again and again, tell each other. */
import type { SourceReplacement } from '../../../testing/source-replacement.js';

/** How such a process is set up; in the variable `COIND_REPEATED_RUNS`. */
export interface RepeatedRunSettings {
  /** Whether the lines that each test reaches are noted. */
  readonly coverage: boolean;
  /** The seed of random input: the same for all runs, so that only what was changed can make a difference. */
  readonly seed: number;
}

/** A run of a test file. */
export interface RunRequest {
  readonly file: string;
  /** Which tests run, by {@link testKey}; undefined for all. */
  readonly tests: readonly string[] | undefined;
  /** Whether the first failure is the end. */
  readonly bail: boolean;
  readonly replacement: SourceReplacement | undefined;
}

/** Lines by file, as messages show it. */
export type ReachedLines = Readonly<Record<string, readonly number[]>>;

/** A test that has run, or what is outside of tests: the module itself and its hooks. */
export interface RepeatedTest {
  readonly key: string;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly failure: string | undefined;
  /** The lines of contracts that it has reached; empty where that is not noted. */
  readonly lines: ReachedLines;
}

/** What a run has shown. */
export interface RunAnswer {
  readonly tests: readonly RepeatedTest[];
  /** Lines that were reached outside of tests. */
  readonly setUpLines: ReachedLines;
  /** All lines that can be reached, where they are noted. */
  readonly allLines: ReachedLines;
  /** SHA-256 of every module that was compiled, by file. */
  readonly modules: Readonly<Record<string, string>>;
  /** What the compiler says of a source that cannot be built. */
  readonly buildError: string | undefined;
}

/** From the process: a test has begun, or the run has ended. */
export type RunMessage = { readonly kind: 'begun' } | { readonly kind: 'ended'; readonly answer: RunAnswer };

/** Names a test within its file. */
export function testKey(suite: string, name: string): string {
  return JSON.stringify([suite, name]);
}
