import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bytes, CallFailed, coins, Devnet, observeDevnets } from '../../src/testing/index.js';

/** Sells the coins of the call; stores, logs and is refused something before. */
const SELLER = `mylib = require "mylib"
print("selling", #contract)
mylib.WriteData({ key = "a", lenght = 1, value = { 1 } })
assert(mylib.WriteData({ key = "n", length = 1, value = contract }))
mylib.CallContract({ contract = "0-300", action = "selllimit", args = {
  asset = mylib.GetCurTxInputAsset(), coin = "WUSD", price = 50000000, dex_id = 0, memo = "",
} })
assert(contract[1] == 1, "Only 1")
`;

function failureOf(run: () => unknown): CallFailed {
  try {
    run();
  } catch (error) {
    if (error instanceof CallFailed) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}

function seller() {
  const chain = Devnet.start();
  return { chain, seller: chain.deployLua({ text: SELLER, name: 'seller.lua' }) };
}

test('a failed call shows arguments, coins, fuel, logs, changes, refusals, and what it has called', () => {
  const { chain, seller: contract } = seller();
  contract.call(bytes(1), { coins: coins(20) });
  const tree = failureOf(() => contract.call(bytes(2), { coins: coins(20) })).callTree();
  const { regId, address } = contract;
  assert.match(
    tree,
    new RegExp(
      `^seller\\.lua ${regId} {2}called with 02, 20\\.00000000 WICC {2}fuel \\d+
  log {2}selling\t1
  seller\\.lua:4 {2}"n": 01 -> 02
  seller\\.lua:3 {2}mylib\\.WriteData refused: field "length" is missing.*
  failed: .*Only 1
  0-300 {2}0-300::selllimit \\{"owner":"${regId}","asset":"20\\.00000000 WICC".*\\} {2}fuel \\d+
    DEX_FREEZE_ASSET_TO_SELLER {2}${address} -> - {2}20\\.00000000 WICC
$`,
    ),
  );
  assert.is(chain.balance(contract), 0n);
});

test('the call is made again for it where it was made: the chain that has gone on is left alone, and nobody is told', () => {
  const { chain, seller: contract } = seller();
  const failed = failureOf(() => contract.call(bytes(2)));
  contract.call(bytes(1), { coins: coins(1) });
  chain.mine(3);
  const { height, blockHash } = { height: chain.height, blockHash: chain.blockHash(chain.height) };
  let told = 0;
  const tell = (): void => void told++;
  const stop = observeDevnets({
    called: tell,
    runs: { log: tell, ended: tell, refused: tell, charged: tell },
  });
  const trees = [failed.callTree(), failed.callTree()];
  stop();
  assert.is(trees[0], trees[1]);
  assert.match(trees[0]!, /"n": nothing -> 02\n/);
  assert.is(told, 0);
  assert.equal([chain.height, chain.blockHash(height)], [height, blockHash]);
  assert.equal([...contract.stored('n')!], [1]);
});

test('a view has a tree, too, and a call in the middle of a block has none', () => {
  const { chain, seller: contract } = seller();
  assert.match(failureOf(() => contract.view(bytes(3))).callTree(), /called with 03 {2}fuel/);
  chain.inOneBlock(() => {
    assert.is(failureOf(() => contract.call(bytes(3))).callTree(), '');
  });
});

test('actions show who was told, what was queued, and what was stored in the order in which it happened', async () => {
  const chain = Devnet.start();
  const { alice } = chain.accounts;
  const box = await chain.deployWasm({ file: 'contracts/example/index.ts', name: 'box' });
  const asset = chain.wasmContract('0-800');
  const pay = { from: alice, to: box, quantity: '5.00000000 WICC', memo: '' };
  asset.call('transfer', pay);
  const tree = failureOf(() => asset.call('transfer', { ...pay, quantity: '0.00000000 WICC' })).callTree();
  assert.match(tree, /^0-800 {2}0-800::transfer \{"from":"0-13",.*\}\n {2}broken off here\n/);
  const withdraw = (quantity: string) => box.call('withdraw', { owner: alice, quantity });
  withdraw('2.00000000 WICC');
  chain.setBalance(box, 0n);
  const lines = failureOf(() => withdraw('1.00000000 WICC'))
    .callTree()
    .split('\n');
  const { regId } = box;
  assert.match(lines[0]!, new RegExp(`^${regId} {2}${regId}::withdraw .* {2}fuel \\d+$`));
  assert.match(lines[1]!, /^ {2}[0-9a-f]+: [0-9a-f]+ -> [0-9a-f]+$/);
  assert.match(lines[2]!, new RegExp(`^ {2}0-800 {2}0-800::transfer \\{"from":"${regId}"`));
  assert.is(lines[3], '    broken off here');
});

test.run();
