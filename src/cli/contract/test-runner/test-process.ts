/*
 * Loaded into every process that runs tests of contracts, before the tests (`node --import`): makes the
 * harness importable, watches the development chains, and writes a report when the process ends.
 */
import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { observeDevnets } from '../../../testing/observer.js';
import { collectCoverage } from './collect-coverage.js';
import { FuelRecorder } from './fuel-recorder.js';
import { RandomSeeds } from './random-seeds.js';
import { SequenceRecorder } from './sequence-recorder.js';
import { writeEvent } from './test-events.js';
import { provideTestModules } from './test-modules.js';
import { isChosenBy, type TestProcessSettings } from './test-process-settings.js';
import { encodeReport, type TestReport } from './test-report.js';
import { TestRun } from './test-run.js';
import { WarningRecorder } from './warning-recorder.js';

const settings = JSON.parse(process.env.COIND_TEST ?? '{}') as TestProcessSettings;

const loaded = provideTestModules();
const fuel = new FuelRecorder();
const warnings = new WarningRecorder();
const sequences = new SequenceRecorder();
observeDevnets({
  called: call => {
    fuel.add(call);
    warnings.add(call);
  },
  sequencesTried: tried => sequences.add(tried),
});
const collector = settings.coverage ? collectCoverage() : undefined;

const seeds = new RandomSeeds(settings, loaded);
TestRun.ofProcess.configure({
  isChosen: isChosenBy(settings.filter),
  bail: settings.bail,
  tell: writeEvent,
  prepare: (suite, name) => {
    sequences.begin(suite, name);
    return seeds.prepare(suite, name);
  },
  settle: (result, error) => seeds.settle(result, error),
  ...(!settings.marks && { write: () => {} }),
});

// Frames of the harness are not shown, but count.
Error.stackTraceLimit = 30;

// What is thrown outside of tests ends the process, as always, but as consoles show it: a contract
// that cannot be deployed names the place.
process.on('uncaughtException', error => {
  console.error(inspect(error));
  process.exit(1);
});

// Nothing is left that could go on: whatever a test waits for never comes.
process.on('beforeExit', () => {
  const { running } = TestRun.ofProcess;
  if (running === undefined) return;
  console.error(`The process ended while a test waited for something that never came: "${running}"`);
  process.exit(1);
});

process.on('exit', code => {
  const { running } = TestRun.ofProcess;
  if (running !== undefined && code === 0) {
    console.error(`The process ended before its tests had, in "${running}"`);
    process.exitCode = 1;
  }
  if (settings.report === undefined) return;
  const report: TestReport = {
    fuel: fuel.fuel,
    coverage: collector?.report(),
    warnings: warnings.warnings,
    sequences: sequences.sequences,
    seeds: seeds.kept,
  };
  writeFileSync(settings.report, encodeReport(report));
});
