import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { callAfter } from '../../../config/long-timer.js';
import type { RepeatedRunSettings, RunAnswer, RunMessage, RunRequest } from './repeated-runs.js';

/** How a run has ended. */
export type RunEnding =
  | { readonly kind: 'answer'; readonly answer: RunAnswer }
  /** It was stopped because nothing has happened for too long. */
  | { readonly kind: 'timed-out' }
  /** Its process has ended without an answer. */
  | { readonly kind: 'ended'; readonly how: string };

/** Modules of earlier runs stay in the memory of a process. */
const RUNS_OF_A_PROCESS = 200;
/** Milliseconds that a run has until its first test at least: a contract may have to be compiled. */
const START_LIMIT = 60_000;

/** Runs test files, one after the other, in a process that is started anew where it has to be. */
export class RepeatedTestProcess {
  readonly #settings: RepeatedRunSettings;
  readonly #timeout: number;
  #child: ChildProcess | undefined;
  #runs = 0;

  /** @param timeout - milliseconds without an end of a test after which a run is stopped */
  constructor(settings: RepeatedRunSettings, timeout: number) {
    this.#settings = settings;
    this.#timeout = timeout;
  }

  /** One run at a time. */
  async run(request: RunRequest): Promise<RunEnding> {
    if (this.#runs++ % RUNS_OF_A_PROCESS === 0) this.close();
    const child = this.#start();
    let cancel = (): void => {};
    let release = (): void => {};
    const ending = await new Promise<RunEnding>(resolve => {
      const wait = (limit: number): void => {
        cancel();
        cancel = callAfter(limit, () => resolve({ kind: 'timed-out' }));
      };
      const hear = (message: RunMessage): void => {
        if (message.kind === 'begun') wait(this.#timeout);
        else resolve({ kind: 'answer', answer: message.answer });
      };
      const end = (code: number | null, signal: string | null): void =>
        resolve({ kind: 'ended', how: signal ?? `code ${code}` });
      child.on('message', hear);
      child.on('exit', end);
      release = () => child.off('message', hear).off('exit', end);
      wait(Math.max(this.#timeout, START_LIMIT));
      child.send(request, error => {
        if (error !== null) resolve({ kind: 'ended', how: error.message });
      });
    });
    cancel();
    release();
    if (ending.kind !== 'answer') this.close();
    return ending;
  }

  /** Ends the process; a next run starts another one. */
  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcess {
    if (this.#child?.connected === true) return this.#child;
    this.#child = fork(fileURLToPath(new URL('./repeating-process.js', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      execArgv: [],
      env: {
        ...process.env,
        COIND_REPEATED_RUNS: JSON.stringify(this.#settings),
        FORCE_COLOR: '0',
      },
    });
    return this.#child;
  }
}
