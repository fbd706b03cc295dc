/**
 * What a hostile contract costs this machine for a unit that it pays for, beside a plain loop in the same run:
 * `npm run bench hostile [-- --json]`.
 */
import { SUBJECTS } from './hostile/index.js';
import type { BenchmarkResult } from './result.js';

export async function run(): Promise<BenchmarkResult> {
  const results: BenchmarkResult[] = [];
  for (const subject of SUBJECTS) {
    console.log(`measuring ${subject.name}`);
    results.push(await subject.measure());
  }
  return {
    rows: results.flatMap(({ rows }) => rows),
    figures: Object.assign({}, ...results.map(({ figures }) => figures)) as BenchmarkResult['figures'],
  };
}
