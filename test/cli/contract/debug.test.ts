import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bytes, coins, Devnet, observeDevnets } from '../../../src/testing/index.js';
import { describeValue } from '../../../vm/lua/value/describe.js';
import { DebugClient } from '../../support/debug-client.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const BOX = `mylib = require "mylib"
local LIMIT = 10
local function saved()
  local value = { mylib.ReadData("sum") }
  return #value == 0 and 0 or mylib.ByteToInteger(table.unpack(value))
end
local function save(n)
  local value = { mylib.IntegerToByte8(n) }
  assert(mylib.WriteData({ key = "sum", length = #value, value = value }))
end
local sum = saved()
for i = 1, #contract do
  sum = sum + contract[i]
  print("sum", sum)
end
assert(sum <= LIMIT, "Too much")
save(sum)
-- the end
`;

const TEST = `import { bytes, Devnet } from 'coind/testing';
import { test } from 'uvu';
const box = Devnet.start().deployLua({ file: 'box.lua' });
test('adds', () => void box.call(bytes(1, 2)));
test('adds too much', () => void box.call(bytes(9, 9)));
test.run();
`;

function project(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'box.lua'), BOX);
  writeFileSync(join(directory, 'box.test.ts'), TEST);
  return directory;
}

interface SeenLine {
  readonly line: number;
  readonly fuel: string;
  readonly locals: Record<string, string>;
}

/** What a recorder in this process sees of a call, which the debugger has no part in. */
function recorded(directory: string, args: readonly number[], fuelTotals: bigint[]): SeenLine[] {
  const seen: SeenLine[] = [];
  const chain = Devnet.start();
  const box = chain.deployLua({ file: join(directory, 'box.lua') });
  const before = chain.snapshot();
  const call = () =>
    fuelTotals.push(box.call(bytes(...args), { from: chain.accounts.bob, coins: coins(5) }).fuel.total);
  call();
  chain.revert(before);
  const stop = observeDevnets({
    runs: {
      log() {},
      ended() {},
      luaLines: () => ({
        line: (run, line) => {
          const locals = run.frames()[0]!.locals.map(({ name, value }) => [name, describeValue(value)]);
          seen.push({ line, fuel: String(run.fuel), locals: Object.fromEntries(locals) });
        },
        failed() {},
      }),
    },
  });
  call();
  stop();
  return seen;
}

/** Steps through everything that a client sees, until the end. */
async function stepped(client: DebugClient, command: string): Promise<SeenLine[]> {
  const seen: SeenLine[] = [];
  for (;;) {
    const { event } = await client.event('stopped', 'terminated');
    if (event === 'terminated') return seen;
    const [line] = await client.lines();
    const { fuel } = await client.variables('Call');
    seen.push({ line: line!, fuel: fuel!, locals: await client.variables('Locals') });
    await client.request(command, { threadId: 1 });
  }
}

test('steps, locals and fuel are those of a recorded line trace, and looking costs no fuel', async () => {
  const directory = project();
  const totals: bigint[] = [];
  const expected = recorded(directory, [1, 2], totals);
  assert.is(totals[0], totals[1]);
  const call = { program: 'box.lua', args: ['0102'], coins: '5', from: 'bob', stopOnEntry: true };
  const client = await DebugClient.launch(directory, call);
  await client.request('configurationDone');
  const seen = await stepped(client, 'stepIn');
  assert.equal(seen, expected);
  assert.ok(seen.length > 15);
  assert.match(client.output, new RegExp(`total +${totals[0]}\\n`));
  assert.match(client.output, /sum\t3/);
  assert.is(await client.close(), 0);
});

test('steps go over and out of functions', async () => {
  const client = await DebugClient.launch(project(), { program: 'box.lua', args: ['01'], stopOnEntry: true });
  await client.request('configurationDone');
  const lines: (readonly number[])[] = [];
  for (const command of ['next', 'next', 'next', 'next', 'stepIn', 'next', 'stepOut', 'continue']) {
    await client.event('stopped');
    lines.push(await client.lines());
    await client.request(command, { threadId: 1 });
  }
  assert.equal(lines, [[1], [2], [6], [10], [11], [4, 11], [5, 11], [12]]);
  await client.event('terminated');
  await client.close();
});

test('breakpoints stop at lines, where a condition holds, or say something; storage and upvalues are shown', async () => {
  const directory = project();
  const client = await DebugClient.launch(directory, { program: 'box.lua', args: ['0102', '03'] });
  const source = { path: join(directory, 'box.lua') };
  const { breakpoints } = await client.request('setBreakpoints', {
    source,
    breakpoints: [
      { line: 13, condition: 'sum + contract[i] == 3' },
      { line: 12, logMessage: 'sum is {sum}, {#contract} bytes' },
      { line: 7 },
      { line: 99 },
    ],
  });
  assert.equal(
    breakpoints.map(({ verified, line }: { verified: boolean; line?: number }) => [verified, line]),
    [
      [true, 13],
      [true, 12],
      [true, 8],
      [false, undefined],
    ],
  );
  await client.request('configurationDone');
  assert.is((await client.event('stopped')).body.reason, 'breakpoint');
  assert.equal([await client.lines(), (await client.variables('Locals')).i], [[13], '2']);
  const evaluated = async (expression: string): Promise<string> =>
    (await client.request('evaluate', { expression, frameId: 1 })).result;
  assert.is(await evaluated('contract[2] * 2 .. "!"'), '"4!"');
  assert.is(await evaluated('not nothing and sum'), '1');
  for (const [expression, reason] of [
    ['save(1)', /changes nothing/],
    ['sum +', /no expression/],
    ['sum.x', /the integer 1 has no fields/],
  ] as const) {
    assert.match((await client.ask('evaluate', { expression, frameId: 1 })).message ?? '', reason);
  }
  await client.request('continue', { threadId: 1 });
  await client.event('stopped');
  assert.equal(await client.lines(), [8, 17]);
  assert.equal(await client.variables('Storage'), {});
  await client.request('continue', { threadId: 1 });
  await client.event('stopped');
  assert.equal(await client.variables('Storage'), { '"sum"': '0300000000000000' });
  assert.equal((await client.variables('Call')).arguments, '03');
  await client.request('continue', { threadId: 1 });
  await client.event('terminated');
  assert.match(client.output, /sum is 0, 2 bytes\n/);
  await client.close();
});

test('a failing test stops where the contract fails, and its failure is shown', async () => {
  const directory = project();
  const client = await DebugClient.launch(directory, { program: 'box.test.ts', filter: 'too much' });
  await client.request('setExceptionBreakpoints', { filters: ['failures'] });
  await client.request('configurationDone');
  const { body } = await client.event('stopped');
  assert.is(body.reason, 'exception');
  assert.match(body.text, /Too much/);
  const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
  assert.is(stackFrames[0].source.path, join(directory, 'box.lua'));
  assert.equal([stackFrames[0].line, stackFrames[0].name], [16, 'main chunk']);
  assert.is((await client.variables('Locals')).sum, '18');
  await client.request('continue', { threadId: 1 });
  assert.is((await client.event('exited')).body.exitCode, 1);
  assert.match(client.output, /FAIL {2}"adds too much"/);
  assert.not.match(client.output, /passed: adds\n/);
  await client.close();
});

test('what cannot be done is refused with a sentence', async () => {
  const directory = project();
  assert.match(await DebugClient.refused(directory, {}), /"program" is missing/);
  assert.match(
    await DebugClient.refused(directory, { program: 'box.lua', args: 'f0' }),
    /"args" has to be a list/,
  );
  const client = await DebugClient.launch(directory, { program: 'box.test.ts' });
  const refused = async (command: string, args: object = {}): Promise<string> =>
    (await client.ask(command, args)).message ?? '';
  assert.match(await refused('stackTrace', { threadId: 1 }), /no contract waits/);
  assert.match(await refused('stepBack'), /stepBack is not supported/);
  // Without this filter a contract that fails is not waited for.
  await client.request('setExceptionBreakpoints', { filters: [] });
  await client.request('configurationDone');
  await client.event('terminated');
  assert.is(await client.close(), 0);
});

test.run();
