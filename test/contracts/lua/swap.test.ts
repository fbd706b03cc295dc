import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMPLE } from '../../../src/rpc/methods/common-parameters.js';
import { deploySample, LuaDirectory } from '../../support/lua-contracts.js';
import { startTestNode } from '../../support/node.js';

const { alice, bob } = EXAMPLE;
const GOVERNOR = '1-2';
const OFFERED = 'WICC:3:wi';
const PRICE = 500_000_000n;

function offerArguments(amount: bigint, symbol: string): string {
  const wanted = Buffer.alloc(8);
  wanted.writeBigInt64LE(amount);
  return `f011${wanted.toString('hex')}${Buffer.from(symbol).toString('hex')}`;
}

const directory = new LuaDirectory();
const node = await startTestNode();
const swap = suite('swap contract');
swap.after(() => node.stop());

let contract = '';
const call = async (sender: string, args: string, amount = 'WICC:0') => {
  const { txid } = await node.call<{ txid: string }>('submitucontractcalltx', sender, contract, args, amount);
  await node.call('generate', 1);
  return txid;
};
const refusal = async (sender: string, args: string, amount = 'WICC:0') =>
  (await node.fail('submitucontractcalltx', sender, contract, args, amount)).message;
const free = async (account: string, symbol: string) => {
  const { tokens } = await node.call<{ tokens: Record<string, { free_amount: number }> }>(
    'getaccountinfo',
    account,
  );
  return BigInt(tokens[symbol]?.free_amount ?? 0);
};

swap.before(async () => {
  await node.call('generate', 2);
  contract = await deploySample(node, directory, 'swap.lua', alice);
  await node.call(
    'submitsendtx',
    alice,
    (await node.call('getaccountinfo', GOVERNOR)).address as string,
    'WICC:10:wi',
  );
  await node.call('generate', 1);
  await node.call('submitsendtx', GOVERNOR, bob, 'WGRT:100:wi');
  await node.call('generate', 1);
});

swap('gives both sides what they want in one call', async () => {
  const offer = await call(alice, offerArguments(PRICE, 'WGRT'), OFFERED);
  assert.is(await free(contract, 'WICC'), 300_000_000n);
  assert.match(await refusal(bob, `f012${offer}`, 'WGRT:499999999'), /The price is 500000000 WGRT$/);
  const [aliceBefore, bobBefore] = [await free(alice, 'WGRT'), await free(bob, 'WGRT')];
  await call(bob, `f012${offer}`, `WGRT:${PRICE}`);
  assert.is(await free(alice, 'WGRT'), aliceBefore + PRICE);
  assert.is(await free(bob, 'WGRT'), bobBefore - PRICE);
  assert.is(await free(contract, 'WICC'), 0n);
  assert.match(await refusal(bob, `f012${offer}`, `WGRT:${PRICE}`), /No such offer$/);
});

swap('lets only the maker take an offer back', async () => {
  const offer = await call(alice, offerArguments(PRICE, 'WGRT'), OFFERED);
  assert.match(await refusal(bob, `f013${offer}`), /Only who made an offer can cancel it$/);
  await call(alice, `f013${offer}`);
  assert.is(await free(contract, 'WICC'), 0n);
});

swap('refuses offers of nothing and prices of nothing', async () => {
  assert.match(await refusal(alice, offerArguments(PRICE, 'WGRT')), /An offer needs coins$/);
  assert.match(await refusal(alice, offerArguments(0n, 'WGRT'), OFFERED), /0 <=0 error$/);
});

swap.run();
