import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { LuaDirectory } from '../../support/lua/sample-contracts.js';
import { runCoind } from '../../support/nodes/command-line.js';
import { NodeProcess } from '../../support/nodes/node-process.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Counts, offers the coins of the call on the exchange, and is refused something. */
const CONTRACT = `mylib = require "mylib"
local value = { mylib.ReadData("n") }
mylib.WriteData({ key = "a", lenght = 1, value = { 1 } })
assert(mylib.WriteData({ key = "n", length = 1, value = { (value[1] or 0) + 1 } }))
print("counted")
local paid = mylib.GetCurTxInputAsset()
if paid.amount > 0 then
  mylib.CallContract({ contract = "0-300", action = "selllimit", args = {
    asset = paid, coin = "WUSD", price = 50000000, dex_id = 0, memo = "",
  } })
end
`;

const directory = temporaryDirectory();
const lua = new LuaDirectory();
const file = lua.write('counter.lua', CONTRACT);
const node = await NodeProcess.start({ directory });
const trace = (...words: readonly string[]) =>
  runCoind(lua.path, [`-datadir=${directory}`, `-rpcport=${node.port}`, 'contract', 'trace', ...words]);
let contract = '';
let first = '';

test.before(async () => {
  const { txid } = await node.call<{ txid: string }>(
    'submitcontractdeploytx',
    EXAMPLE.alice,
    file,
    110_000_000,
  );
  await node.call('generate', 1);
  contract = (await node.call<{ regid: string }>('getcontractregid', txid)).regid;
  const call = async (amount: number): Promise<string> => {
    const answer = await node.call<{ txid: string }>(
      'submitcontractcalltx',
      EXAMPLE.bob,
      contract,
      'f0',
      amount,
    );
    await node.call('generate', 1);
    return answer.txid;
  };
  first = await call(2_000_000_000);
  await call(0);
  await node.call('generate', 2);
});
test.after(() => node.stop());

test('a confirmed transaction shows its calls as they were then, with lines of the sources that are named', async () => {
  const { code, output, errors } = await trace(first, 'counter.lua');
  assert.is(code, 0, output + errors);
  const owner = (await node.call<{ address: string }>('getaccountinfo', contract)).address;
  assert.match(
    output,
    new RegExp(
      `^block \\d+
counter\\.lua ${contract} {2}called with f0, 20\\.00000000 WICC {2}fuel \\d+
  log {2}counted
  counter\\.lua:4 {2}"n": nothing -> 01
  counter\\.lua:3 {2}mylib\\.WriteData refused: field "length" is missing.*
  0-300 {2}0-300::selllimit \\{"owner":"${contract}".*\\} {2}fuel \\d+
    dex freeze seller's assets {2}${owner} -> - {2}20\\.00000000 WICC
$`,
    ),
  );
});

test('the JSON has what the ledger has recorded: fuel and receipts', async () => {
  const { output } = await trace(first, '--format', 'json');
  const { calls, height } = JSON.parse(output) as {
    height: number;
    calls: { fuel: number; changes: object[]; calls: { receipts: JsonObject[] }[] }[];
  };
  const { receipts } = await node.call<{ receipts: JsonObject[] }>('gettxdetail', first);
  const frozen = receipts.at(-1)!;
  assert.is(frozen.receipt_type_name, "dex freeze seller's assets");
  // An order that was made is noted beside its receipts when the action has ended.
  const { object_id: _, ...withoutId } = frozen;
  const { object_id: __, ...shown } = calls[0]!.calls[0]!.receipts[0]!;
  assert.equal(shown, withoutId);
  assert.equal(calls[0]!.changes, [{ key: '6e', before: null, after: '01', line: 4 }]);
  const block = await node.call<{ total_fuel_fee: number; fuel_rate: number }>('getblock', height);
  assert.is(block.total_fuel_fee, Math.ceil(calls[0]!.fuel / 100) * block.fuel_rate);
});

test('asking changes nothing, and other transactions have no calls', async () => {
  const before = await node.call<JsonObject>('getcontractdata', contract, 'n');
  await trace(first);
  assert.equal(await node.call('getcontractdata', contract, 'n'), before);
  const { txid } = await node.call<{ txid: string }>(
    'submitsendtx',
    EXAMPLE.alice,
    EXAMPLE.bob,
    'WICC:1:wi',
    'WICC:1:wi',
    '',
  );
  await node.call('generate', 1);
  const { output } = await trace(txid);
  assert.match(output, /the transaction has called no contract\n$/);
});

test('what is no transaction of the chain is refused', async () => {
  const unknown = await trace('0'.repeat(64));
  assert.is.not(unknown.code, 0);
  assert.match(unknown.errors, /is not in the chain/);
  const wrong = await trace('abc');
  assert.match(wrong.errors, /the id of a transaction is expected: 64 hex digits/);
});

test.run();
