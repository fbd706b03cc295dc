import * as assert from 'uvu/assert';

/**
 * Checks every row of a vector file and prints how many passed. All rows are tried before it fails,
 * so that one run shows everything that is wrong.
 *
 * @param expectedCount - how many rows there must be: a truncated file must not pass
 */
export function checkAllRows<T>(
  what: string,
  rows: readonly T[],
  expectedCount: number,
  nameOf: (row: T) => string,
  check: (row: T) => void,
): void {
  const failures: string[] = [];
  for (const row of rows) {
    try {
      check(row);
    } catch (error) {
      const detail = error instanceof assert.Assertion ? `${error.message}\n${error.details}` : String(error);
      failures.push(`${nameOf(row)}: ${detail}`);
    }
  }
  console.log(`${what}: ${rows.length - failures.length} of ${expectedCount}`);
  assert.is(failures.length, 0, failures.slice(0, 5).join('\n'));
  assert.is(rows.length, expectedCount, `${what}: number of rows`);
}
