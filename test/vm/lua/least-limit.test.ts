import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ScratchLedger } from '../../support/ledgers/scratch-ledger.js';
import { callLua, luaContract } from '../../support/lua/lua-call.js';
import { AMPLE_FUEL } from '../../support/lua/run-lua.js';

const STORED =
  'mylib.WriteData({key = "k", length = 400, value = {contract[1], ("x"):rep(399):byte(1, -1)}})';

/** Runs on a ledger where the contract has stored 400 bytes under `k`. */
function run(source: string, fuelLimit?: number) {
  const ledger = new ScratchLedger();
  const options = { ledger, arguments: Buffer.of(1) };
  assert.is(callLua(luaContract(STORED), options).failure, undefined);
  return callLua(luaContract(source), { ...options, ...(fuelLimit !== undefined && { fuelLimit }) });
}

const PROGRAMS: Readonly<Record<string, string>> = {
  'what is burned in the end': 'local n = 0 for i = 1, 5000 do n = n + i end',
  'what is burned before a refund': 'local n = 0 for i = 1, 5000 do n = n + i end mylib.DeleteData("k")',
  'what is burned before the larger of two refunds':
    'local n = 0 for i = 1, 9000 do n = n + i end ' +
    'mylib.WriteData({key = "k", length = 300, value = {("y"):rep(300):byte(1, -1)}}) ' +
    'for i = 1, 100 do n = n + i end mylib.DeleteData("k")',
  'work of the library beyond what every run may do':
    'local s = ("a"):rep(100000) for i = 1, 20 do s:find("b", 1, true) end',
};

for (const [what, source] of Object.entries(PROGRAMS)) {
  test(`the least limit is ${what}: with it the call ends as with more, with one less it burns out`, () => {
    const ample = run(source, AMPLE_FUEL);
    assert.is(ample.failure, undefined);
    const { leastLimit, fuel } = ample.report;
    assert.ok(leastLimit >= Number(fuel.total));
    const enough = run(source, leastLimit);
    assert.is(enough.failure, undefined);
    assert.is(enough.fuel, ample.fuel);
    assert.is(enough.report.leastLimit, leastLimit);
    assert.match(String(run(source, leastLimit - 1).failure), /burned-out/i);
  });
}

test('a refund and much work of the library need more than what is burned', () => {
  for (const what of Object.keys(PROGRAMS).slice(1)) {
    const { leastLimit, fuel } = run(PROGRAMS[what] ?? '', AMPLE_FUEL).report;
    assert.ok(leastLimit > Number(fuel.total), what);
  }
});

test.run();
