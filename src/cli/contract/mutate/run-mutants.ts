import type { Proto } from '../../../../vm/lua/bytecode/proto.js';
import { LuaSyntaxError } from '../../../../vm/lua/compile/compile.js';
import { compileContract } from '../../../../vm/lua/contract.js';
import { describeValue } from '../../../../vm/lua/value/describe.js';
import { LuaString } from '../../../../vm/lua/value/string.js';
import type { SourceReplacement } from '../../../testing/source-replacement.js';
import type { ReachedLines, RunAnswer } from '../test-runner/repeated-runs.js';
import { RepeatedTestProcess } from '../test-runner/repeated-test-process.js';
import { type Mutant, type MutantResult, type MutatedSource, mutatedText } from './mutant.js';
import { failedTest, type TestBaseline } from './test-baseline.js';

export interface MutantRunOptions {
  /** Processes at a time. */
  readonly jobs: number;
  readonly seed: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Is told how many are through. */
  readonly progress: (done: number) => void;
}

/** Tests of a file that reach a mutant; undefined for all of them. */
interface ReachingTests {
  readonly baseline: TestBaseline;
  readonly tests: readonly string[] | undefined;
}

/** Runs the tests that reach each mutant until one fails. @returns in the order of the mutants */
export async function runMutants(
  sources: readonly { readonly source: MutatedSource; readonly mutants: readonly Mutant[] }[],
  baselines: readonly TestBaseline[],
  { jobs, seed, timeout, progress }: MutantRunOptions,
): Promise<MutantResult[]> {
  const all = sources.flatMap(({ source, mutants }) => mutants.map(mutant => ({ source, mutant })));
  const results: MutantResult[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const process = new RepeatedTestProcess({ coverage: false, seed }, timeout);
    try {
      for (let i = next++; i < all.length; i = next++) {
        const { source, mutant } = all[i]!;
        results[i] = await runMutant(source, mutant, baselines, process);
        progress(++done);
      }
    } finally {
      process.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, all.length) }, work));
  return results;
}

async function runMutant(
  source: MutatedSource,
  mutant: Mutant,
  baselines: readonly TestBaseline[],
  process: RepeatedTestProcess,
): Promise<MutantResult> {
  const { path, text, encoding } = source;
  const replacement: SourceReplacement = {
    path,
    original: Buffer.from(text, encoding),
    replacement: Buffer.from(mutatedText(text, mutant), encoding),
  };
  const known = path.endsWith('.lua') ? luaStatus(replacement) : undefined;
  if (known !== undefined) return { mutant, status: known };
  const reaching = baselines.flatMap(baseline => reachingTests(source, mutant, baseline));
  let isChanged = path.endsWith('.lua') || reaching.length === 0;
  for (const { baseline, tests } of reaching) {
    if (!baseline.isRepeatable) process.close();
    const ending = await process.run({ file: baseline.file, tests, bail: true, replacement });
    if (ending.kind === 'timed-out') return { mutant, status: 'timed-out' };
    if (ending.kind === 'ended')
      return { mutant, status: 'killed', killedBy: `${baseline.file}: ${ending.how}` };
    const { answer } = ending;
    if (answer.buildError !== undefined) return { mutant, status: 'invalid' };
    const failed = failedTest(answer);
    if (failed !== undefined) {
      return { mutant, status: 'killed', killedBy: `${baseline.file} > ${failed.name}` };
    }
    isChanged ||= !hasSameModules(answer, baseline.answer);
  }
  if (reaching.length === 0) return { mutant, status: 'not-reached' };
  return { mutant, status: isChanged ? 'survived' : 'equivalent' };
}

/** What the compiler of the engine says, without any test. */
function luaStatus({ original, replacement }: SourceReplacement): 'invalid' | 'equivalent' | undefined {
  try {
    const [before, after] = [original, replacement].map(code => compileContract(code).proto) as [
      Proto,
      Proto,
    ];
    return codeOf(before) === codeOf(after) ? 'equivalent' : undefined;
  } catch (error) {
    if (error instanceof LuaSyntaxError) return 'invalid';
    throw error;
  }
}

/** All that a function does, as text. */
function codeOf({ code, constants, protos, parameterCount, upvalues }: Proto): string {
  const values = constants.map(value =>
    value instanceof LuaString ? JSON.stringify(value.bytes) : describeValue(value),
  );
  return JSON.stringify([[...code], values, parameterCount, upvalues, protos.map(codeOf)]);
}

/** Whether the compiler has made the same modules as without a mutant. */
function hasSameModules({ modules }: RunAnswer, { modules: before }: RunAnswer): boolean {
  return Object.entries(modules).every(([file, hash]) => before[file] === hash);
}

/** The tests of a file that reach a mutant: it is in a line of theirs, or in one that nothing counts, as of constants. */
function reachingTests(
  { file }: MutatedSource,
  { lines: [first, last] }: Mutant,
  baseline: TestBaseline,
): ReachingTests[] {
  const { tests, setUpLines, allLines } = baseline.answer;
  const counted = allLines[file];
  if (counted === undefined) return [];
  const isIn = (line: number): boolean => first <= line && line <= last;
  const reaches = (lines: ReachedLines): boolean => (lines[file] ?? []).some(isIn);
  const everything: ReachingTests[] = [{ baseline, tests: undefined }];
  if (!counted.some(isIn) || reaches(setUpLines)) return everything;
  const reaching = tests.filter(({ lines }) => reaches(lines));
  if (reaching.length === 0) return [];
  return baseline.areIndependent ? [{ baseline, tests: reaching.map(({ key }) => key) }] : everything;
}
