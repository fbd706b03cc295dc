import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { feeForLuaFuel } from '../../../vm/native/contract/fuel-limit.js';
import { callLua, luaContract } from '../../support/lua/lua-call.js';
import { runCoind } from '../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Makes a folder with files. */
function project(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/** After each executable line: how often the calls of `TEST` reach it. */
const CONTRACT = `mylib = require "mylib"        --> 5
local total = 0                --> 5
local turns = contract[1]      --> 5
for i = 1, turns do            --> 22
  total = total + i            --> 17
end
if total > 20 then             --> 5
  error("more than 20")        --> 2
elseif total == 20 then        --> 3
  total = 0                    --> 0
end
`;

const TEST = `import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bytes, CallFailed, Devnet } from 'coind/testing';

const chain: Devnet = Devnet.start();
const sum = chain.deployLua({ file: 'sum.lua', methods: { sum: (turns: number) => bytes(turns) } });

test('sums', () => {
  for (const turns of [1, 2, 1] as const) sum.methods.sum(turns);
  assert.throws(() => sum.methods.sum(6), (error: unknown) => error instanceof CallFailed);
  assert.throws(() => sum.methods.sum(7));
});

test.run();
`;

const figures = suite<{ directory: string; output: string }>('figures');

figures.before(async context => {
  context.directory = project({ 'sum.lua': CONTRACT, 'test/sum.test.ts': TEST });
  const run = await runCoind(context.directory, ['contract', 'test', '--report', 'reports']);
  assert.is(run.code, 0, run.output + run.errors);
  context.output = run.output;
});

figures('of fuel are those of the same calls on another ledger, their mean and fee exact', ({ output }) => {
  const contract = luaContract(Buffer.from(CONTRACT));
  const fuel = [1, 2, 1].map(turns => callLua(contract, { arguments: Uint8Array.of(turns) }).fuel);
  const [one, two] = fuel as [bigint, bigint, bigint];
  // A turn of the loop is ADD (1 + 3) and FORLOOP (1), by the table of spec 03 §7.2.
  assert.is(two - one, 5n);
  const mean = Math.round(Number(one + two + one) / 3);
  // The rate of a young chain is 100, the minimum fee of a call 10000 sawi (decision D2).
  const fee = Number(feeForLuaFuel(two, 10_000n, 100)) / 1e8;
  const grouped = (n: number | bigint) => n.toLocaleString('en-US');
  const expected = [
    'sum.lua',
    'sum',
    '3',
    '2',
    grouped(one),
    grouped(mean),
    grouped(two),
    `${fee.toFixed(8)} WICC`,
  ];
  const row = output.split('\n').find(line => line.startsWith('sum.lua  sum'));
  assert.equal(row?.split(/ {2,}/), expected);
});

figures('of lines are exact in the tracefile', ({ directory }) => {
  const expected = CONTRACT.split('\n').flatMap((line, i) => {
    const hits = /--> (\d+)$/.exec(line)?.[1];
    return hits === undefined ? [] : [`DA:${i + 1},${hits}`];
  });
  assert.equal(readFileSync(join(directory, 'reports', 'lcov.info'), 'utf8').split('\n'), [
    'TN:',
    `SF:sum.lua`,
    ...expected,
    'LF:9',
    'LH:8',
    'end_of_record',
    '',
  ]);
});

figures('of lines are exact in the table, which names what was not reached', ({ output }) => {
  assert.match(output, /\nsum\.lua +9 +8 +88\.8% +10\n/);
});

figures('of lines are exact in the page, which shows every line of the source', ({ directory }) => {
  const page = readFileSync(join(directory, 'reports', 'index.html'), 'utf8');
  assert.match(page, /<tr class="reached"><td>4<\/td><td>22<\/td><td>for i = 1, turns do/);
  assert.match(page, /<tr class="missed"><td>10<\/td><td>0<\/td><td> {2}total = 0/);
  assert.match(page, /<tr><td>6<\/td><td><\/td><td>end<\/td><\/tr>/);
  assert.match(page, /total &gt; 20 then/);
});

figures.run();

test('fuel does not depend on counting lines', async () => {
  const directory = project({ 'sum.lua': CONTRACT, 'test/sum.test.ts': TEST });
  const row = (output: string) => output.split('\n').find(line => line.startsWith('sum.lua  sum'));
  const counted = await runCoind(directory, ['contract', 'test']);
  const plain = await runCoind(directory, ['contract', 'test', '--no-coverage']);
  assert.is(plain.code, 0);
  assert.not.match(plain.output, /Coverage/);
  assert.is(row(plain.output), row(counted.output));
});

test('with --kinds fuel is shown by kind, whose sum is the mean', async () => {
  const directory = project({
    'box.lua': 'mylib = require "mylib"\nmylib.WriteData({ key = "a", length = 1, value = { 1 } })',
    'x.test.ts': `import { test } from 'uvu';
import { Devnet } from 'coind/testing';
test('calls', () => {
  const chain = Devnet.start();
  chain.deployLua({ file: 'box.lua' }).call('00');
  const { alice, bob } = chain.accounts;
  chain.wasmContract('0-800').call('transfer', [alice, bob, '1.00000000 WICC', '']);
});
test.run();
`,
  });
  const { output } = await runCoind(directory, ['contract', 'test', '--kinds']);
  const rows = output.split('\n').map(line => line.split(/ {2,}/));
  const number = (text: string | undefined) => Number(text?.replaceAll(',', ''));
  for (const [contract, kinds] of [
    ['box.lua', ['step', 'op', 'store', 'account', 'func', 'memory', 'refund']],
    ['0-800', ['bytes', 'receiver', 'native', 'store', 'step']],
  ] as const) {
    const header = rows.findIndex(row => row[0] === 'Mean fuel by kind' && row[1] === kinds[0]);
    assert.equal(rows[header]?.slice(1), [...kinds]);
    const [total, byKind] = rows.filter(row => row[0] === contract);
    const burned = kinds.map((kind, i) => (kind === 'refund' ? -1 : 1) * number(byKind![i + 2]));
    assert.is(
      burned.reduce((sum, n) => sum + n, 0),
      number(total![5]),
      contract,
    );
  }
});

test('figures of several files add up, and files in JavaScript are tests too', async () => {
  const script = TEST.replace(': Devnet', '')
    .replace('turns: number', 'turns')
    .replace(' as const', '')
    .replace('error: unknown', 'error');
  const directory = project({ 'sum.lua': CONTRACT, 'test/a.test.mjs': script, 'test/b.test.ts': TEST });
  const { code, output } = await runCoind(directory, ['contract', 'test']);
  assert.is(code, 0, output);
  assert.match(output, /\nsum\.lua {2}sum +6 +4 /);
  const one = await runCoind(directory, ['contract', 'test', 'test/b.test.ts']);
  assert.match(one.output, /\nsum\.lua {2}sum +3 +2 /);
  assert.not.match(one.output, /a\.test\.mjs/);
});

test('a test in TypeScript imports other sources by the names that they would have as JavaScript', async () => {
  const directory = project({
    'methods.ts': 'export const two: number = 2;\n',
    'x.test.ts': `import { test } from 'uvu';\nimport * as assert from 'uvu/assert';\nimport { two } from './methods.js';\ntest('two', () => assert.is(two, 2));\ntest.run();\n`,
  });
  const { code, output } = await runCoind(directory, ['contract', 'test']);
  assert.is(code, 0, output);
});

test('fast-check is there without an installation, and a copy of the project takes its place', async () => {
  const source = `import { test } from 'uvu';\nimport fc from 'fast-check';\ntest('x', () => console.log(String(fc.marker ?? typeof fc.assert)));\ntest.run();\n`;
  const directory = project({ 'x.test.js': source });
  assert.match((await runCoind(directory, ['contract', 'test'])).output, /^function$/m);
  const own = project({
    'x.test.js': source,
    'node_modules/fast-check/package.json': '{"name": "fast-check", "type": "module", "main": "index.js"}',
    'node_modules/fast-check/index.js': 'export default { marker: "own" };\n',
  });
  assert.match((await runCoind(own, ['contract', 'test'])).output, /^own$/m);
});

test('what is more than types is refused with its place', async () => {
  const directory = project({ 'x.test.ts': 'enum Kind {\n  A,\n}\nexport const kind = Kind.A;\n' });
  const { code, output } = await runCoind(directory, ['contract', 'test']);
  assert.is(code, 1);
  assert.match(output, /x\.test\.ts: .*enum/s);
});

test('a test that waits for what never comes fails, and says so', async () => {
  const directory = project({
    'x.test.js': `import { test } from 'uvu';\ntest('waits', () => new Promise(() => {}));\ntest.run();\nawait new Promise(() => {});\n`,
  });
  const { code, output } = await runCoind(directory, ['contract', 'test']);
  assert.is(code, 1);
  assert.match(output, /ended while a test waited for something that never came/);
});

test('without tests there is an error that says what tests are', async () => {
  const empty = await runCoind(temporaryDirectory(), ['contract', 'test']);
  assert.equal([empty.code, empty.output], [1, '']);
  assert.match(empty.errors, /files whose name ends in \.test\.ts or \.test\.js/);
  const missing = await runCoind(temporaryDirectory(), ['contract', 'test', 'nowhere']);
  assert.equal([missing.code, missing.errors], [1, 'error: nowhere does not exist\n']);
  const option = await runCoind(temporaryDirectory(), ['contract', 'test', '--wach']);
  assert.is(option.code, 1);
  assert.match(option.errors, /'--wach'.*\nUsage: coind contract test/s);
});

test('--watch runs the tests again whenever a contract changes, however an editor writes it', async () => {
  const directory = project({ 'sum.lua': CONTRACT, 'test/sum.test.ts': TEST });
  const main = fileURLToPath(new URL('../../../program/coind.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'contract', 'test', '--watch'], { cwd: directory });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  const shown = async (text: string, times: number): Promise<void> => {
    while (output.split(text).length - 1 < times) await once(child.stdout, 'data');
  };
  try {
    await shown('Waiting for changes', 1);
    assert.match(output, /88\.8%/);
    writeFileSync(join(directory, 'sum.lua'), CONTRACT.replace('total == 20', 'total == 3'));
    await shown('Waiting for changes', 2);
    assert.match(output, /100\.0%/);
    // Many editors write another file and give it the name: the file that was watched is gone then.
    for (const times of [3, 4]) {
      writeFileSync(join(directory, 'sum.lua~'), CONTRACT);
      renameSync(join(directory, 'sum.lua~'), join(directory, 'sum.lua'));
      await shown('Waiting for changes', times);
    }
    mkdirSync(join(directory, 'lib/deep'), { recursive: true });
    await shown('Waiting for changes', 4);
    writeFileSync(join(directory, 'lib/deep/other.lua'), CONTRACT);
    await shown('Waiting for changes', 5);
  } finally {
    child.kill();
    await once(child, 'close');
  }
});

test.run();
