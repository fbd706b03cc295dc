/*
 * Loaded into every process that runs tests of contracts, before the tests (`node --import`): makes the
 * harness importable, watches the development chains, and writes a report when the process ends.
 */
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { inspect } from 'node:util';
import { observeDevnets } from '../../../testing/observer.js';
import { FuelRecorder } from './fuel-recorder.js';
import type { HookData } from './module-hooks.js';
import { encodeReport, type TestReport } from './test-report.js';

/** Where the report is written; if omitted there is none. */
const { COIND_TEST_REPORT: reportFile, COIND_TEST_COVERAGE: coverage } = process.env;

const data: HookData = {
  harness: new URL('./testing.js', import.meta.url).href,
  program: import.meta.url,
};
register(new URL('./module-hooks.js', import.meta.url), { data });

const recorder = new FuelRecorder();
observeDevnets({ called: call => recorder.add(call) });
const collector = coverage === undefined ? undefined : await collectCoverage();

// Frames of the harness are not shown, but count.
Error.stackTraceLimit = 30;

// What is thrown outside of tests ends the process, as always, but as consoles show it: a contract
// that cannot be deployed names the place.
process.on('uncaughtException', error => {
  console.error(inspect(error));
  process.exit(1);
});

process.on('exit', () => {
  if (reportFile === undefined) return;
  const report: TestReport = { fuel: recorder.fuel, coverage: collector?.report() };
  writeFileSync(reportFile, encodeReport(report));
});

async function collectCoverage() {
  const { CoverageCollector } = await import('../../../testing/coverage/collector.js');
  const counting = new CoverageCollector();
  observeDevnets({
    deployed: code => {
      if (code.vm === 'lua') counting.addLua(code);
    },
    compiled: async (file, module) => {
      const { buildCountingContract } = await import('../../../contract-build/counting-build.js');
      counting.addWasm(module, await buildCountingContract(file));
    },
    runs: { log() {}, ended() {}, coverage: counting },
  });
  return counting;
}
