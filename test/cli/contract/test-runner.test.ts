import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runCoind } from '../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

type Files = Readonly<Record<string, string>>;

function project(files: Files): string {
  const directory = temporaryDirectory();
  write(directory, files);
  return directory;
}

function write(directory: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

/** Runs the tests of a folder without counting lines, which these tests are not about. */
function run(directory: string, ...words: readonly string[]) {
  return runCoind(directory, ['contract', 'test', '--no-coverage', ...words]);
}

/** A test file: lines between the imports and `test.run()`. */
const file = (lines: string, end = 'test.run();'): string =>
  `import { test, suite } from 'uvu';\nimport * as assert from 'uvu/assert';\n${lines}\n${end}\n`;

const GREEN = file("test('green', () => {});");
const RED = file("test('red', () => assert.is(1, 2));\ntest('other', () => {});");

for (const [what, text, reason] of [
  ['without test.run()', file("test('x', () => { throw new Error('never'); });", ''), 'ran no tests'],
  ['that is empty', '', 'ran no tests'],
  [
    'with a suite of which one part is not run',
    `${GREEN}test('later', () => {});\n`,
    '1 of the tests of the file were never run',
  ],
  [
    'with test.only',
    file("test('a', () => {});\ntest.only('b', () => {});"),
    '1 of the tests of the file were left out by test.only',
  ],
  ['that ends the process', file("test('a', () => process.exit(0));"), 'ended before its tests'],
  [
    'that waits for nothing',
    file("test('a', () => new Promise(() => {}));"),
    'while a test waited for something that never came: "a"',
  ],
] as const) {
  test(`a test file ${what} is a failure`, async () => {
    const { code, output, errors } = await run(project({ 'x.test.ts': text }));
    assert.is(code, 1, output);
    assert.ok(output.includes(reason), output);
    assert.match(errors, /Failed: x\.test\.ts/);
  });
}

test('test.only may stay where that is asked for', async () => {
  const directory = project({
    'x.test.ts': file("test('a', () => assert.not.ok(1));\ntest.only('b', () => {});"),
  });
  const { code, output } = await run(directory, '--allow-only');
  assert.is(code, 0, output);
  assert.match(output, /Skipped: +1/);
});

for (const [what, body] of [
  ['waits for ever', 'await new Promise(() => setInterval(() => {}, 1000));'],
  ['never gives anything else a turn', 'for (;;);'],
] as const) {
  test(`a test that ${what} is stopped, and named`, async () => {
    const text = file(`test('before', () => {});\ntest('endless', async () => { ${body} });`);
    const { code, output } = await run(project({ 'x.test.ts': text }), '--timeout', '3s');
    assert.is(code, 1);
    assert.match(output, /The test "endless" did not end within 3000 ms/);
  });
}

test('a process that does not end after its tests is stopped, and says so', async () => {
  const text = file("setInterval(() => {}, 1000);\ntest('a', () => {});");
  const { code, output } = await run(project({ 'x.test.ts': text }), '--timeout', '3000');
  assert.is(code, 1);
  assert.match(output, /All tests have ended, but the process did not within 3000 ms/);
});

test('what mylib refuses and the contract ignores is a warning under the tests', async () => {
  const text = `import { Devnet } from 'coind/testing';
import { test } from 'uvu';
test('writes', () => {
  const box = Devnet.start().deployLua({ file: 'box.lua' });
  box.call('');
  box.call('');
});
test.run();
`;
  const lua = 'mylib = require "mylib"\nmylib.WriteData({ key = "k", lenght = 1, value = { 1 } })\n';
  const { code, output } = await run(project({ 'x.test.ts': text, 'box.lua': lua }));
  assert.is(code, 0);
  assert.match(
    output,
    /Warning: .*\n +box\.lua:2: mylib\.WriteData: field "length" is missing; .*"lenght", 2 times\n/,
  );
});

test('--filter runs the tests whose name has a text, or matches an expression', async () => {
  const directory = project({
    'x.test.ts': file(
      "for (const name of ['pays in', 'pays out', 'fails']) test(name, () => console.log('<' + name + '>'));",
    ),
    'y.test.ts': RED,
  });
  const ran = async (filter: string): Promise<[number | null, string[]]> => {
    const { code, output } = await run(directory, '--filter', filter);
    return [code, [...output.matchAll(/<(.*)>/g)].map(([, name]) => name!)];
  };
  assert.equal(await ran('pays'), [0, ['pays in', 'pays out']]);
  assert.equal(await ran('/^pays.*T$/i'), [0, ['pays out']]);
  assert.equal(await ran('nobody'), [1, []]);
  const { code, errors } = await run(directory, '--filter', '/(/');
  assert.is(code, 1);
  assert.match(errors, /error: --filter \/\(\//);
});

test('--bail ends the run at the first failure', async () => {
  const directory = project({
    'a.test.ts': file("test('red', () => assert.is(1, 2));\ntest('later', () => console.log('<later>'));"),
    'b.test.ts': file("test('b', () => console.log('<b>'));"),
  });
  const { code, output } = await run(directory, '--bail', '--jobs', '1');
  assert.is(code, 1);
  assert.not.match(output, /<later>|<b>/);
});

test('--shard divides the files, each into one part', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const directory = project(
    Object.fromEntries(
      names.map(name => [`${name}.test.ts`, file(`test('t', () => console.log('<${name}>'));`)]),
    ),
  );
  const parts = [];
  for (const shard of ['1/2', '2/2']) {
    const { output } = await run(directory, '--shard', shard);
    parts.push([...output.matchAll(/<(.*)>/g)].map(([, name]) => name!).sort());
  }
  assert.equal(parts, [
    ['a', 'c', 'e'],
    ['b', 'd'],
  ]);
  assert.match((await run(directory, '--shard', '3/2')).errors, /--shard 3\/2: a part/);
});

const REPORTED = {
  'a.test.ts': file("test('one & <two>', () => console.log('said'));\ntest.skip('later');"),
  'b.test.ts': RED,
  'c.test.ts': '',
};

test('--reporter tap writes a line for each test, and the plan', async () => {
  const { code, output } = await run(project(REPORTED), '--reporter', 'tap', '--jobs', '1');
  assert.is(code, 1);
  const lines = output.split('\n').filter(line => /^(TAP|ok|not ok|1\.\.|# )/.test(line));
  assert.equal(lines, [
    'TAP version 13',
    '# said',
    'ok 1 - a.test.ts: one & <two>',
    'ok 2 - a.test.ts: later # SKIP',
    'not ok 3 - b.test.ts: red',
    'ok 4 - b.test.ts: other',
    'not ok 5 - c.test.ts',
    '1..5',
  ]);
});

test('--reporter junit writes well-formed XML with a suite for each file', async () => {
  const { code, output } = await run(project(REPORTED), '--reporter', 'junit', '--jobs', '1');
  assert.is(code, 1);
  assert.match(output, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n/);
  assert.match(output, /<testsuite name="a\.test\.ts" tests="2" failures="0" skipped="1"/);
  assert.match(output, /name="one &amp; &lt;two&gt;" time="/);
  assert.match(output, /<testsuite name="b\.test\.ts" tests="2" failures="1" skipped="0"/);
  assert.match(output, /<testcase classname="c\.test\.ts" name="the file" .*ran no tests/);
  const opened = [...output.matchAll(/<([a-z-]+)(?: [^>]*)?(?<!\/)>/g)].map(([, tag]) => tag);
  const closed = [...output.matchAll(/<\/([a-z-]+)>/g)].map(([, tag]) => tag);
  assert.equal(opened.sort(), closed.sort());
});

test('--reporter json writes one document with tests, fuel and warnings', async () => {
  const { code, output } = await run(project(REPORTED), '--reporter', 'json', '--jobs', '1');
  assert.is(code, 1);
  const { ok, files } = JSON.parse(output);
  assert.is(ok, false);
  assert.equal(
    files.map((each: { file: string; tests: { status: string }[] }) => [
      each.file,
      each.tests.map(({ status }) => status),
    ]),
    [
      ['a.test.ts', ['passed', 'skipped']],
      ['b.test.ts', ['failed', 'passed']],
      ['c.test.ts', []],
    ],
  );
  assert.match(files[2].problem, /ran no tests/);
});

const RANDOM = file(
  `import fc from 'fast-check';
test('is small', () => fc.assert(fc.property(fc.integer({ min: 0, max: 1000 }), n => {
  console.log('<' + n + '>');
  return LIMIT > n;
}), { numRuns: 5 }));`,
);

test('the seed of a failure is kept, used again, and let go when the test passes', async () => {
  const directory = project({ 'x.test.ts': RANDOM.replace('LIMIT', '-1') });
  const first = (output: string): string => /<(\d+)>/.exec(output)![1]!;
  const failed = await run(directory);
  assert.is(failed.code, 1);
  const seeds = JSON.parse(readFileSync(join(directory, '.coind/seeds.json'), 'utf8'));
  assert.equal(Object.keys(seeds), ['x.test.ts > is small']);
  const again = await run(directory);
  assert.is(first(again.output), first(failed.output), 'the same input again');
  write(directory, { 'x.test.ts': RANDOM.replace('LIMIT', '1001') });
  const mended = await run(directory);
  assert.is(mended.code, 0, mended.output);
  assert.is(first(mended.output), first(failed.output));
  assert.not(existsSync(join(directory, '.coind/seeds.json')));
});

test('--seed gives the same random input each time', async () => {
  const directory = project({ 'x.test.ts': RANDOM.replace('LIMIT', '1001') });
  const numbers = async (): Promise<string[]> =>
    [...(await run(directory, '--seed', '42')).output.matchAll(/<(\d+)>/g)].map(([, n]) => n!);
  const once = await numbers();
  assert.is(once.length, 5);
  assert.equal(await numbers(), once);
});

const COUNTER = `mylib = require "mylib"
if contract[1] == 1 then error("never") end
for i = 1, 10 do end
`;
const FUEL_TEST = `import { bytes, Devnet } from 'coind/testing';
import { checkSequences } from 'coind/testing/sequences';
import { test } from 'uvu';
test('counts', () => {
  const chain = Devnet.start();
  const methods = { count: () => bytes(0), refuse: () => bytes(1) };
  const counter = chain.deployLua({ file: 'counter.lua', methods });
  counter.methods.count();
  checkSequences({
    chain,
    world: fork => counter.on(fork),
    calls: { count: { run: world => world.methods.count() }, refuse: { run: world => world.methods.refuse() } },
    invariants: { 'it stands': () => true },
    check: { numRuns: 20, seed: 7 },
  });
});
test.run();
`;

test('random sequences say how many calls of each kind took effect, and which kind never did', async () => {
  const { output } = await run(project({ 'counter.lua': COUNTER, 'x.test.ts': FUEL_TEST }));
  assert.match(output, /\nRandom sequences +tried +took effect +refused\n/);
  assert.match(output, /\ncounts {2}count +20 +[1-9]\d* +0\n/);
  assert.match(output, /\ncounts {2}refuse +20 +0 +[1-9]\d*\n/);
  assert.match(output, /Warning: counts: every one of the \d+ calls of refuse was refused/);
});

test('--fuel-check fails beyond its tolerance, and names what has grown', async () => {
  const directory = project({ 'counter.lua': COUNTER, 'x.test.ts': FUEL_TEST });
  assert.match((await run(directory, '--fuel-check')).errors, /fuel\.json cannot be read/);
  assert.is((await run(directory, '--fuel-snapshot')).code, 0);
  const same = await run(directory, '--fuel-check');
  assert.is(same.code, 0);
  assert.match(same.output, /Fuel beside fuel\.json: the same/);
  write(directory, { 'counter.lua': COUNTER.replace('10', '200') });
  const grown = await run(directory, '--fuel-check', '--tolerance', '5');
  assert.is(grown.code, 1);
  assert.match(
    grown.errors,
    /Failed: fuel, beyond a tolerance of 5%:\n +counter\.lua count: mean [\d]+ -> \d+ \(\+/,
  );
  assert.match(grown.output, /counter\.lua count +[\d,]+ +[\d,]+ +\+/);
  assert.is((await run(directory, '--fuel-check', '--tolerance', '500')).code, 0);
});

test('--fuel-against runs the tests of a revision and compares', async () => {
  const directory = project({ 'box/counter.lua': COUNTER, 'box/x.test.ts': FUEL_TEST });
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: directory,
      stdio: 'pipe',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  write(directory, { 'box/counter.lua': COUNTER.replace('10', '200') });
  const grown = await run(join(directory, 'box'), '--fuel-against', 'HEAD');
  assert.is(grown.code, 1);
  assert.match(grown.output, /Fuel beside HEAD: \n/);
  assert.match(grown.errors, /counter\.lua count: mean/);
  assert.match(
    (await run(join(directory, 'box'), '--fuel-against', 'nowhere')).errors,
    /git .*archive.*nowhere/,
  );
});

test('--min-coverage is a gate', async () => {
  const directory = project({
    'counter.lua': `${COUNTER}if contract[1] == 5 then\n  print("x")\nend\n`,
    'x.test.ts': FUEL_TEST,
  });
  const gate = (least: string) => runCoind(directory, ['contract', 'test', '--min-coverage', least]);
  assert.is((await gate('50')).code, 0);
  const { code, errors } = await gate('100');
  assert.is(code, 1);
  assert.match(errors, /Failed: \d+\.\d% of the lines are reached, at least 100% are asked for/);
});

test('options that mean nothing are refused by name', async () => {
  const directory = project({ 'x.test.ts': GREEN });
  for (const [words, message] of [
    [['--reporter', 'xml'], '"xml" is no reporter; there are pretty, tap, junit, json'],
    [['--jobs', '0'], '--jobs 0: a number from 1'],
    [['--timeout', 'soon'], '--timeout soon: milliseconds such as 5000'],
    [['--seed', '1.5'], '--seed 1.5: a whole number'],
  ] as const) {
    const { code, errors } = await run(directory, ...words);
    assert.is(code, 1);
    assert.ok(errors.includes(message), errors);
  }
});

test('suites, hooks and skipped tests are those of uvu, also for CommonJS', async () => {
  const body = `
const boxes = suite('boxes', { count: 0 });
boxes.before(context => { context.count = 10; });
boxes.before.each(context => { context.count++; });
boxes.after.each(context => { console.log('<' + context.__test__ + ' ' + context.count + '>'); });
boxes.after(() => console.log('<after>'));
boxes('first', () => {});
boxes('second', ({ count }) => assert.is(count, 12));
boxes.skip('third', () => assert.unreachable());
boxes.run();
`;
  const directory = project({
    'esm.test.mjs': `import { suite } from 'uvu';\nimport * as assert from 'uvu/assert';${body}`,
    'common.test.cjs': `const { suite } = require('uvu');\nconst assert = require('node:assert'); assert.is = assert.strictEqual;${body}`,
  });
  const { code, output } = await run(directory);
  assert.is(code, 0, output);
  for (const text of ['<first 11>', '<second 12>', '<after>']) assert.is(output.split(text).length, 3, text);
  assert.match(output, /boxes .*\(2 \/ 2\)/s);
  assert.match(output, /Skipped: +1/);
});

test.run();
