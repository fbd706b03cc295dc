import type { TestFileResult } from '../run-test-file.js';
import type { TestReport } from '../test-report.js';

/** What the tests of all files have shown. */
export interface TestSummary {
  readonly results: readonly TestFileResult[];
  readonly report: TestReport;
}

/** Writes results for people or for programs. */
export interface Reporter {
  /** Whether the processes print the row of marks themselves. */
  readonly marks: boolean;
  /** The tests of a file have ended. @returns what is printed */
  file(result: TestFileResult): string;
  /** All have ended. @returns what is printed */
  end(summary: TestSummary): string;
}

/** A name that distinguishes a test within its file. */
export function fullName({ suite, name }: { readonly suite: string; readonly name: string }): string {
  return suite === '' ? name : `${suite} ${name}`;
}
