import { symlinkSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { deploySample, LuaDirectory, sampleContract } from '../../support/lua/sample-contracts.js';
import { startTestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const { alice, bob } = EXAMPLE;
const DEPLOY_FEE = 110_000_000;
const HEADLINE = 'mylib = require "mylib"\n';

const directory = new LuaDirectory();
const hello = directory.write('hello.lua', sampleContract('hello.lua'));
const node = await startTestNode();
/** Where the contract of most tests is. */
let contract = '';
const lua = suite('Lua contracts');
lua.after(() => node.stop());
lua.before(async () => {
  await node.call('generate', 2);
});

const deploy = (...params: Parameters<typeof node.fail> extends [string, ...infer P] ? P : never) =>
  node.fail('submitcontractdeploytx', ...params);

lua('a file must exist and lie below /tmp/lua, links resolved', async () => {
  const missing = { code: -3002, message: 'Lua Script file not exist' };
  const outside = { code: -3001, message: 'Lua Script file not inside /tmp/lua dir or its subdir' };
  assert.equal(await deploy(alice, `${directory.path}/nothing.lua`, DEPLOY_FEE), missing);
  assert.equal(await deploy(alice, '/tmp/lua/../../etc/hostname', DEPLOY_FEE), outside);
  const elsewhere = temporaryDirectory();
  symlinkSync(elsewhere, `${directory.path}/link`);
  assert.equal(await deploy(alice, `${directory.path}/link`, DEPLOY_FEE), outside);
});

lua('a file must be an ordinary one of 1 to 65,536 bytes', async () => {
  const refused = { code: -8, message: 'Failed to acquire contract script' };
  assert.equal(await deploy(alice, directory.write('empty.lua', ''), DEPLOY_FEE), refused);
  const big = directory.write('big.lua', HEADLINE.padEnd(65_537, ' '));
  assert.equal(await deploy(alice, big, DEPLOY_FEE), refused);
  assert.equal(await deploy(alice, directory.path, DEPLOY_FEE), refused);
});

lua('a syntax error is told with its line', async () => {
  const path = directory.write('syntax.lua', `${HEADLINE}local x =\nend\n`);
  const { code, message } = await deploy(alice, path, DEPLOY_FEE);
  assert.is(code, -8);
  assert.is(message, `${path}:3: unexpected symbol near 'end'`);
});

lua('the first line, the memo, the fee and the sender are checked', async () => {
  const bare = directory.write('bare.lua', 'return 1\n');
  assert.equal(await deploy(alice, bare, DEPLOY_FEE), {
    code: -2001,
    message: 'CommitTx failed: code=16, reason=vmscript-invalid',
  });
  const longMemo = await deploy(alice, hello, DEPLOY_FEE, 2, 'm'.repeat(101));
  assert.equal(longMemo, { code: -8, message: 'Contract memo too large' });
  const low = await deploy(alice, hello, DEPLOY_FEE - 1);
  assert.is(low.code, -32602);
  assert.match(low.message, `The given fee is too small: ${DEPLOY_FEE - 1} < ${DEPLOY_FEE} sawi`);
  const stranger = await deploy('wScpfJasHNNqgEQjutCKBtTNcG4rJUcaPP', hello, DEPLOY_FEE);
  assert.equal(stranger, { code: -8, message: 'RegId not exist or immature' });
});

lua('both kinds of deployment keep code and memo', async () => {
  const memo = 'grüß dich';
  await node.call('submitluacontractdeploytx', alice, hello, 'WICC:2:wi', 2, memo);
  const { txid } = await node.call<{ txid: string }>(
    'submitucontractdeploytx',
    bob,
    hello,
    'WICC:2:wi',
    2,
    memo,
  );
  await node.call('generate', 1);
  const { regid } = await node.call<{ regid: string }>('getcontractregid', txid);
  const info = await node.call('getcontractinfo', regid);
  assert.is(info.memo, memo);
  assert.is(info.abi, '');
  assert.is(info.upgradable, true);
  const { count, contracts } = await node.call('listcontracts', true);
  assert.is(count, 2);
  assert.is((contracts as JsonObject[])[0]!.memo, memo);
  const account = await node.call('getaccountinfo', regid);
  assert.is(account.owner_pubkey, '');
});

lua('a deployment pays its fee to the producer, less the fuel of one coin', async () => {
  const { fuel_rate, total_fuel_fee } = await node.call('getblock', await node.call<number>('getblockcount'));
  assert.is(fuel_rate, 100);
  assert.is(total_fuel_fee, 200_000_000);
});

lua('all names of a call work', async () => {
  contract = await deploySample(node, directory, 'hello.lua', alice);
  await node.call('submitluacontractcalltx', alice, contract, 'f017', 5, 'WICC:1000000:sawi');
  await node.call('callcontracttx', alice, contract, 5, 'f018', 1_000_000);
  await node.call('submitucontractcalltx', bob, contract, 'f018', 'WICC:7:sawi', 'WICC:1000000:sawi');
  await node.call('generate', 1);
  assert.is((await node.call('getcontractdata', contract, 'Hello')).value, 'World');
  const raw = await node.call('getcontractdataraw', contract, Buffer.from('Hello').toString('hex'));
  assert.is(raw.value, Buffer.from('World').toString('hex'));
  const { tokens } = await node.call<{ tokens: { WICC: { free_amount: number } } }>(
    'getaccountinfo',
    contract,
  );
  assert.is(tokens.WICC.free_amount, 17);
});

lua('calls are checked before they are sent', async () => {
  const call = (...params: readonly (string | number)[]) => node.fail('submitcontractcalltx', ...params);
  assert.equal(await call(alice, '999-9', 'f017', 0), { code: -8, message: 'Failed to acquire contract' });
  assert.equal(await call(alice, 'ff', 'f017', 0), {
    code: -5,
    message: 'Invalid address=ff: it ends at position 2, an address has 34 characters',
  });
  const long = await call(alice, contract, '00'.repeat(4096), 0);
  assert.equal(long, { code: -8, message: "Arguments's size is out of range" });
  assert.is((await call(alice, contract, 'f017', 0, 9_999)).code, -32602);
  assert.is((await call(alice, contract, 'f017', 'WUSD:1:wi')).code, -8);
  assert.is((await call(alice, contract, 'f017', 'WICC:90000000:wi')).code, -2002);
});

lua('an estimate tells fuel, fee, log and error', async () => {
  const greeting = await node.call('estimatecontractcall', alice, contract, 'f017');
  assert.is(greeting.succeeded, true);
  assert.equal(greeting.log, ['Hello, World']);
  const fuel = greeting.fuel as { total: number; func: number };
  assert.is(fuel.func, 375 + 8 * 12);
  assert.is(greeting.needed_fee, Math.max(10_000, 1000 + Math.ceil(fuel.total / 100) * 100));
  assert.is(greeting.error, null);
  const failed = await node.call('estimatecontractcall', alice, contract, 'f0ff');
  assert.is(failed.succeeded, false);
  const { code, reason, traceback } = failed.error as JsonObject;
  assert.is(code, 82);
  assert.match(String(reason), /Method ff not found$/);
  assert.match(String((traceback as string[]).at(-1)), /^\[string "line"\]:\d+$/);
});

lua(
  'the fee that an estimate gives, or that is left out, pays for work and for what a refund gives back',
  async () => {
    const source =
      'if contract[1] == 1 then local s = ("a"):rep(100000) for i = 1, 20 do s:find("b", 1, true) end end ' +
      'if contract[1] == 2 then mylib.WriteData({key = "k", length = 400, value = {("x"):rep(400):byte(1, -1)}}) end ' +
      'if contract[1] == 3 then local n = 0 for i = 1, 50000 do n = n + i end mylib.DeleteData("k") end';
    const file = directory.write('work.lua', HEADLINE + source);
    const { txid } = await node.call<{ txid: string }>('submitcontractdeploytx', alice, file, DEPLOY_FEE);
    await node.call('generate', 1);
    const { regid } = await node.call<{ regid: string }>('getcontractregid', txid);
    const call = (argument: string, ...fee: readonly number[]) =>
      node.call('submitcontractcalltx', alice, regid, argument, 0, ...fee);
    await call('02');
    await node.call('generate', 1);
    for (const argument of ['01', '03']) {
      const estimate = await node.call('estimatecontractcall', alice, regid, argument);
      const { needed_fee: fee, fuel } = estimate as { needed_fee: number; fuel: { total: number } };
      assert.ok(fee > 1000 + Math.ceil(fuel.total / 100) * 100, argument);
      const low = await node.fail('submitcontractcalltx', alice, regid, argument, 0, fee - 100);
      assert.match(
        low.message,
        new RegExp(`Burned-out .*; a fee of ${fee} sawi WICC would have sufficed$`, 'i'),
      );
      await call(argument, fee);
      await node.call('generate', 1);
      if (argument === '03') await call('02');
      await node.call('generate', 1);
      await call(argument);
      await node.call('generate', 1);
    }
  },
);

lua('scripts and contracts can be tried out without effect', async () => {
  const { count } = await node.call('listcontracts', false);
  const tried = await node.call('luavm_executescript', alice, hello, 'f018');
  assert.is(tried.fuel_rate, 100);
  const { contract_size, used_fuel_fee } = tried.register_contract_tx as JsonObject;
  assert.is(contract_size, sampleContract('hello.lua').length + 3 + 1);
  assert.is(used_fuel_fee, 100_000_000);
  const { fuel, fuel_fee } = tried.call_contract_tx as { fuel: number; fuel_fee: number };
  assert.is(fuel_fee, Math.ceil(fuel / 100) * 100);
  const called = await node.call('luavm_executecontract', alice, contract, 'f018');
  // There the key exists already: 5 bytes of the same size for 150 each instead of 10 for 600.
  assert.is(called.burned_fuel, fuel - 10 * 600 + 5 * 150);
  assert.is((await node.call('listcontracts', false)).count, count);
  const low = await node.fail('luavm_executescript', alice, hello, 'f018', 0, 'WICC:0.5:wi');
  assert.equal(low, { code: -32602, message: `The given fee is too small: 50000000 < ${DEPLOY_FEE} sawi` });
  assert.is((await node.fail('luavm_executescript', alice, hello, 'f018', 0, 'WICC:1.2:wi')).code, -4);
  assert.is((await node.fail('luavm_executecontract', alice, '999-9', 'f018')).code, -5);
  const wrong = await node.fail('luavm_executecontract', alice, contract, '00');
  assert.is(wrong.code, -11);
  assert.match(wrong.message, /^CheckAndExecuteTx contract failed: code=50, reason=run-script-error/);
});

lua('a transaction that deploys nothing has no regid of a contract', async () => {
  const { txid } = await node.call<{ txid: string }>('submitsendtx', alice, bob, 'WICC:1:wi');
  const { message } = await node.fail('getcontractregid', txid);
  assert.match(message, /^(tx unconfirmed|transaction \w+ is in block \d+, but it deploys no contract)$/);
  await node.call('generate', 1);
  assert.match((await node.fail('getcontractregid', txid)).message, /deploys no contract$/);
});

lua('contracts of the system are contracts for every method that asks for one', async () => {
  const info = await node.call('getcontractinfo', '0-800');
  assert.equal([info.contract_regid, info.vm_type, info.code], ['0-800', 0, '']);
  assert.ok((JSON.parse(String(info.abi)) as { actions: unknown[] }).actions.length > 5);
  assert.is((await node.call('validateaddr', '0-800')).is_valid, true);
  assert.is((await node.call('validateaddr', '0-999')).is_valid, false);
});

lua('a contract that does not exist has no accounts, not even empty ones', async () => {
  const { code, message } = await node.fail('getcontractaccountinfo', '9-99', bob);
  assert.equal(
    [code, message],
    [-1, 'getcontractaccountinfo: invalid contract regid: 9-99: there is no such contract'],
  );
});

lua(
  'a source that is sent along is deployed for the fee that it needs, and refused as a file is',
  async () => {
    const source = sampleContract('hello.lua');
    const hex = (text: string | Uint8Array): string => Buffer.from(text).toString('hex');
    // Many bytes cost more than the least fee.
    const long = Buffer.concat([Buffer.from(source), Buffer.from(`\n--${'x'.repeat(40_000)}\n`)]);
    for (const [code, memo] of [
      [Buffer.from(source), ''],
      [long, 'long'],
    ] as const) {
      const { txid } = await node.call<{ txid: string }>('submitdeploymenttx', alice, hex(code), '', memo);
      await node.call('generate', 1);
      const { regid } = await node.call<{ regid: string }>('getcontractregid', txid);
      const deployed = await node.call<JsonObject>('getcontractinfo', regid);
      assert.equal([deployed.code, deployed.memo, deployed.vm_type], [hex(code), memo, 1]);
    }
    const fail = (...params: Parameters<typeof deploy>) => node.fail('submitdeploymenttx', alice, ...params);
    assert.equal(await fail(hex(`${HEADLINE}local x =\nend\n`)), {
      code: -8,
      message: "source:3: unexpected symbol near 'end'",
    });
    assert.match((await fail('')).message, /0 bytes/);
    assert.match((await fail(hex(HEADLINE.padEnd(65_537, ' ')))).message, /65537 bytes, 1 to 65536/);
    assert.match((await fail(hex(HEADLINE), {})).message, /no ABI/);
    assert.match((await fail(hex(HEADLINE), '', '', '1-1')).message, /cannot be replaced/);
    assert.is((await fail(hex('return 1\n'))).code, -2001);
    assert.match((await fail(hex(HEADLINE), '', '', '', 1_000)).message, /fee is too small/);
    assert.match((await fail(hex(HEADLINE), '', 'm'.repeat(101))).message, /memo too large/);
  },
);

lua.run();
