/**
 * `npm run bench <name> [-- --json]`: runs one benchmark of this folder. A benchmark is a module
 * with a function `run()` that returns what it measured; this file prints it as a table, and with
 * `--json` as one JSON object on the last line.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkResult } from './result.js';

const NOT_A_BENCHMARK = new Set(['run', 'result']);
const names = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.js'))
  .map(file => file.slice(0, -'.js'.length))
  .filter(name => !NOT_A_BENCHMARK.has(name))
  .sort();

const [name] = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run bench <name> [-- --json]\nbenchmarks: ${names.join(', ')}`);
  process.exit(1);
}

const { run } = (await import(join(import.meta.dirname, `${name}.js`))) as {
  run(): Promise<BenchmarkResult>;
};
console.log(
  `${name}: Node.js ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}`,
);
const result = await run();
console.table(result.rows);
if (process.argv.includes('--json')) console.log(JSON.stringify(result.figures));
