/*
 * The process in which contracts are debugged: it runs a test file, or a call as `coind contract run` makes it, when
 * the editor has set its breakpoints. The adapter that has started it relays what the editor asks.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { observeDevnets } from '../../../testing/observer.js';
import { runRun } from '../run.js';
import { provideTestModules } from '../test-runner/test-modules.js';
import { isChosenBy } from '../test-runner/test-process-settings.js';
import { TestRun } from '../test-runner/test-run.js';
import { DebugChannel } from './debug-channel.js';
import { DebugSession } from './debug-session.js';
import type { DebuggedProgram } from './debugged-program.js';

const program = JSON.parse(process.env.COIND_DEBUG ?? '{}') as DebuggedProgram;
const session = new DebugSession(new DebugChannel(), program.stopsOnEntry);
observeDevnets({
  deployed: code => session.add(code),
  runs: {
    log: line => session.say('console', `${line}\n`),
    ended() {},
    luaLines: code => session.observerOf(code),
  },
});
Error.stackTraceLimit = 30;
process.on('uncaughtException', error => end(1, inspect(error)));
session.configure();
await (program.kind === 'test' ? runTests(program.file, program.filter) : runCall(program.words));

async function runTests(file: string, filter: string | undefined): Promise<void> {
  provideTestModules();
  const tests = TestRun.ofProcess;
  let failures = 0;
  tests.configure({
    isChosen: isChosenBy(filter),
    settle: ({ name, status, failure }) => {
      if (status === 'failed') failures++;
      session.say('console', failure === undefined ? `${status}: ${name}\n` : `${failure}\n`);
    },
    write: () => {},
  });
  await import(pathToFileURL(resolve(file)).href);
  await tests.finish();
  end(failures === 0 ? 0 : 1);
}

async function runCall(words: readonly string[]): Promise<void> {
  const terminal = {
    output: (text: string) => session.say('stdout', text),
    errors: (text: string) => session.say('stderr', text),
  };
  end(await runRun(words, { switches: [], environment: process.env, terminal }));
}

function end(code: number, message?: string): void {
  if (message !== undefined) session.say('stderr', `${message}\n`);
  session.end(code);
  process.exit(code);
}
