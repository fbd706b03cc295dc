import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';

/** Its last line: user and system time of the processes that it has waited for. */
const SHELL = ['-c', '"$@" > /dev/null; status=$?; times; exit $status', 'sh'];
const CHILDREN_TIMES = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/;

/** What a process took, from its start to its end. */
export interface CommandTimes {
  readonly milliseconds: number;
  /** In user and system mode, all threads together, in steps of 10 ms. */
  readonly processorMilliseconds: number;
}

/**
 * Runs a command below a shell, which tells its processor time (POSIX `times`).
 * @throws Error when it fails or the shell tells no times
 */
export async function timedCommand(command: string, words: readonly string[]): Promise<CommandTimes> {
  const start = performance.now();
  const child = spawn('/bin/sh', [...SHELL, command, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const milliseconds = performance.now() - start;
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}`);
  const times = CHILDREN_TIMES.exec(output.trim().split('\n').at(-1) ?? '')
    ?.slice(1)
    .map(Number);
  if (times === undefined) throw new Error(`the shell told no times: ${output}`);
  const [userMinutes = 0, userSeconds = 0, systemMinutes = 0, systemSeconds = 0] = times;
  const seconds = (userMinutes + systemMinutes) * 60 + userSeconds + systemSeconds;
  return { milliseconds, processorMilliseconds: seconds * 1000 };
}
