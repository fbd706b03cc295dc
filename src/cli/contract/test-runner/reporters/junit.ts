import { escapedXml } from '../escaped-xml.js';
import type { TestFileResult } from '../run-test-file.js';
import type { TestResult } from '../test-events.js';
import { fullName, type Reporter } from './reporter.js';
import { fileProblem } from './tap.js';

/** XML in the form of JUnit, which continuous integration reads: a suite for each file. */
export function junitReporter(): Reporter {
  return {
    marks: false,
    file: () => '',
    end: ({ results }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${results.map(suiteXml).join('')}</testsuites>\n`,
  };
}

function suiteXml(result: TestFileResult): string {
  const { file, results, output } = result;
  const problem = fileProblem(result);
  const count = (status: TestResult['status']) => results.filter(each => each.status === status).length;
  const cases = results.map(each => caseXml(file, each));
  if (problem !== undefined) {
    const failed = {
      suite: '',
      name: 'the file',
      status: 'failed',
      milliseconds: 0,
      failure: problem,
    } as const;
    cases.push(caseXml(file, failed));
  }
  const attributes = [
    `name="${escapedXml(file)}"`,
    `tests="${cases.length}"`,
    `failures="${count('failed') + (problem === undefined ? 0 : 1)}"`,
    `skipped="${count('skipped')}"`,
    `time="${seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0))}"`,
  ];
  const printed = output.trim() === '' ? '' : `    <system-out>${escapedXml(output)}</system-out>\n`;
  return `  <testsuite ${attributes.join(' ')}>\n${cases.join('')}${printed}  </testsuite>\n`;
}

function caseXml(file: string, result: TestResult): string {
  const { status, milliseconds, failure = '' } = result;
  const name = escapedXml(fullName(result));
  const head = `    <testcase classname="${escapedXml(file)}" name="${name}" time="${seconds(milliseconds)}"`;
  if (status === 'passed') return `${head}/>\n`;
  if (status === 'skipped') return `${head}><skipped/></testcase>\n`;
  const [first = ''] = failure.trim().split('\n', 1);
  const content = `<failure message="${escapedXml(first.trim())}">${escapedXml(failure)}</failure>`;
  return `${head}>${content}</testcase>\n`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
