import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How long a program may take to end after it was told to. */
const GRACE_MS = 3000;

/** How a program has ended, and what it has printed. */
export interface EndedProgram {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it printed, what was meant for errors included where that was asked for. */
  readonly output: string;
}

/** Runs programs, one at a time, so that each can be ended with all the processes that it has started. */
export class ProcessGroup {
  #running: ChildProcess | undefined;
  #isStopped = false;

  /**
   * Runs a program to its end.
   * @param errors - whether what it prints for errors is passed on, or belongs to its output
   * @throws Error if it cannot be started, or `stop` was called before
   */
  async run(
    program: string,
    words: readonly string[],
    options: {
      readonly cwd: string;
      readonly env?: NodeJS.ProcessEnv;
      readonly errors: 'pass on' | 'collect';
    },
  ): Promise<EndedProgram> {
    if (this.#isStopped) throw new Error(`${program} was not started: it was to end before`);
    const { cwd, env = process.env, errors } = options;
    // A group of its own: a signal from the terminal does not reach it, a signal of this program reaches all of it.
    const child = spawn(program, words, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', errors === 'collect' ? 'pipe' : 'inherit'],
    });
    this.#running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    try {
      const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      return { code, signal, output };
    } finally {
      this.#running = undefined;
    }
  }

  /** Ends what is running and waits for it; nothing runs from now on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#running;
    if (child?.pid === undefined) return;
    const { pid } = child;
    const ended = once(child, 'close');
    signalGroup(pid, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
    await ended;
    clearTimeout(timer);
    // What has outlived the first process of the group.
    signalGroup(pid, 'SIGKILL');
  }
}

/** Signals all processes of a group; a group that has ended by itself needs no signal. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
