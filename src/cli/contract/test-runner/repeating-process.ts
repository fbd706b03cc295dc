/*
 * A process that runs test files again and again, each time with modules and chains of their own, as `mutate` asks
 * for: what takes long to load, compiler and harness, stays. The program behind it is told by messages.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { ContractBuildError } from '../../../contract-build/diagnostics.js';
import { observeDevnets } from '../../../testing/observer.js';
import { replaceSource } from '../../../testing/source-replacement.js';
import { collectCoverage } from './collect-coverage.js';
import { RandomSeeds } from './random-seeds.js';
import {
  type ReachedLines,
  type RepeatedRunSettings,
  type RepeatedTest,
  type RunAnswer,
  type RunMessage,
  type RunRequest,
  testKey,
} from './repeated-runs.js';
import { forgetRequired, provideTestModules, RUN_PARAMETER } from './test-modules.js';
import { TestRun } from './test-run.js';

const settings = JSON.parse(process.env.COIND_REPEATED_RUNS ?? '{}') as RepeatedRunSettings;
const loaded = provideTestModules();
const collector = settings.coverage ? collectCoverage() : undefined;
let modules: Record<string, string> = {};
observeDevnets({
  compiled: async (file, module) => {
    modules[file] = createHash('sha256').update(module).digest('hex');
  },
});
// Frames of the harness are not shown, but count.
Error.stackTraceLimit = 30;

let runs = 0;
let tests: RepeatedTest[] = [];

process.on('message', (request: RunRequest) => {
  void run(request).then(answer => send({ kind: 'ended', answer }));
});

// What is thrown outside of tests, such as in a timer: the run has failed, and what else comes of it is not known.
process.on('uncaughtException', error => {
  tests.push(outside(error));
  send({ kind: 'ended', answer: answerOf(undefined, {}) }, () => process.exit(1));
});

function send(message: RunMessage, sent = (): void => {}): void {
  process.send?.(message, undefined, undefined, sent);
}

async function run(request: RunRequest): Promise<RunAnswer> {
  const chosen = request.tests && new Set(request.tests);
  const seeds = new RandomSeeds({ seed: settings.seed, seeds: {}, file: request.file }, loaded);
  const all = TestRun.ofProcess;
  all.forget();
  forgetRequired();
  tests = [];
  modules = {};
  replaceSource(request.replacement);
  let setUpLines: ReachedLines = {};
  let before = reachedLines();
  all.configure({
    bail: request.bail,
    isChosen: (suite, name) => chosen?.has(testKey(suite, name)) ?? true,
    prepare: async (suite, name) => {
      setUpLines = added(setUpLines, since(before));
      before = reachedLines();
      await seeds.prepare(suite, name);
      send({ kind: 'begun' });
    },
    settle: ({ suite, name, status, failure }) => {
      tests.push({ key: testKey(suite, name), name, status, failure, lines: since(before) });
      before = reachedLines();
    },
    write: () => {},
  });
  let buildError: string | undefined;
  try {
    await import(`${pathToFileURL(resolve(request.file)).href}?${RUN_PARAMETER}=${++runs}`);
    await all.finish();
  } catch (error) {
    if (error instanceof ContractBuildError) buildError = error.message;
    tests.push(outside(error));
  }
  return answerOf(buildError, added(setUpLines, since(before)));
}

function answerOf(buildError: string | undefined, setUpLines: ReachedLines): RunAnswer {
  const allLines = Object.fromEntries(
    (collector?.report() ?? []).map(({ file, lines }) => [file, lines.map(([line]) => line)]),
  );
  return { tests, setUpLines, allLines, modules, buildError };
}

/** A failure outside of tests. */
function outside(error: unknown): RepeatedTest {
  const name = 'what comes before the tests';
  return { key: '', name, status: 'failed', failure: inspect(error), lines: {} };
}

type Hits = ReadonlyMap<string, ReadonlyMap<number, number>>;

function reachedLines(): Hits {
  return new Map((collector?.report() ?? []).map(({ file, lines }) => [file, new Map(lines)]));
}

/** Lines that were reached since then. */
function since(before: Hits): ReachedLines {
  const lines = [...reachedLines()].map(([file, hits]) => {
    const earlier = before.get(file);
    return [
      file,
      [...hits].filter(([line, n]) => n > (earlier?.get(line) ?? 0)).map(([line]) => line),
    ] as const;
  });
  return Object.fromEntries(lines.filter(([, reached]) => reached.length > 0));
}

function added(a: ReachedLines, b: ReachedLines): ReachedLines {
  const files = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    files.map(file => [file, [...new Set([...(a[file] ?? []), ...(b[file] ?? [])])]]),
  );
}
