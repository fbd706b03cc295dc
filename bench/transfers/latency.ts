import { percentile } from '../support/client.js';
import type { LoadedNode } from './loaded-node.js';

const CALLS = 3_000;

export interface Latency {
  readonly method: string;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** How long single callers wait for an answer, one after the other on one connection. */
export async function measureLatencies(node: LoadedNode): Promise<Latency[]> {
  const txids = await node.confirmedTransactions();
  const bodies = {
    getblockcount: [],
    getinfo: [],
    gettxdetail: txids,
  };
  const latencies: Latency[] = [];
  for (const [method, firstParameters] of Object.entries(bodies)) {
    const requests = Array.from({ length: CALLS }, (_, id) => {
      const params = firstParameters.length === 0 ? [] : [firstParameters[id % firstParameters.length]];
      return JSON.stringify({ id, method, params });
    });
    const report = await node.send(requests, { connections: 1, succeeding: 1 });
    latencies.push({
      method,
      p50: percentile(report.latencies, 0.5),
      p99: percentile(report.latencies, 0.99),
    });
  }
  return latencies;
}
