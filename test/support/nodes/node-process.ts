import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cookiePath } from '../../../src/config/cookie.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { RpcClient } from './rpc-client.js';

/** The program as it was compiled together with this file. */
export const PROGRAM = fileURLToPath(new URL('../../../program/coind.js', import.meta.url));

const ANSWERING = /^JSON-RPC on (http:\/\/127\.0\.0\.1:(\d+)\/)/m;
/** Ends a node whose test process was killed: its standard input has ended then. Workers load this too. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  `import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume().unref();`,
)}`;
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Whether this process may end before a node does: so a test that has failed half-way ends, and its node with it. */
function setAwaited(child: ChildProcess, awaited: boolean): void {
  for (const handle of [child, ...(child.stdio as unknown as Socket[])]) {
    if (awaited) handle.ref();
    else handle.unref();
  }
}

/** Starts the program on a free port. */
function begin(
  directory: string,
  switches: readonly string[],
  [program, ...first]: readonly [string, ...string[]],
  copy: string,
): ChildProcessWithoutNullStreams {
  const words = [`-datadir=${directory}`, '-rpcbind=127.0.0.1:0', ...switches];
  const child = spawn(program, [...first, '--import', END_WITH_PARENT, copy, ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export interface NodeProcessOptions {
  /** A data directory that outlives the process; without it a new one. */
  readonly directory?: string;
  /** Further words of the command line. */
  readonly switches?: readonly string[];
  /** A program with its first arguments that runs what follows them; default: this Node.js. */
  readonly command?: readonly [string, ...string[]];
  /** Path of another compiled copy of the program. */
  readonly copy?: string;
}

/** A node in a process of its own, as a user runs it, and a client that talks to it. */
export class NodeProcess extends RpcClient {
  private constructor(
    readonly directory: string,
    readonly port: number,
    private readonly child: ChildProcess,
    private readonly output: () => string,
    endpoint: string,
    credentials: string,
  ) {
    super(endpoint, credentials);
  }

  /** Starts a development network on a free port, and waits until it answers. @throws Error with its output */
  static async start({
    directory = temporaryDirectory(),
    switches = [],
    command: [program, ...first] = [process.execPath],
    copy = PROGRAM,
  }: NodeProcessOptions = {}) {
    const child = begin(directory, switches, [program, ...first], copy);
    let text = '';
    const [endpoint, port] = await new Promise<[string, number]>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        text += chunk;
        const match = ANSWERING.exec(text);
        if (match) resolve([match[1]!, Number(match[2])]);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', code => reject(new Error(`the node ended with code ${code}:\n${text}`)));
    });
    setAwaited(child, false);
    const credentials = readFileSync(cookiePath(join(directory, 'regtest')), 'utf8');
    return new NodeProcess(directory, port, child, () => text, endpoint, credentials);
  }

  /**
   * Starts a node and kills it, whether it answers by then or not.
   * @param meanwhile - gets the id of the process, which is killed when it resolves
   * @returns what `meanwhile` returned
   */
  static async startAndKill<T>(
    { directory = temporaryDirectory(), switches = [] }: NodeProcessOptions,
    meanwhile: (pid: number) => Promise<T>,
  ): Promise<T> {
    const child = begin(directory, switches, [process.execPath], PROGRAM);
    child.stdout.resume();
    child.stderr.resume();
    const ended = once(child, 'close');
    try {
      return await meanwhile(child.pid!);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }

  /** Of the operating system. */
  get pid(): number {
    return this.child.pid!;
  }

  /** Whether the process has ended by a signal. */
  get wasKilled(): boolean {
    return this.child.signalCode !== null;
  }

  /** What the node has printed so far. */
  get printed(): string {
    return this.output();
  }

  /** Ends the process without any warning, as a loss of power would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the process to end, and waits until it has. @throws Error when it does not end in good order */
  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const code = await this.#end(signal);
    if (code !== 0) throw new Error(`the node ended with code ${code}:\n${this.printed}`);
  }

  /** Sends a signal that does not end the process. */
  signal(signal: 'SIGHUP'): void {
    this.child.kill(signal);
  }

  /** Waits for an end that somebody else has asked for. @returns the exit code */
  async ended(): Promise<number | null> {
    setAwaited(this.child, true);
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  /** Runs the program as the client of this node. */
  client(...words: string[]): Promise<ProgramRun> {
    return runProgram(`-datadir=${this.directory}`, `-rpcport=${this.port}`, ...words);
  }

  #end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }
}

export interface ProgramRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program and waits for its end. */
export async function runProgram(...words: string[]): Promise<ProgramRun> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  await once(child, 'close');
  running.delete(child);
  return { code: child.exitCode, output, errors };
}
