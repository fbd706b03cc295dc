import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult, Terminal } from '../terminal.js';
import { parseWords } from '../words.js';
import type { Mutant, MutatedSource } from './mutate/mutant.js';
import {
  mutationJson,
  mutationText,
  type SourceMutations,
  scoreOf,
  scoreText,
} from './mutate/mutation-report.js';
import { runMutants } from './mutate/run-mutants.js';
import { type TestBaseline, TestsFail, testBaseline } from './mutate/test-baseline.js';
import { millisecondsOption, numberOption, wholeNumberOption } from './number-options.js';
import { findTests } from './test-runner/find-tests.js';

/** What the words of the command line ask for. */
interface MutateOptions {
  /** Sources whose mutants are made; empty for all that the tests deploy. */
  readonly contracts: readonly string[];
  /** Test files and folders; empty for the whole working directory. */
  readonly tests: readonly string[];
  readonly jobs: number;
  readonly timeout: number;
  readonly leastScore: number | undefined;
  readonly isJson: boolean;
  readonly seed: number;
}

/** Milliseconds that one test may take: no contract runs longer than its fuel lasts. */
const DEFAULT_TIMEOUT = 30_000;
/** The same for every run, so that a score can be compared with that of yesterday. */
const DEFAULT_SEED = 1;
const SOURCE = /\.(?:lua|ts)$/;
const TEST = /\.test\.ts$/;

/**
 * `coind contract mutate [contracts] [tests]`: changes contracts in one small way after the other, and shows which
 * changes no test notices.
 *
 * @returns 1 where the tests fail without a change, or fewer changes are noticed than asked for
 * @throws UsageError for other words
 */
export async function runMutate(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const options = mutateOptions(words);
  const files = findTests(options.tests);
  if (files.length === 0) {
    terminal.errors('error: there are no tests here: files whose name ends in .test.ts or .test.js\n');
    return 1;
  }
  let baselines: readonly TestBaseline[];
  try {
    baselines = await inTurn(files, options.jobs, file => testBaseline(file, options.seed, options.timeout));
  } catch (error) {
    if (!(error instanceof TestsFail)) throw error;
    terminal.errors(`${error.message}\n`);
    return 1;
  }
  const sources = deployedSources(baselines, options.contracts);
  const made = [];
  for (const source of sources) made.push({ source, mutants: await mutantsOf(source) });
  const total = made.reduce((sum, { mutants }) => sum + mutants.length, 0);
  const progress = progressLine(terminal, total);
  const { jobs, seed, timeout } = options;
  const results = await runMutants(made, baselines, { jobs, seed, timeout, progress });
  progress(undefined);
  let next = 0;
  const mutations = made.map(({ source, mutants }): SourceMutations => {
    const first = next;
    next += mutants.length;
    return { source, results: results.slice(first, next) };
  });
  terminal.output(options.isJson ? mutationJson(mutations, seed) : mutationText(mutations));
  for (const { file, areIndependent } of baselines) {
    if (!areIndependent)
      terminal.errors(`note: ${file}: its tests need each other, so all of them run each time\n`);
  }
  return verdict(scoreOf(results), options.leastScore, terminal);
}

function verdict(score: number, least: number | undefined, terminal: Terminal): CommandResult {
  if (least === undefined || score >= least) return 0;
  terminal.errors(`\nFailed: the score is ${scoreText(score)} %, at least ${least} is asked for\n`);
  return 1;
}

function mutateOptions(words: readonly string[]): MutateOptions {
  const { values, positionals } = parseWords(words, {
    jobs: { type: 'string', short: 'j' },
    timeout: { type: 'string' },
    'min-score': { type: 'string' },
    format: { type: 'string' },
    seed: { type: 'string' },
  });
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') {
    throw new UsageError(`"${format}" is no format; there are text, json`);
  }
  for (const word of positionals) if (!existsSync(word)) throw new UsageError(`${word} does not exist`);
  const isContract = (word: string): boolean => SOURCE.test(word) && !TEST.test(word);
  return {
    contracts: positionals.filter(isContract),
    tests: positionals.filter(word => !isContract(word)),
    jobs: wholeNumberOption('jobs', values.jobs, 1, 1024) ?? availableParallelism(),
    timeout: millisecondsOption(values.timeout) ?? DEFAULT_TIMEOUT,
    leastScore: numberOption('min-score', values['min-score'], 0, 100),
    isJson: format === 'json',
    seed: wholeNumberOption('seed', values.seed, -(2 ** 31), 2 ** 31 - 1) ?? DEFAULT_SEED,
  };
}

/** The sources that the tests deploy, or those of them that are named. @throws Error for one that none deploys */
function deployedSources(baselines: readonly TestBaseline[], named: readonly string[]): MutatedSource[] {
  const deployed = [...new Set(baselines.flatMap(({ answer }) => Object.keys(answer.allLines)))].sort();
  if (deployed.length === 0)
    throw new Error('no test deploys a contract from a file in Lua or AssemblyScript');
  for (const word of named) {
    if (!deployed.some(file => resolve(file) === resolve(word))) {
      throw new Error(`no test deploys ${word}; there are ${deployed.join(', ')}`);
    }
  }
  const wanted = new Set(named.map(word => resolve(word)));
  const chosen = named.length === 0 ? deployed : deployed.filter(file => wanted.has(resolve(file)));
  return chosen.map(file => {
    const path = resolve(file);
    const encoding = path.endsWith('.lua') ? 'latin1' : 'utf8';
    return { file, path, text: readFileSync(path, encoding), encoding };
  });
}

/** The parsers of both languages are loaded only for sources in them. */
async function mutantsOf({ file, text }: MutatedSource): Promise<readonly Mutant[]> {
  if (file.endsWith('.lua')) return (await import('./mutate/lua-mutants.js')).luaMutants(file, text);
  return (await import('./mutate/assembly-script-mutants.js')).assemblyScriptMutants(file, text);
}

/** Does something with each of a list, several at a time. @returns in the order of the list */
async function inTurn<T, R>(list: readonly T[], jobs: number, run: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < list.length; i = next++) results[i] = await run(list[i]!);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, list.length) }, work));
  return results;
}

/** Shows a person how many mutants are through; undefined removes the line. */
function progressLine(terminal: Terminal, total: number): (done: number | undefined) => void {
  if (terminal.isInteractive !== true) return () => {};
  return done => terminal.errors(done === undefined ? '\r\u001b[K' : `\r${done} of ${total} mutants`);
}
