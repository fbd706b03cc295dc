import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeReport, type TestReport } from './test-report.js';

/** How the tests of one file have ended. */
export interface TestFileResult {
  readonly file: string;
  readonly ok: boolean;
  /** Everything that they have printed. */
  readonly output: string;
  /** Undefined where the process did not finish. */
  readonly report: TestReport | undefined;
}

export interface TestRunOptions {
  /** Whether lines are counted. */
  readonly coverage: boolean;
  /** Where the process leaves its report. */
  readonly directory: string;
  readonly color: boolean;
}

/** Exit code of Node.js for a process whose modules are still awaiting something. */
const UNFINISHED_CODE = 13;

/** Runs the tests of a file in a process of their own. */
export async function runTestFile(
  file: string,
  index: number,
  options: TestRunOptions,
): Promise<TestFileResult> {
  const reportFile = join(options.directory, `${index}.json`);
  const preload = new URL('./test-process.js', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', preload, resolve(file)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      COIND_TEST_REPORT: reportFile,
      ...(options.coverage && { COIND_TEST_COVERAGE: '1' }),
      FORCE_COLOR: options.color ? '1' : '0',
    },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  const ending = await new Promise<{ code: number | null; signal: string | null }>(
    (resolvePromise, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolvePromise({ code, signal }));
    },
  );
  const note = endingNote(ending);
  return {
    file,
    ok: ending.code === 0,
    output: Buffer.concat(chunks).toString() + note,
    report: reportIn(reportFile),
  };
}

function endingNote({ code, signal }: { code: number | null; signal: string | null }): string {
  if (signal !== null) return `The process was ended by ${signal}.\n`;
  if (code === UNFINISHED_CODE)
    return 'The process ended while a test waited for something that never came.\n';
  return '';
}

function reportIn(file: string): TestReport | undefined {
  try {
    return decodeReport(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
