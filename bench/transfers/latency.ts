import { BareKoa } from '../support/bare-koa.js';
import { percentile } from '../support/client.js';
import type { LoadedNode } from './loaded-node.js';

const ONE_CONNECTION = { connections: 1, succeeding: 1 };
const CALLS = 3_000;
/** Of the node and of Koa in turn, each of so many. */
const ROUNDS = 5;

export interface Latency {
  readonly method: string;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Its p50 divided by that of Koa alone, which gives the same answer to the same client. */
  readonly toKoa: number;
}

/** How long single callers wait for an answer, one after the other on one connection. */
export async function measureLatencies(node: LoadedNode): Promise<Latency[]> {
  const koa = await BareKoa.start();
  const latencies: Latency[] = [];
  const parameters = {
    getblockcount: [],
    getinfo: [],
    gettxdetail: await node.confirmedTransactions(),
    getaccountinfo: [node.someAccount],
  };
  for (const [method, firsts] of Object.entries(parameters)) {
    latencies.push(await measureMethod(node, koa, method, firsts));
  }
  koa.stop();
  return latencies;
}

async function measureMethod(
  node: LoadedNode,
  koa: BareKoa,
  method: string,
  firsts: readonly string[],
): Promise<Latency> {
  const bodies = Array.from({ length: CALLS }, (_, id) =>
    JSON.stringify({ id, method, params: firsts.length === 0 ? [] : [firsts[id % firsts.length]] }),
  );
  await koa.answerWith(await node.answerTo(bodies[0]!));
  const own: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const part = bodies.slice((round * CALLS) / ROUNDS, ((round + 1) * CALLS) / ROUNDS);
    const { latencies } = await node.send(part, ONE_CONNECTION);
    const bare = await node.send(part, ONE_CONNECTION, koa.port);
    own.push(...latencies);
    ratios.push(percentile(latencies, 0.5) / percentile(bare.latencies, 0.5));
  }
  return { method, p50: percentile(own, 0.5), p99: percentile(own, 0.99), toKoa: percentile(ratios, 0.5) };
}
