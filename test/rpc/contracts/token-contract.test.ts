import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { deploySample, LuaDirectory, sampleContract } from '../../support/lua/sample-contracts.js';
import { startTestNode } from '../../support/nodes/node.js';

/* What a node answers about a contract that manages a token. The contract itself is tested in test/contracts. */

const { alice, bob, carol } = EXAMPLE;
const SUPPLY = 90_000_000_000n * 10n ** 8n;
const CALL_FEE = 1_000_000;
const CONFIGURE = 'f0110000';

/** What a send is called with: 46 bytes. */
function sendArguments(receiver: string, amount: bigint): string {
  const money = Buffer.alloc(8);
  money.writeBigInt64LE(amount);
  return `f0160000${Buffer.from(receiver, 'latin1').toString('hex')}${money.toString('hex')}`;
}

const directory = new LuaDirectory();
const node = await startTestNode();
const test = suite('methods about a token of a contract');
test.after(() => node.stop());

let contract = '';
const submit = (sender: string, args: string) =>
  node.call<JsonObject>('submitcontractcalltx', sender, contract, args, 0, CALL_FEE);
const free = async (account: string) =>
  BigInt(
    (await node.call<{ free_value: number | bigint }>('getcontractaccountinfo', contract, account))
      .free_value,
  );

test.before(async () => {
  await node.call('generate', 2);
  contract = await deploySample(node, directory, 'token.lua', bob);
  const { txid, hash } = await submit(carol, CONFIGURE);
  assert.is(hash, txid);
  await node.call('generate', 1);
  assert.is(await free(alice), SUPPLY);
});

test('getcontractinfo shows the code', async () => {
  const info = await node.call('getcontractinfo', contract);
  assert.is(info.contract_regid, contract);
  assert.is(info.vm_type, 1);
  assert.is(info.upgradable, false);
  assert.is(Buffer.from(info.code as string, 'hex').toString(), sampleContract('token.lua'));
});

test('getcontractdata shows what is stored, as text and in hex', async () => {
  const data = async (key: string, ...hex: boolean[]) =>
    (await node.call('getcontractdata', contract, key, ...hex)).value;
  assert.is(await data('owner'), alice);
  assert.is(await data('symbol', false), 'SMPL');
  assert.is(await data(Buffer.from('decimals').toString('hex'), true), '0800000000000000');
  const supply = Buffer.alloc(8);
  supply.writeBigInt64LE(SUPPLY);
  assert.is(await data(Buffer.from('totalSupply').toString('hex'), true), supply.toString('hex'));
  assert.is((await node.fail('getcontractdata', contract, 'nothing')).code, -8);
});

test('getcontractaccountinfo shows amounts beyond 2^53 to the last unit', async () => {
  const amount = 2n ** 53n + 1n;
  await submit(alice, sendArguments(bob, amount));
  await node.call('generate', 1);
  assert.is(await free(bob), amount);
  assert.is(await free(alice), SUPPLY - amount);
  const account = await node.call('getcontractaccountinfo', contract, bob);
  assert.is(account.account_uid, Buffer.from(bob).toString('hex'));
  assert.equal(account.frozen_funds, []);
});

test('a refusal is answered with code and reason', async () => {
  const { message } = await node.fail('submitcontractcalltx', carol, contract, CONFIGURE, 0, CALL_FEE);
  assert.match(
    message,
    /^CommitTx failed: code=50, reason=run-script-error: lua_pcallk failed: .*:\d+: Already configured$/,
  );
});

test('a fee that buys too little fuel is refused with one that suffices', async () => {
  const call = ['submitcontractcalltx', alice, contract, sendArguments(carol, 7n), 0] as const;
  const { message } = await node.fail(...call, 10_000);
  const sufficient = Number(/; a fee of (\d+) sawi WICC would have sufficed$/.exec(message)![1]);
  assert.match(message, /^CommitTx failed: code=50, reason=run-script-error: .*Burned-out lua_Burn/);
  await node.fail(...call, sufficient - 100);
  await node.call(...call, sufficient);
  await node.call('generate', 1);
  assert.is(await free(carol), 7n);
});

test('without a fee the call pays what it needs and a fifth more', async () => {
  await node.call('submitcontractcalltx', alice, contract, sendArguments(carol, 1n), 0);
  await node.call('generate', 1);
  assert.is(await free(carol), 8n);
});

test('getcontractassets shows the addresses of the wallet', async () => {
  const { total_assets, lists } = await node.call('getcontractassets', contract);
  assert.is(BigInt(total_assets as bigint), SUPPLY);
  assert.is((lists as JsonObject[]).length, 3);
  const listed = await node.call<JsonObject[]>('listcontractassets', contract);
  assert.ok(listed.length >= 3);
});

test.run();
