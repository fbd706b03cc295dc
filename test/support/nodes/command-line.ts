import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../program/coind.js', import.meta.url));

/** How the program has ended. */
export interface ProgramRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program `coind` in a folder, as a user does. @param input - what it reads from its terminal */
export async function runCoind(directory: string, words: readonly string[], input = ''): Promise<ProgramRun> {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: directory, env: withoutTestSettings() });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, errors };
}

/** Settings of the process that runs these tests are none of the user's. */
function withoutTestSettings(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, ...environment } = process.env;
  return { ...environment, FORCE_COLOR: '0' };
}
