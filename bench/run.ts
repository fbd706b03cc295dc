/**
 * `npm run bench NAME… [-- [--against COMMIT] [--rounds N] [--json]]`: runs benchmarks of this folder. A
 * benchmark is a module with a function `run()` that returns what it measured; this file prints it as a
 * table, and with `--json` as one JSON object on the last line.
 *
 * Several are run in turn, each in a process of its own; `--against` runs those of another commit in turn
 * with them and prints both and their ratio. See docs/testing.md, "Benchmarks".
 */
import { readdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkResult } from './result.js';
import { type BenchRequest, BenchUsageError, benchRequest, benchUsage } from './runner/arguments.js';
import { runSession } from './runner/session.js';

const NOT_A_BENCHMARK = new Set(['run', 'result']);
const names = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.js'))
  .map(file => file.slice(0, -'.js'.length))
  .filter(name => !NOT_A_BENCHMARK.has(name))
  .sort();

function requested(): BenchRequest {
  try {
    return benchRequest(process.argv.slice(2), process.env, names);
  } catch (error) {
    if (!(error instanceof BenchUsageError)) throw error;
    console.error(`${error.message}\n${benchUsage(names)}`);
    process.exit(1);
  }
}

async function runHere(name: string): Promise<BenchmarkResult['figures']> {
  const { run } = (await import(join(import.meta.dirname, `${name}.js`))) as {
    run(): Promise<BenchmarkResult>;
  };
  console.log(
    `${name}: Node.js ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}`,
  );
  const result = await run();
  console.table(result.rows);
  return result.figures;
}

const request = requested();
const [first, ...others] = request.names;
const alone = others.length === 0 && request.against === undefined && request.rounds === 1;
try {
  const figures = alone && first !== undefined ? await runHere(first) : await runSession(request);
  if (request.json) console.log(JSON.stringify(figures));
} catch (error) {
  // What fails within a benchmark is shown with its stack; the runner's own errors say all in their message.
  if (alone || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
