import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openFilesOfProcess, type Readings, Watch, warningsOf } from '../../src/node/watch.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const MEBIBYTE = 2 ** 20;
const LIMITS = { free: 200 * MEBIBYTE, blockInterval: 3 };
const GOOD: Readings = {
  free: 201 * MEBIBYTE,
  slowestSync: 1000,
  sinceBlock: 60,
  openFiles: { count: 800, limit: 1000 },
};

for (const [name, readings, expected] of [
  ['what is at its limit', GOOD, []],
  [
    'nothing that is not looked at',
    { free: undefined, slowestSync: 0, sinceBlock: undefined, openFiles: undefined },
    [],
  ],
  [
    'too little room on the disk',
    { ...GOOD, free: 199.5 * MEBIBYTE },
    [/^disk space is low: 199 MiB are free, 200/],
  ],
  ['a slow disk', { ...GOOD, slowestSync: 1500.4 }, [/^the disk is slow: .* took 1500 ms$/]],
  ['blocks that do not come', { ...GOOD, sinceBlock: 61 }, [/^no block for 61 s, one is due every 3 s$/]],
  ['too many open files', { ...GOOD, openFiles: { count: 801, limit: 1000 } }, [/^801 files .* 1000 may be/]],
  [
    'all at once',
    { free: 0, slowestSync: 9999, sinceBlock: 999, openFiles: { count: 2, limit: 2 } },
    [/disk space/, /slow/, /block/, /files/],
  ],
] as const satisfies readonly (readonly [string, Readings, readonly RegExp[]])[]) {
  test(`warns of ${name}: ${expected.length}`, () => {
    const warnings = warningsOf(readings, LIMITS);
    assert.is(warnings.length, expected.length, warnings.join('\n'));
    for (const [i, pattern] of expected.entries()) assert.match(warnings[i] ?? '', pattern);
  });
}

test('a block is late after ten intervals, but not before a minute', () => {
  assert.is(warningsOf({ ...GOOD, sinceBlock: 600 }, { ...LIMITS, blockInterval: 60 }).length, 0);
  assert.is(warningsOf({ ...GOOD, sinceBlock: 601 }, { ...LIMITS, blockInterval: 60 }).length, 1);
});

test('a warning is logged once while it lasts, whatever its figures, and again when it comes back', async () => {
  const logged: string[] = [];
  const days = [
    { ...GOOD, free: 10 * MEBIBYTE },
    { ...GOOD, free: 5 * MEBIBYTE },
    GOOD,
    { ...GOOD, free: 0 },
  ];
  const watch = new Watch({
    read: async () => days.shift() ?? GOOD,
    limits: LIMITS,
    onWarning: warning => logged.push(warning),
  });
  await watch.look();
  assert.match(watch.warnings[0] ?? '', /10 MiB/);
  await watch.look();
  assert.match(watch.warnings[0] ?? '', /5 MiB/);
  assert.is(logged.length, 1);
  await watch.look();
  assert.equal(watch.warnings, []);
  await watch.look();
  assert.is(logged.length, 2);
});

test('a slow write is told for a while after it', async () => {
  const syncs = [5000];
  const watch = new Watch({
    read: async () => ({ ...GOOD, slowestSync: syncs.shift() ?? 1 }),
    limits: LIMITS,
    onWarning: () => undefined,
  });
  for (let i = 0; i < 12; i++) {
    await watch.look();
    assert.is(watch.warnings.length, 1);
  }
  await watch.look();
  assert.equal(watch.warnings, []);
});

test('the open files of this process are counted where the system tells them', async () => {
  const found = await openFilesOfProcess();
  if (process.platform !== 'linux') assert.is(found, undefined);
  else assert.ok(found !== undefined && found.count > 3 && found.limit >= found.count);
});

test('getinfo has the warnings among the errors; nothing is written where everything is in memory', async () => {
  const switches = ['-minfreespace=1000000000'];
  const node = await startTestNode({ directory: temporaryDirectory(), switches });
  assert.match((await node.call<{ errors: string }>('getinfo')).errors, /^disk space is low/);
  await node.stop();
  const memory = await startTestNode({ switches });
  assert.is((await memory.call<{ errors: string }>('getinfo')).errors, '');
  await memory.stop();
});

test.run();
