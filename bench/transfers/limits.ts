import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { BareKoa } from '../support/bare-koa.js';
import { Client, percentile } from '../support/client.js';

const SYNCED_BYTES = 1024;
const SYNCS = 500;
const EMPTY_REQUESTS = 30_000;
const WARM_UP_REQUESTS = 5_000;
const ROUNDS = 3;

/** What can be written and synced one after the other on the disk of a directory: a second, pieces of 1 KiB. */
export function syncsPerSecond(directory: string): number {
  const path = join(directory, 'syncs');
  const file = openSync(path, 'w');
  try {
    const bytes = Buffer.alloc(SYNCED_BYTES, 1);
    const start = performance.now();
    for (let i = 0; i < SYNCS; i++) {
      writeSync(file, bytes);
      fdatasyncSync(file);
    }
    return (SYNCS / (performance.now() - start)) * 1000;
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

/** Empty answers of bare Koa a second to the client that loads nodes; the median of some rounds. */
export async function emptyAnswersPerSecond(connections: number): Promise<number> {
  const koa = await BareKoa.start();
  const client = await Client.start();
  const rate = async (count: number): Promise<number> => {
    const bodies = Array.from({ length: count }, () => '');
    const task = { port: koa.port, credentials: 'user:password', bodies, connections, succeeding: 0 };
    const { milliseconds } = await client.run(task);
    return (count / milliseconds) * 1000;
  };
  await rate(WARM_UP_REQUESTS);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rates.push(await rate(EMPTY_REQUESTS));
  client.stop();
  koa.stop();
  return percentile(rates, 0.5);
}
