import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figures } from './figures.js';

/** How long a benchmark may take to end after it was told to. */
const GRACE_MS = 3000;

/** Runs benchmarks, each in a process of its own, one after the other. */
export class BenchmarkProcesses {
  #running: ChildProcess | undefined;

  /**
   * Runs one benchmark of a checkout and passes on what it prints.
   * @returns its figures
   * @throws Error if it fails, or does not report figures
   */
  async run(folder: string, name: string): Promise<Figures> {
    const program = join(folder, 'dist', 'bench', 'run.js');
    // In a group of its own: it is ended with all processes that it has started, and by nobody else.
    const child = spawn(process.execPath, [program, name, '--json'], {
      cwd: folder,
      detached: true,
      env: withoutNpmOptions(process.env),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#running = child;
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    this.#running = undefined;
    const lines = output.trimEnd().split('\n');
    const last = lines.pop() ?? '';
    if (code !== 0) {
      throw new Error(`benchmark ${name} of ${folder} failed (${signal ?? `exit code ${code}`})\n${output}`);
    }
    console.log(lines.join('\n'));
    return figuresOf(name, last);
  }

  /** Ends what is running, with all its own processes. */
  async stop(): Promise<void> {
    const child = this.#running;
    if (child?.pid === undefined) return;
    const { pid } = child;
    const ended = once(child, 'close');
    killGroup(pid, 'SIGTERM');
    const timer = setTimeout(() => killGroup(pid, 'SIGKILL'), GRACE_MS);
    await ended;
    clearTimeout(timer);
  }
}

/** Signals all processes of a group; one that has ended by itself needs no signal. */
function killGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function figuresOf(name: string, line: string): Figures {
  try {
    return JSON.parse(line) as Figures;
  } catch (cause) {
    throw new Error(`benchmark ${name} ended without figures: ${line}`, { cause });
  }
}

/** npm's options are for the runner: a benchmark of it would read them again. */
function withoutNpmOptions(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = new Set(['npm_config_against', 'npm_config_rounds', 'npm_config_json']);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.has(name)));
}
