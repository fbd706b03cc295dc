import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { NodeProcess, PROGRAM } from '../support/nodes/node-process.js';
import { scaled } from '../support/random/scale.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * How long a user waits. The figures are printed for a person to judge: a test that asserted times
 * would fail on a busy machine and say nothing about the program.
 */

const TRANSFERS = scaled(2_000, 100_000);
const RUNS = scaled(2, 7);
/** Transfers in a request, and requests in a block. */
const BATCH = 500;
const BATCHES_IN_BLOCK = 4;
const SENDERS = Array.from({ length: 10 }, (_, i) => `0-${13 + i}`);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}

/** The time that a program takes from its start to its end. */
function timeOf(...words: string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.equal([status, stderr], [0, '']);
  return performance.now() - started;
}

/** The time from the start of the process to its first answer. */
async function firstAnswer(
  directory: string,
): Promise<{ readonly time: number; readonly node: NodeProcess }> {
  const started = performance.now();
  const node = await NodeProcess.start({ directory, switches: ['-mining=manual'] });
  await node.call('getblockcount');
  return { time: performance.now() - started, node };
}

test('help ends well every time; measured beside a program that does nothing', () => {
  const [nothing, help]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    nothing.push(timeOf('-e', '1'));
    help.push(timeOf(PROGRAM, 'help'));
  }
  const more = median(help) - median(nothing);
  console.log(
    `coind help: ${milliseconds(median(help))}, node -e 1: ${milliseconds(median(nothing))}, difference ${milliseconds(more)}`,
  );
});

test('start to first answer with an empty directory', async () => {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { time, node } = await firstAnswer(temporaryDirectory());
    times.push(time);
    assert.is(await node.call('getblockcount'), 1);
    await node.kill();
  }
  console.log(`first answer on an empty directory: ${milliseconds(median(times))}`);
});

test('start to first answer after many transfers and a kill -9', async () => {
  const directory = temporaryDirectory();
  const { node } = await firstAnswer(directory);
  const started = performance.now();
  for (let sent = 0, batches = 0; sent < TRANSFERS; ) {
    const count = Math.min(BATCH, TRANSFERS - sent);
    const calls = Array.from({ length: count }, (_, i) => ({
      method: 'submitsendtx',
      params: [SENDERS[(sent + i) % SENDERS.length]!, EXAMPLE.alice, 10_000, 10_000, `${sent + i}`],
    }));
    for (const { error } of await node.batch(calls)) assert.is(error, null);
    sent += count;
    batches++;
    if (batches % BATCHES_IN_BLOCK === 0 || sent === TRANSFERS) await node.call('generate', 1);
  }
  const height = await node.call<number>('getblockcount');
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  await node.kill();

  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { time, node: again } = await firstAnswer(directory);
    times.push(time);
    assert.is(await again.call('getblockcount'), height);
    const { confirmed_tx: confirmed } = await again.call<{ confirmed_tx: string[] }>('listtx');
    assert.is(confirmed.length, TRANSFERS);
    await again.kill();
  }
  console.log(
    `first answer after ${TRANSFERS} transfers (${seconds} s to make) and a kill -9: ${milliseconds(times[0]!)}, ` +
      `again ${milliseconds(median(times.slice(1)))}`,
  );
});

test.run();
