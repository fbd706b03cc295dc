import type { RepeatedTest, RunAnswer } from '../test-runner/repeated-runs.js';
import { RepeatedTestProcess, type RunEnding } from '../test-runner/repeated-test-process.js';

/** A test file without any mutant: what its tests reach, and how far they can be run by themselves. */
export interface TestBaseline {
  readonly file: string;
  readonly answer: RunAnswer;
  /** Whether each test passes alone. Otherwise all of the file run, as they need what others before them have done. */
  readonly areIndependent: boolean;
  /** Whether the file can run again in the same process. Otherwise each run has one of its own. */
  readonly isRepeatable: boolean;
}

/** Tests that fail before anything is changed. */
export class TestsFail extends Error {
  override readonly name = 'TestsFail';
}

/**
 * Runs the tests of a file as they are: once to see what they reach, and again to see whether they may run several
 * times in one process, and alone.
 *
 * @throws TestsFail for tests that fail, or of which there are none
 */
export async function testBaseline(file: string, seed: number, timeout: number): Promise<TestBaseline> {
  const counting = new RepeatedTestProcess({ coverage: true, seed }, timeout);
  const all = { file, tests: undefined, bail: false, replacement: undefined };
  let answer: RunAnswer;
  try {
    answer = passed(file, await counting.run(all));
  } finally {
    counting.close();
  }
  const plain = new RepeatedTestProcess({ coverage: false, seed }, timeout);
  try {
    passed(file, await plain.run(all));
    const isRepeatable = hasPassed(await plain.run(all));
    let areIndependent = isRepeatable;
    for (const { key, status } of answer.tests) {
      if (!areIndependent) break;
      if (status === 'passed') areIndependent = hasPassed(await plain.run({ ...all, tests: [key] }));
    }
    return { file, answer, areIndependent, isRepeatable };
  } finally {
    plain.close();
  }
}

/** The first test that has failed. */
export function failedTest({ tests }: RunAnswer): RepeatedTest | undefined {
  return tests.find(({ status }) => status === 'failed');
}

function hasPassed(ending: RunEnding): boolean {
  return ending.kind === 'answer' && failedTest(ending.answer) === undefined;
}

function passed(file: string, ending: RunEnding): RunAnswer {
  if (ending.kind === 'timed-out') throw new TestsFail(`${file}: a test did not end in time (--timeout)`);
  if (ending.kind === 'ended') throw new TestsFail(`${file}: its process ended with ${ending.how}`);
  const { answer } = ending;
  if (answer.tests.length === 0) throw new TestsFail(`${file} ran no tests`);
  const failed = failedTest(answer);
  if (failed === undefined) return answer;
  throw new TestsFail(
    `${file}: the tests have to pass before anything is changed:\n${failed.failure ?? failed.name}`,
  );
}
