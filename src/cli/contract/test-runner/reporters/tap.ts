import type { TestFileResult } from '../run-test-file.js';
import { fullName, type Reporter } from './reporter.js';

/** The Test Anything Protocol, version 13: a line for each test, the plan at the end. */
export function tapReporter(): Reporter {
  let count = 0;
  let begun = false;
  const point = (isOk: boolean, name: string, directive = ''): string =>
    `${isOk ? 'ok' : 'not ok'} ${++count} - ${escaped(name)}${directive}\n`;
  return {
    marks: false,
    file(result) {
      const head = begun ? '' : 'TAP version 13\n';
      begun = true;
      const tests = result.results.map(each => {
        const isOk = each.status !== 'failed';
        const text = point(
          isOk,
          `${result.file}: ${fullName(each)}`,
          each.status === 'skipped' ? ' # SKIP' : '',
        );
        return isOk ? text : text + diagnosis(each.failure ?? '');
      });
      const problem = fileProblem(result);
      if (problem !== undefined) tests.push(point(false, result.file) + diagnosis(problem));
      return head + comments(result.output) + tests.join('');
    },
    end: () => `${begun ? '' : 'TAP version 13\n'}1..${count}\n`,
  };
}

/** What is wrong with a file besides its tests that have failed. */
export function fileProblem({ ok, problem, results, output }: TestFileResult): string | undefined {
  if (ok || problem !== undefined) return problem;
  return results.some(({ status }) => status === 'failed')
    ? undefined
    : output.trim() || 'The process failed.';
}

/** `#` begins a directive, and a backslash escapes it. */
function escaped(name: string): string {
  return name.replace(/[\\#]/g, '\\$&').replace(/\s+/g, ' ');
}

function diagnosis(text: string): string {
  return `  ---\n  message: |\n${text.trimEnd().replace(/^/gm, '    ')}\n  ...\n`;
}

function comments(output: string): string {
  return output.trim() === '' ? '' : `${output.trimEnd().replace(/^/gm, '# ')}\n`;
}
