import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { once } from '../../../../src/codec/once.js';
import { runCoind } from '../../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** Only what these tests look at. */
interface Report {
  readonly score: number;
  readonly seed: number;
  readonly files: readonly {
    readonly file: string;
    readonly mutants: readonly {
      readonly line: number;
      readonly operator: string;
      readonly before: string;
      readonly after: string;
      readonly status: string;
      readonly killedBy?: string;
    }[];
  }[];
}

function project(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

async function mutate(directory: string, ...words: readonly string[]): Promise<Report> {
  const { output, errors, code } = await runCoind(directory, [
    'contract',
    'mutate',
    '--format',
    'json',
    ...['--jobs', '1', ...words],
  ]);
  assert.is(code, 0, output + errors);
  return JSON.parse(output) as Report;
}

/** What has become of each change, as `line before => after: status`. */
function fates({ files }: Report): string[] {
  return files.flatMap(({ mutants }) =>
    mutants.map(({ line, after, status }) => `${line} ${after || 'nothing'}: ${status}`),
  );
}

/** Counts up to a limit of 3; a second method is never called by the tests. */
const COUNTER = `mylib = require "mylib"
local value = { mylib.ReadData("n") }
local n = #value == 0 and 0 or value[1]
if contract[1] == 1 then
  assert(n < 3, "Enough")
  assert(mylib.WriteData({ key = "n", length = 1, value = { n + 1 } }))
else
  n = 5
end
`;

const testFile = (tests: string): string => `import { assertFails, bytes, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
const chain = Devnet.start();
const counter = chain.deployLua({ file: 'counter.lua', methods: { count: () => bytes(1) } });
const start = chain.snapshot();
test.before.each(() => chain.revert(start));
${tests}
test.run();
`;

const COUNTS = `test('counts', () => {
  counter.methods.count();
  assert.equal([...counter.stored('n')], [1]);
});`;
const STOPS = `test('stops at 3', () => {
  for (let i = 0; i < 3; i++) counter.methods.count();
  assertFails(() => counter.methods.count(), { reason: 'Enough' });
});`;

/** What mutation says of the counter with one test. */
const withOneTest = once(() => mutate(project({ 'counter.lua': COUNTER, 'a.test.ts': testFile(COUNTS) })));

test('changes that no test notices are listed, with those that no test reaches', async () => {
  const report = await withOneTest();
  const survivors = fates(report).filter(fate => !fate.endsWith(': killed'));
  assert.ok(survivors.includes('5 nothing: survived'), survivors.join('\n'));
  assert.ok(survivors.includes('5 assert(n <= 3, "Enough"): survived'));
  assert.ok(survivors.includes('8 n = 6: not-reached'));
  assert.ok(
    fates(report).includes('6 assert(mylib.WriteData({ key = "n", length = 1, value = { n - 1 } })): killed'),
  );
});

test('a further test raises the score, and the test that noticed a change is named', async () => {
  const files = { 'counter.lua': COUNTER, 'a.test.ts': testFile(COUNTS) };
  const before = await withOneTest();
  const after = await mutate(project({ ...files, 'b.test.ts': testFile(STOPS) }));
  assert.ok(after.score > before.score, `${before.score} ${after.score}`);
  const [{ mutants }] = after.files as Report['files'] & [Report['files'][number]];
  const boundary = mutants.find(each => each.after === 'assert(n <= 3, "Enough")');
  assert.equal([boundary?.status, boundary?.killedBy], ['killed', 'b.test.ts > stops at 3']);
});

test('a score below --min-score is a failure, and survivors are shown with line, before and after', async () => {
  const directory = project({ 'counter.lua': COUNTER, 'a.test.ts': testFile(COUNTS) });
  const { code, output, errors } = await runCoind(directory, ['contract', 'mutate', '--min-score', '90']);
  assert.is(code, 1);
  assert.match(
    output,
    /^counter\.lua:5:12: comparison, survived\n {2}- assert\(n < 3, "Enough"\)\n {2}\+ assert\(n <= 3, "Enough"\)\n/m,
  );
  assert.match(
    output,
    /counter\.lua: \d+ mutants: \d+ killed, \d+ survived, \d+ reached by no test\n {2}score \d+\.\d %\n$/,
  );
  assert.match(errors, /Failed: the score is \d+\.\d %, at least 90 is asked for/);
});

test('a test that a change makes endless is stopped', async () => {
  const endless = `test('counts to 3', () => {
  while (counter.stored('n')?.[0] !== 3) counter.methods.count();
});`;
  const lua = COUNTER.replace('  assert(n < 3, "Enough")\n', '');
  const directory = project({ 'counter.lua': lua, 'a.test.ts': testFile(endless) });
  const report = await mutate(directory, '--timeout', '1s');
  const stopped = report.files[0]!.mutants.filter(({ status }) => status === 'timed-out');
  assert.ok(
    stopped.some(({ operator, line }) => operator === 'statement' && line === 5),
    fates(report).join('\n'),
  );
});

test('tests that need each other run together, and a note says so', async () => {
  const dependent = testFile(`${COUNTS}
test('counts on', () => {
  counter.methods.count();
  assert.equal([...counter.stored('n')], [2]);
});`).replace('test.before.each(() => chain.revert(start));\n', '');
  const directory = project({ 'counter.lua': COUNTER, 'a.test.ts': dependent });
  const { code, output, errors } = await runCoind(directory, ['contract', 'mutate']);
  assert.is(code, 0, output + errors);
  assert.match(errors, /note: a\.test\.ts: its tests need each other/);
  assert.match(output, /[1-9]\d* killed/);
});

test('a change that compiles to the same code, or not at all, does not count', async () => {
  const lua = 'mylib = require "mylib"\nlocal x\nx = 1 * 1\nfor i = 1, 2 do break end\n';
  const file = testFile("test('calls', () => void counter.call(bytes(1)));");
  const { score, files } = await mutate(project({ 'counter.lua': lua, 'a.test.ts': file }));
  const found = files[0]!.mutants.map(({ after, status }) => `${after}: ${status}`);
  assert.ok(found.includes('x = 1 // 1: equivalent'), found.join('\n'));
  const counting = found.filter(each => !/equivalent|invalid/.test(each)).length;
  const killed = found.filter(each => each.endsWith('killed')).length;
  assert.is(score, (killed / counting) * 100);
});

test('a contract in AssemblyScript is built anew for each change', async () => {
  const ts = `import { check, Contract } from "sdk";
@contract
export class Doubler extends Contract {
  @view
  double(n: u32): u32 {
    check(n < 9, "too large");
    return n + n;
  }
}
`;
  const file = `import { Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
const chain = Devnet.start();
const doubler = await chain.deployWasm({ file: 'doubler.ts' });
test('doubles', () => assert.is(doubler.view('double', { n: 3 }), 6));
test.run();
`;
  const report = await mutate(project({ 'doubler.ts': ts, 'a.test.ts': file }));
  assert.equal(fates(report).sort(), [
    '6 ;: survived',
    '6 check(n < 10, "too large");: survived',
    '6 check(n < 8, "too large");: survived',
    '6 check(n <= 9, "too large");: survived',
    '6 check(n >= 9, "too large");: killed',
    '7 return 0;: killed',
    '7 return n - n;: killed',
  ]);
});

test('tests that fail without a change, and contracts that none deploys, are said', async () => {
  const files = { 'counter.lua': COUNTER, 'other.lua': COUNTER };
  const failing = testFile("test('fails', () => assert.is(1, 2));");
  const failed = await runCoind(project({ ...files, 'a.test.ts': failing }), ['contract', 'mutate']);
  assert.is(failed.code, 1);
  assert.match(
    failed.errors,
    /a\.test\.ts: the tests have to pass before anything is changed:\n.*FAIL.*"fails"/,
  );
  const directory = project({ ...files, 'a.test.ts': testFile(COUNTS) });
  const other = await runCoind(directory, ['contract', 'mutate', 'other.lua']);
  assert.equal([other.code, other.errors], [1, 'error: no test deploys other.lua; there are counter.lua\n']);
  const wrong = await runCoind(directory, ['contract', 'mutate', '--min-score', 'all']);
  assert.match(wrong.errors, /--min-score all: a number from 0 to 100 is expected/);
});

test.run();
