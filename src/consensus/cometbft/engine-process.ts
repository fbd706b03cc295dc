import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lines of the engine that are told when it has ended by itself. */
const LAST_LINES = 12;
/** How often the engine is started again within the time below; more often than that it cannot help. */
const MOST_RESTARTS = 5;
const RESTARTS_MILLISECONDS = 60_000;
/** Milliseconds between its end and its next start: a socket or a lock may still be held. */
const PAUSE_MILLISECONDS = 1_000;
/** Milliseconds that the engine has to end in good order. */
const END_MILLISECONDS = 10_000;
/**
 * What the engine logs when the others have agreed on a block that it cannot go on with. It takes no further part in
 * consensus then, but it does not end. A block that is only proposed is refused without these words.
 */
const CONSENSUS_FAILURE = 'CONSENSUS FAILURE!!!';
/** In the line of such a failure: the state after the block before is another one here. */
const OTHER_STATE = /wrong Block\.Header\.AppHash/;

export interface EngineProcessParts {
  /** The engine's program: a name that is looked for in PATH, or a path. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly log: EngineLog;
  /** The engine has ended too often, or cannot be started at all: the node can do nothing without it. */
  readonly onGivenUp: (error: Error) => void;
}

export interface EngineLog {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
}

/** Runs the engine beside the node: it starts and ends with it, and when it ends by itself, it is started again. */
export class EngineProcess {
  readonly #parts: EngineProcessParts;
  #child: ChildProcess | undefined;
  /** Resolves when the engine is not going to be started any more. */
  #running: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  /** When it has ended by itself, milliseconds. */
  readonly #ends: number[] = [];

  constructor(parts: EngineProcessParts) {
    this.#parts = parts;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends the engine, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    child?.kill('SIGTERM');
    const timer = setTimeout(() => child?.kill('SIGKILL'), END_MILLISECONDS);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const end = await this.#once();
      if (signal.aborted) return;
      if (end.failure !== undefined) {
        this.#parts.onGivenUp(new Error(failureText(end.failure)));
        return;
      }
      const now = performance.now();
      this.#ends.push(now);
      const recent = this.#ends.filter(time => now - time < RESTARTS_MILLISECONDS);
      if (end.cannotStart || recent.length > MOST_RESTARTS) {
        this.#parts.onGivenUp(new Error(end.message));
        return;
      }
      this.#parts.log.warn(`${end.message}\nIt is started again`);
      await sleep(PAUSE_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs the engine until it ends. */
  #once(): Promise<{
    readonly message: string;
    readonly cannotStart: boolean;
    /** The line by which it has said that it cannot agree with the others. */
    readonly failure?: string | undefined;
  }> {
    const { program, log } = this.#parts;
    const last: string[] = [];
    let failure: string | undefined;
    const child = spawn(program, this.#parts.arguments, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', line => {
        last.push(line);
        if (last.length > LAST_LINES) last.shift();
        log.debug(line);
        if (failure !== undefined || !line.includes(CONSENSUS_FAILURE)) return;
        failure = line;
        child.kill('SIGTERM');
      });
    }
    return new Promise(resolve => {
      child.once('error', error => {
        const help = `CometBFT v0.38 is to be in PATH, or named by -cometbft=PATH (docs/network.md says how to install it)`;
        const message = `the consensus engine ${program} cannot be started: ${error.message}; ${help}`;
        resolve({ message, cannotStart: true });
      });
      child.once('close', (code, signal) => {
        const how = signal === null ? `with code ${code}` : `by ${signal}`;
        const message = `the consensus engine has ended ${how}; its last lines:\n${last.join('\n')}`;
        resolve({ message, cannotStart: false, failure });
      });
    });
  }
}

/** @param line - of the engine */
function failureText(line: string): string {
  if (!OTHER_STATE.test(line)) return `the consensus engine cannot go on with what was agreed: ${line}`;
  return (
    `the other validators have another state than this node, which must not go on with it: ${line}\n` +
    'The state after the block before is the one that differs. Start the node without an engine (-cometbft=): coind ' +
    'network compare shows the first key that differs (docs/network.md, "When something ends")'
  );
}
