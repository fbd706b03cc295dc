import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callLua, luaContract } from '../../support/lua/lua-call.js';
import { sampleContract } from '../../support/lua/sample-contracts.js';
import { runCoind } from '../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const CONFIGURE = 'f0110000';
const UNKNOWN = 'f0770000';

/** A folder with the sample token. */
function tokenProject(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'token.lua'), sampleContract('token.lua'));
  return directory;
}

/** The figures of the section `Fuel`. */
function fuelIn(output: string): Map<string, string> {
  const [, section] = output.split('\nFuel\n');
  return new Map(
    section!
      .trim()
      .split('\n')
      .map(line => line.trim().split(/ +/) as [string, string]),
  );
}

test('a call shows what each function of the node cost on which line, what it stored and its fuel', async () => {
  const { code, output, errors } = await runCoind(tokenProject(), [
    ...['contract', 'run', 'token.lua', '--args', CONFIGURE],
  ]);
  assert.is(code, 0, errors);
  assert.match(output, /^token\.lua: ok\n/);
  // A new value pays 600 for each byte of key and value: "symbol" and "SMPL" (spec 03 §7.3).
  assert.match(output, /token\.lua:32 {2}mylib\.WriteData +store +6000\n/);
  assert.match(output, /token\.lua:57 {2}mylib\.ReadData +store +3\n/);
  assert.match(output, /"symbol" {2}nothing -> 534d504c "SMPL"\n/);
  assert.match(output, /CONTRACT_TOKEN_OPERATE_ADD .* 90000000000\.00000000/);
});

test('its fuel by kind is that of the same call on another ledger', async () => {
  const { output } = await runCoind(tokenProject(), ['contract', 'run', 'token.lua', '--args', CONFIGURE]);
  const { report } = callLua(luaContract(Buffer.from(sampleContract('token.lua'))), {
    arguments: Buffer.from(CONFIGURE, 'hex'),
  });
  const shown = fuelIn(output);
  for (const kind of ['step', 'op', 'store', 'account', 'func', 'memory', 'total']) {
    assert.is(shown.get(kind), String(report.fuel[kind]), kind);
  }
  const charges = [...output.matchAll(/ {2}(store|account|func) +(\d+)/g)];
  const sum = charges.slice(0, -3).reduce((total, [, , fuel]) => total + Number(fuel), 0);
  assert.is(sum, report.fuel.store! + report.fuel.account! + report.fuel.func!);
});

test('a call that fails shows its line, the call stack, and what it burned until then', async () => {
  const { code, output, errors } = await runCoind(tokenProject(), [
    ...['contract', 'run', 'token.lua', '--args', UNKNOWN],
  ]);
  assert.is(code, 1);
  assert.match(errors, /failed: Method 77 not found or parameter error\ntoken\.lua:87\n/);
  assert.match(errors, /\n> 87 \| {3}error\(string\.format/);
  assert.match(errors, /call stack:\n {2}error \(host\)\n {2}main chunk \(token\.lua:87\)\n/);
  assert.ok(Number(fuelIn(output).get('step')) > 50);
});

test('several calls follow each other, and the first that fails is the last', async () => {
  const { code, output, errors } = await runCoind(tokenProject(), [
    ...['contract', 'run', 'token.lua', '--args', CONFIGURE, '--args', CONFIGURE, '--args', CONFIGURE],
  ]);
  assert.is(code, 1);
  assert.is(output.split('token.lua: ok').length, 2);
  assert.is(errors.split('Already configured').length - 1 > 0, true);
});

test('caller and coins are those that are given', async () => {
  const directory = temporaryDirectory();
  const source = `mylib = require "mylib"
local paid = mylib.GetCurTxInputAsset()
print(string.char(mylib.GetBase58Addr(mylib.GetCurTxAccount())) .. " paid " .. paid.amount .. " " .. paid.symbol)`;
  writeFileSync(join(directory, 'paid.lua'), source);
  const words = ['contract', 'run', 'paid.lua', '--from', 'bob', '--coins'];
  const base = await runCoind(directory, [...words, '1.5']);
  assert.match(base.output, /\nLog\n {2}w\w{33} paid 150000000 WICC\n/);
  const named = await runCoind(directory, [...words, '2:WICC']);
  assert.match(named.output, / paid 200000000 WICC\n/);
});

test('what cannot be run is refused, with the usage', async () => {
  const directory = tokenProject();
  const cases: readonly (readonly [words: string[], message: RegExp])[] = [
    [[], /one Lua source is expected/],
    [['token.ts'], /one Lua source is expected/],
    [['missing.lua'], /missing\.lua does not exist/],
    [['token.lua', '--args', 'f0x'], /"f0x" is no argument bytes: two hex digits for each/],
    [['token.lua', '--args', 'f01'], /"f01" is no argument bytes/],
    [['token.lua', '--coins', 'all'], /"all" is no coins, which are written 1\.5 or 1\.5:WUSD/],
    [
      ['token.lua', '--from', 'mallory'],
      /"mallory" is no account; those of a development chain are alice, bob/,
    ],
    [['token.lua', '--from', 'constructor'], /"constructor" is no account/],
  ];
  for (const [words, message] of cases) {
    const { code, errors } = await runCoind(directory, ['contract', 'run', ...words]);
    assert.is(code, 1);
    assert.match(errors, message);
    assert.match(errors, /\nUsage: coind contract run /);
  }
});

test.run();
