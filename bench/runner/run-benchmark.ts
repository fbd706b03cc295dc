import { join } from 'node:path';
import type { Figures } from './figures.js';
import type { ProcessGroup } from './process-group.js';

/**
 * Runs one benchmark of a checkout in a process of its own and prints what it prints.
 * @param volumes - options that it is given, such as `--transfers=1000`
 * @returns its figures
 * @throws Error if it fails, or does not report figures
 */
export async function runBenchmark(
  processes: ProcessGroup,
  folder: string,
  name: string,
  volumes: readonly string[],
): Promise<Figures> {
  const program = join(folder, 'dist', 'bench', 'run.js');
  const { code, signal, output } = await processes.run(
    process.execPath,
    [program, name, '--json', ...volumes],
    {
      cwd: folder,
      env: withoutNpmOptions(process.env),
      errors: 'pass on',
    },
  );
  if (code !== 0) {
    throw new Error(`benchmark ${name} of ${folder} failed (${signal ?? `exit code ${code}`})\n${output}`);
  }
  const lines = output.trimEnd().split('\n');
  const last = lines.pop() ?? '';
  console.log(lines.join('\n'));
  try {
    return JSON.parse(last) as Figures;
  } catch (cause) {
    throw new Error(`benchmark ${name} of ${folder} ended without figures: ${last}`, { cause });
  }
}

/** npm's options are for the runner: a benchmark would read them again. */
function withoutNpmOptions(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = new Set(['npm_config_against', 'npm_config_rounds', 'npm_config_json']);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.has(name)));
}
