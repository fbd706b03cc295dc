import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { assertFails, coins, Devnet } from '../../src/testing/index.js';
import { TX } from '../../src/tx/transactions.js';
import { openTestChain, regIdOf, signed, userOf } from '../support/chains/test-chain.js';

const test = suite('development chain in memory');

const FIRST_TIME = REGTEST.genesis.time + REGTEST.blockInterval.beforeR2;

test('starts with named accounts that have a million coins each', () => {
  const chain = Devnet.start();
  const { alice, bob, judy, governor, settler, holder, reserve } = chain.accounts;
  assert.equal([alice.regId, bob.regId, judy.regId], ['0-13', '0-14', '0-22']);
  assert.is(alice.address, 'wUy43e9wSoHHWX5C35YAyLygoe3w5xcjDi');
  assert.is(chain.balance(alice), coins(1_000_000));
  assert.equal([holder.regId, reserve.regId, governor.regId, settler.regId], ['0-1', '1-1', '1-2', '1-3']);
  assert.ok(chain.balance(governor, 'WGRT') > 0n);
  assert.is(chain.balance(reserve, 'WUSD'), coins(1_000_000));
});

test('is the same chain each time, and the same as that of a node', async () => {
  const chain = Devnet.start();
  const node = await openTestChain();
  try {
    assert.is(chain.height, 1);
    assert.is(chain.time, FIRST_TIME);
    for (const height of [0, 1]) {
      assert.is(chain.blockHash(height), node.chain.blocks.header(height)!.hash);
    }
    assert.is(chain.digest, node.chain.digest.toString('hex'));
    assert.is(Devnet.start().digest, chain.digest);
  } finally {
    await node.close();
  }
});

test('a transfer has the same receipts, the same fee and leads to the same balances as on a node', async () => {
  const chain = Devnet.start();
  const node = await openTestChain();
  try {
    const alice = userOf(REGTEST.development!.accounts[0]!);
    const bob = userOf(REGTEST.development!.accounts[1]!);
    const transfer = {
      type: TX.UCOIN_TRANSFER,
      version: 1,
      validHeight: 2,
      txUid: regIdOf(node.chain.state, alice),
      feeSymbol: 'WICC',
      fees: 10_000n,
      transfers: [{ toUid: regIdOf(node.chain.state, bob), coinSymbol: 'WICC', coinAmount: coins(5) }],
      memo: Buffer.alloc(0),
      signature: Buffer.alloc(0),
    } as const;
    const prepared = signed(transfer, alice);
    await node.solo.submit(prepared);
    node.solo.setBlockTime(FIRST_TIME + 3);
    await node.solo.produce(1);
    const outcome = chain.transfer(chain.accounts.alice, chain.accounts.bob, coins(5));
    assert.is(outcome.txid, prepared.txid);
    assert.is(chain.digest, node.chain.digest.toString('hex'));
    assert.is(chain.blockHash(2), node.chain.tip.hash);
    assert.equal(outcome.receipts, chain.receiptsOf(outcome.txid));
    assert.equal(
      outcome.receipts.map(({ type, amount }) => [type, amount]),
      [
        ['BLOCK_REWARD_TO_MINER', 10_000n],
        ['TRANSFER_ACTUAL_COINS', coins(5)],
      ],
    );
    assert.equal(outcome.fee, { paid: 10_000n, burned: 0n, needed: 10_000n, symbol: 'WICC' });
  } finally {
    await node.close();
  }
});

test('mines blocks in the interval of the network, and at the times that it is told', () => {
  const chain = Devnet.start();
  chain.mine(3);
  assert.equal([chain.height, chain.time], [4, FIRST_TIME + 9]);
  chain.increaseTime(86_400);
  chain.mine();
  assert.is(chain.time, FIRST_TIME + 9 + 86_400);
  chain.setTime(chain.time);
  chain.mine();
  assert.is(chain.time, FIRST_TIME + 9 + 86_400, 'the same second is possible');
  chain.mine();
  assert.is(chain.time, FIRST_TIME + 9 + 86_400 + 3);
  assert.throws(() => chain.setTime(FIRST_TIME), new RegExp(`^${FIRST_TIME} cannot be the time`));
  assert.throws(() => chain.increaseTime(-1), /cannot be the time/);
  assert.throws(() => chain.mine(-1), /-1 blocks cannot be mined/);
  assert.throws(() => chain.blockHash(99), /there is no block 99; the newest is 7/);
});

test('the time that passes before a block adds up', () => {
  const chain = Devnet.start();
  const { time } = chain;
  chain.increaseTime(100);
  chain.increaseTime(50);
  chain.mine();
  assert.is(chain.time, time + 150);
  chain.setTime(time + 1000);
  chain.increaseTime(7);
  chain.mine();
  assert.is(chain.time, time + 1007);
  chain.increaseTime(100);
  assert.throws(() => chain.increaseTime(-1), /cannot be the time/);
});

test('goes back to a snapshot as often as one likes: state, blocks, time', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  chain.mine(2);
  const snapshot = chain.snapshot();
  const before = [chain.height, chain.time, chain.digest, chain.stateDigest, chain.balance(bob)];
  for (let i = 0; i < 3; i++) {
    chain.transfer(alice, bob, coins(1));
    chain.increaseTime(1000);
    chain.mine(5);
    chain.setBalance(bob, 1n);
    chain.revert(snapshot);
    assert.equal([chain.height, chain.time, chain.digest, chain.stateDigest, chain.balance(bob)], before);
  }
  assert.is(snapshot.height, 3);
});

test('forks go on by themselves', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  const fork = chain.fork();
  fork.transfer(alice, bob, coins(7));
  chain.mine(4);
  assert.is(fork.balance(bob), coins(1_000_007));
  assert.is(chain.balance(bob), coins(1_000_000));
  assert.equal([chain.height, fork.height], [5, 2]);
  const late = chain.fork(fork.snapshot());
  assert.is(late.balance(bob), coins(1_000_007));
});

test('a snapshot is a reference to the chain, however large its state is: nothing is copied', () => {
  const chain = Devnet.start();
  const { state } = chain.snapshot().version;
  for (let i = 0; i < 50; i++) chain.createAccount(`holder ${i}`, { WICC: 1n, WUSD: 2n });
  const snapshot = chain.snapshot();
  chain.mine();
  assert.is.not(chain.snapshot().version, snapshot.version);
  chain.revert(snapshot);
  assert.is(chain.snapshot().version, snapshot.version);
  assert.is(chain.fork().snapshot().version, snapshot.version);
  assert.is(Devnet.start().snapshot().version.state, state, 'the first blocks are made once in a process');
});

test('makes accounts that can send, and sets balances of any coin', () => {
  const chain = Devnet.start();
  const zoe = chain.createAccount('zoe', { WICC: coins(5), WUSD: 7n });
  assert.is(zoe.regId, '2-65535');
  assert.is(chain.fork().createAccount('zoe').keyId, zoe.keyId, 'its key follows from its name');
  assert.is(chain.balance(zoe, 'WUSD'), 7n);
  chain.transfer(zoe, chain.accounts.bob, coins(1));
  assert.is(chain.balance(zoe), coins(4) - 10_000n);
  const { height } = chain;
  chain.setBalance(zoe, 0n);
  chain.setBalance(zoe, 12n, 'WGRT');
  assert.equal([chain.balance(zoe), chain.balance(zoe, 'WGRT')], [0n, 12n]);
  assert.is(chain.height, height, 'no block was needed');
  chain.mine();
  assert.is(chain.balance(zoe, 'WGRT'), 12n);
  assert.throws(() => chain.setBalance(zoe, -1n), /a balance of -1 is not possible/);
  assert.throws(() => chain.setBalance(zoe, 1n, 'NOSUCH'), /there is no asset NOSUCH on this chain/);
});

test('finds accounts by regid, address and key id, and says what would be right', () => {
  const chain = Devnet.start();
  const { alice } = chain.accounts;
  for (const name of [alice.regId, alice.address, alice.keyId]) {
    assert.is(chain.balance(name), coins(1_000_000));
    assert.is(chain.account(name).keyId, alice.keyId);
  }
  assert.is(chain.addressOf(alice.regId), alice.address);
  assert.throws(
    () => chain.balance('alice'),
    /"alice" names no account of this chain: an account, a contract/,
  );
  assert.throws(() => chain.transfer('ab'.repeat(20), alice, coins(1)), /has no regid, so it cannot send/);
});

test('sets prices, which stay until somebody feeds another one', () => {
  const chain = Devnet.start();
  assert.is(chain.price('WICC'), undefined);
  chain.setPrice('WICC', 'USD', 150_000_000n);
  chain.setPrice('WGRT', 'USD', 2n);
  chain.mine(30);
  assert.equal([chain.price('WICC'), chain.price('WGRT', 'USD')], [150_000_000n, 2n]);
  chain.setPrice('WICC', 'USD', 3n);
  chain.mine();
  assert.is(chain.price('WICC'), 3n);
  assert.throws(
    () => chain.setPrice('WICC', 'EUR', 1n),
    /WICC\/EUR has no price; pairs that have one: WGRT\/USD, WICC\/USD/,
  );
  assert.throws(() => chain.setPrice('WICC', 'USD', 0n), /a price of 0 is not possible/);
});

test('an asset that is issued belongs to its owner, and can be sent', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  chain.issueAsset(alice, { symbol: 'GOLDEN', supply: coins(100), mintable: true });
  assert.is(chain.balance(alice, 'GOLDEN'), coins(100));
  const { name, totalSupply, mintable } = chain.asset('GOLDEN')!;
  assert.equal([name, totalSupply, mintable], ['GOLDEN', coins(100), true]);
  assert.is(chain.asset('NOSUCH'), undefined);
  chain.transfer(alice, bob, coins(1), 'GOLDEN');
  assert.is(chain.tokens(bob).get('GOLDEN')!.free, coins(1));
});

test('a transaction of any type is signed and executed', () => {
  const chain = Devnet.start();
  const { alice } = chain.accounts;
  chain.setBalance(alice, coins(10), 'WUSD');
  const order = chain.send(alice, {
    type: 'DEX_LIMIT_BUY_ORDER',
    feeSymbol: 'WICC',
    fees: 10_000n,
    coinSymbol: 'WUSD',
    assetSymbol: 'WICC',
    assetAmount: coins(2),
    price: coins(1),
  });
  assert.is(order.receipts.length, 2);
});

test('puts several transactions into one block, also the same one twice', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  const [first, second] = chain.inOneBlock(() => [
    chain.transfer(alice, bob, coins(1)),
    chain.transfer(alice, bob, coins(1)),
  ]);
  assert.equal([first!.height, first!.index, second!.height, second!.index, chain.height], [2, 2, 2, 3, 2]);
  assert.is(chain.balance(bob), coins(1_000_002));
  assert.throws(() => chain.inOneBlock(() => chain.mine()), /cannot be done inside inOneBlock/);
  assert.throws(
    () =>
      chain.inOneBlock(() => {
        chain.transfer(alice, bob, coins(1));
        throw new Error('changed my mind');
      }),
    /changed my mind/,
  );
  assert.equal(
    [chain.height, chain.balance(bob)],
    [2, coins(1_000_002)],
    'nothing of a block that was given up stays',
  );
});

test('the same transactions in blocks that follow each other are others', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  const send = () => chain.transfer(alice, bob, coins(1)).txid;
  const txids = [
    send(),
    ...chain.inOneBlock(() => [send(), send(), send()]),
    ...chain.inOneBlock(() => [send(), send(), send()]),
    send(),
  ];
  assert.is(new Set(txids).size, 8);
  assert.is(chain.balance(bob), coins(1_000_008));
});

test('a refused transaction leaves the rest of its block alone', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  chain.inOneBlock(() => {
    chain.transfer(alice, bob, coins(1));
    assertFails(() => chain.transfer(alice, bob, coins(2_000_000)));
    chain.transfer(alice, bob, coins(2));
  });
  assert.equal([chain.height, chain.balance(bob)], [2, coins(1_000_003)]);
});

test('amounts of coins are written as people write them', () => {
  assert.equal(
    [coins('1.5'), coins('0.00000001'), coins(2), coins(3n)],
    [150_000_000n, 1n, 200_000_000n, 300_000_000n],
  );
  for (const wrong of ['1.123456789', '-1', '', 'x', '1e3'])
    assert.throws(() => coins(wrong), /is not an amount of coins/);
});

test.run();
