import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/methods/common-parameters.js';
import { deploySample, LuaDirectory } from '../../support/lua-contracts.js';
import { startTestNode } from '../../support/node.js';

const { alice, bob } = EXAMPLE;
const AMOUNT = 123_456_789;

function lockArguments(beneficiary: string, height: number): string {
  const until = Buffer.alloc(4);
  until.writeUInt32LE(height);
  return `f011${Buffer.from(beneficiary, 'latin1').toString('hex')}${until.toString('hex')}`;
}

const directory = new LuaDirectory();
const node = await startTestNode();
const vesting = suite('vesting contract');
vesting.after(() => node.stop());

let contract = '';
let due = 0;
const call = (sender: string, args: string, amount = 0) =>
  node.call('submitcontractcalltx', sender, contract, args, amount);
const refusal = async (sender: string, args: string, amount = 0) =>
  (await node.fail('submitcontractcalltx', sender, contract, args, amount)).message;
const funds = () => node.call('getcontractaccountinfo', contract, bob);

vesting.before(async () => {
  await node.call('generate', 2);
  contract = await deploySample(node, directory, 'vesting.lua', alice);
  due = (await node.call<number>('getblockcount')) + 4;
});

vesting('keeps coins frozen for the beneficiary until their height', async () => {
  await call(alice, lockArguments(bob, due), AMOUNT);
  await node.call('generate', 1);
  const { free_value, frozen_funds } = await funds();
  assert.is(free_value, 0);
  const tag = Buffer.from('vesting').toString('hex');
  const shown = (frozen_funds as JsonObject[]).map(fund => ({ ...fund }));
  assert.equal(shown, [{ value: AMOUNT, timeout_height: due, tag }]);
  assert.match(await refusal(bob, 'f012'), /Nothing is due$/);
});

vesting('refuses heights of the past, and locks of nothing', async () => {
  assert.match(await refusal(alice, lockArguments(bob, 1), 5), /Height 1 is not in the future$/);
  assert.match(await refusal(alice, lockArguments(bob, due)), /Nothing to lock$/);
});

vesting('pays everything that is due to who is entitled to it, once', async () => {
  const tip = await node.call<number>('getblockcount');
  await node.call('generate', due - tip);
  assert.is((await funds()).free_value, AMOUNT);
  assert.match(await refusal(alice, 'f012'), /Nothing is due$/);
  const { txid } = await node.call<{ txid: string }>('submitcontractcalltx', bob, contract, 'f012', 0);
  await node.call('generate', 1);
  const { receipts } = await node.call<{ receipts: { receipt_type: number; coin_amount: number }[] }>(
    'gettxdetail',
    txid,
  );
  const paid = receipts.slice(1).map(({ receipt_type: type, coin_amount: amount }) => [type, amount]);
  assert.equal(paid, [
    [607, AMOUNT],
    [606, AMOUNT],
    [603, AMOUNT],
  ]);
  assert.match(await refusal(bob, 'f012'), /Nothing is due$/);
});

vesting.run();
