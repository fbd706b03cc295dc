/** What a process that runs tests is told, in the variable `COIND_TEST`. */
export interface TestProcessSettings {
  /** Where its report is written. */
  readonly report: string;
  /** Whether lines are counted. */
  readonly coverage: boolean;
  /** Which tests run: a text in `suite name`, or a regular expression between slashes. */
  readonly filter: string | undefined;
  readonly bail: boolean;
  /** Whether it prints the row of marks and the sums; a reporter that others read does without. */
  readonly marks: boolean;
  /** The seed of random input; default: another one each time, or that with which a test failed last. */
  readonly seed: number | undefined;
  /** Seeds of tests that have failed, by {@link seedKey}. */
  readonly seeds: Readonly<Record<string, number>>;
  /** The file of the tests, as it was named. */
  readonly file: string;
}

/** Under what the seed of a test is kept. */
export function seedKey(file: string, suite: string, name: string): string {
  return [file, suite, name].filter(part => part !== '').join(' > ');
}

/** Whether a test is one of those that a filter names. */
export function isChosenBy(filter: string | undefined): (suite: string, name: string) => boolean {
  if (filter === undefined) return () => true;
  const expression = /^\/(.*)\/(i?)$/.exec(filter);
  if (expression === null) return (suite, name) => `${suite} ${name}`.includes(filter);
  const pattern = new RegExp(expression[1]!, expression[2]);
  return (suite, name) => pattern.test(`${suite} ${name}`.trim());
}
