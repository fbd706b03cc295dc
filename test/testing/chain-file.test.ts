import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dumpChain } from '../../src/chain/chain-dump.js';
import { setFreeCoins } from '../../src/ledger/development-edits.js';
import { bytes, coins, Devnet } from '../../src/testing/index.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('chains between nodes and the test harness');
const directory = temporaryDirectory();
const [alice, bob] = USERS as [(typeof USERS)[0], (typeof USERS)[0]];

const BOX = `mylib = require "mylib"
mylib.WriteData({ key = "paid", length = 8, value = { mylib.GetCurTxPayAmount() } })`;

/** A chain with contracts of both kinds, coins that were set, prices, and a clock that was moved. */
async function eventfulChain() {
  const chain = Devnet.start();
  const { bob: caller } = chain.accounts;
  const box = chain.deployLua({ text: BOX, name: 'box.lua' });
  box.as(caller, { coins: coins(5) }).call(bytes(0xf0));
  chain.setTime(chain.time + 1_000_000);
  chain.issueAsset(chain.accounts.alice, { symbol: 'POINTS', supply: coins(1000) });
  chain.setBalance(caller, coins(77), 'WUSD');
  chain.createAccount('zoe', { WICC: coins(3) });
  chain.inOneBlock(() => {
    chain.transfer('0-13', '0-14', coins(1));
    chain.transfer('0-14', '0-13', coins(2));
  });
  chain.setPrice('WICC', 'USD', coins('0.2'));
  chain.mine(5);
  return { chain, box };
}

test('a chain of the harness goes on in a node: blocks, balances, contracts and time', async () => {
  const { chain, box } = await eventfulChain();
  const file = join(directory, 'harness.dump');
  await chain.dump(file);
  const node = await startTestNode();
  try {
    await node.call('dev_loadState', file);
    assert.is(await node.call('getblockcount'), chain.height);
    for (let height = 0; height <= chain.height; height++) {
      const { hash } = await node.call<{ hash: string }>('getblockhash', height);
      assert.is(hash, chain.blockHash(height));
    }
    type Info = { tokens: Record<string, { free_amount: number }> };
    const { tokens } = await node.call<Info>('getaccountinfo', '0-14');
    assert.is(BigInt(tokens.WICC!.free_amount), chain.balance('0-14'));
    assert.is(tokens.WUSD!.free_amount, 7_700_000_000);
    const { value } = await node.call<{ value: string }>('getcontractdata', box.regId, '70616964', true);
    assert.is(value, box.stored('paid')!.toString('hex'));
    assert.is(await node.call('verifychain', 4, 0), true, 'it is a chain like one that the node has made');
    await node.call('dev_mine');
    const { time } = await node.call<{ time: number }>('getblock', chain.height + 1);
    assert.ok(time >= chain.time && time < chain.time + 60, 'the clock goes on where the chain is');
    await node.call('submitsendtx', '0-14', '0-13', 'WICC:1:wi');
  } finally {
    await node.stop();
  }
});

test('a chain of a node goes on in the harness, with the same digest, and comes back', async () => {
  const node = await openTestChain();
  await node.solo.submit(transfer(alice, bob, { validHeight: 1 }));
  await node.solo.produceEdited(state => setFreeCoins(state, '11'.repeat(20), 'WICC', 5n));
  await node.solo.produce(20);
  const file = join(directory, 'node.dump');
  await dumpChain(file, node.chain, 0);

  const chain = await Devnet.load(file);
  assert.is(chain.height, node.chain.tip.header.height);
  assert.is(chain.time, node.chain.tip.header.time);
  for (let height = 0; height <= chain.height; height++) {
    assert.is(chain.blockHash(height), node.chain.blocks.header(height)!.hash);
  }
  assert.is(chain.digest, node.chain.digest.toString('hex'));
  chain.transfer(chain.accounts.carol, chain.accounts.dave, coins(1));

  const back = join(directory, 'back.dump');
  await chain.dump(back);
  const again = await Devnet.load(back);
  assert.equal([again.height, again.blockHash()], [chain.height, chain.blockHash()]);
  assert.equal([again.digest, again.stateDigest], [chain.digest, chain.stateDigest]);
  await node.close();
});

test('what was set after the newest block gets a block of its own in the file', async () => {
  const chain = Devnet.start();
  chain.setBalance(chain.accounts.alice, 5n);
  const file = join(directory, 'set.dump');
  await chain.dump(file);
  assert.is(chain.height, 1, 'the chain itself stays as it is');
  const loaded = await Devnet.load(file);
  assert.equal([loaded.height, loaded.balance('0-13')], [2, 5n]);
});

test('a state that no node can come to is not dumped: something set between the transactions of a block', async () => {
  const chain = Devnet.start();
  chain.inOneBlock(() => chain.setBalance('0-13', 5n));
  await chain.dump(join(directory, 'never.dump')).then(
    () => assert.unreachable('it was dumped'),
    (error: Error) => assert.match(error.message, /block 2 cannot be dumped: .* inside inOneBlock/),
  );
});

test('a damaged file is refused', async () => {
  const file = join(directory, 'damaged.dump');
  await Devnet.start().dump(file);
  writeFileSync(file, readFileSync(file).subarray(0, 500));
  await Devnet.load(file).then(
    () => assert.unreachable('it was loaded'),
    (error: Error) => assert.match(error.message, /damaged\.dump is no dump of a chain/),
  );
});

test.run();
