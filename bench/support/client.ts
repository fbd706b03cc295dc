import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./client-process.js', import.meta.url));

/** Requests to send, each connection with the next one when the one before is answered. */
export interface ClientTask {
  readonly port: number;
  /** `user:password` */
  readonly credentials: string;
  /** JSON-RPC bodies. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Calls of each body, all of which have to succeed. */
  readonly succeeding: number;
}

export interface ClientReport {
  readonly milliseconds: number;
  /** Of the client, all threads together. */
  readonly processorMilliseconds: number;
  /** Milliseconds of each request. */
  readonly latencies: readonly number[];
  /** Calls that succeeded. */
  readonly successes: number;
  /** The start of a reply in which a call failed. */
  readonly failure: string | undefined;
}

/** A client in a process of its own. */
export class Client {
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#process = child;
  }

  static async start(): Promise<Client> {
    const child = fork(PROGRAM, { serialization: 'advanced' });
    await once(child, 'message');
    return new Client(child);
  }

  /** @throws Error when any call failed */
  async run(task: ClientTask): Promise<ClientReport> {
    this.#process.send(task);
    const [report] = (await once(this.#process, 'message')) as [ClientReport];
    if (report.failure !== undefined) throw new Error(`a call failed: ${report.failure}`);
    return report;
  }

  stop(): void {
    this.#process.disconnect();
  }
}

/** The value below which a part of the values are, such as 0.99 of them. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)]!;
}
