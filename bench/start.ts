/**
 * How long starts take beside the shortest program that Node.js runs, `node -e 1`: a node until its first answer,
 * `coind help`, and a process that imports `coind/testing`. Rounds in turn, medians; by the clock and in processor
 * time. `--starts=` sets how many.
 */
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { NodeProcess, PROGRAM } from '../test/support/nodes/node-process.js';
import { processorMilliseconds } from '../test/support/nodes/process-usage.js';
import type { BenchmarkResult } from './result.js';
import { percentile } from './support/client.js';
import { type CommandTimes, timedCommand } from './support/timed-command.js';
import { volume } from './support/volumes.js';

const ROUNDS = 9;
const TESTING = pathToFileURL(PROGRAM.replace('coind.js', 'testing.js')).href;

/** By the name of the row. */
const STARTS = {
  'node -e 1': () => timedCommand(process.execPath, ['-e', '1']),
  'coind help': () => timedCommand(process.execPath, [PROGRAM, 'help']),
  "import('coind/testing')": () =>
    timedCommand(process.execPath, ['--input-type=module', '-e', `await import('${TESTING}')`]),
  'a node until its first answer': firstAnswer,
} satisfies Record<string, () => Promise<CommandTimes>>;
type Start = keyof typeof STARTS;

export async function run(): Promise<BenchmarkResult> {
  const rounds = volume('starts', ROUNDS);
  const names = Object.keys(STARTS) as Start[];
  const taken = new Map<Start, CommandTimes[]>(names.map(name => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const times = await STARTS[name]();
      // The first round reads the files from the disk.
      if (round > 0) taken.get(name)?.push(times);
    }
  }
  const median = (name: Start, pick: (times: CommandTimes) => number): number =>
    percentile((taken.get(name) ?? []).map(pick), 0.5);
  const wall = (name: Start): number => median(name, times => times.milliseconds);
  const processor = (name: Start): number => median(name, times => times.processorMilliseconds);
  const base: Start = 'node -e 1';
  const ratio = (of: (name: Start) => number, name: Start): number => of(name) / of(base);
  return {
    rows: names.map(name => ({
      what: name,
      ms: Math.round(wall(name)),
      'processor ms': Math.round(processor(name)),
      ratio: Number(ratio(wall, name).toFixed(2)),
      'processor ratio': Number(ratio(processor, name).toFixed(2)),
    })),
    figures: {
      startRatio: ratio(wall, 'a node until its first answer'),
      startProcessorRatio: ratio(processor, 'a node until its first answer'),
      helpRatio: ratio(wall, 'coind help'),
      helpProcessorRatio: ratio(processor, 'coind help'),
      testingImportRatio: ratio(wall, "import('coind/testing')"),
      testingImportProcessorRatio: ratio(processor, "import('coind/testing')"),
    },
  };
}

async function firstAnswer(): Promise<CommandTimes> {
  const start = performance.now();
  const node = await NodeProcess.start();
  await node.call('getblockcount');
  const milliseconds = performance.now() - start;
  const processor = processorMilliseconds(node.pid);
  await node.stop();
  return { milliseconds, processorMilliseconds: processor ?? Number.NaN };
}
