import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid, uidText } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { ProducerKeys, producerKeys } from '../../src/consensus/solo/producer-keys.js';
import { publicKeyOf } from '../../src/crypto/keys.js';
import { verify } from '../../src/crypto/signature.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../src/state/tables/accounts.js';
import { blockSighash } from '../../src/tx/block.js';
import { newUser, openTestChain, transfer, USERS } from '../support/chains/test-chain.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not throw');
}

test('exactly as many blocks as are asked for, an interval apart', async () => {
  const { chain, solo, close } = await openTestChain();
  const hashes = await solo.produce(30);
  assert.is(hashes.length, 30);
  assert.is(chain.tip.header.height, 31);
  assert.equal(
    hashes,
    Array.from({ length: 30 }, (_, i) => chain.blocks.header(i + 2)!.hash),
  );
  const times = hashes.map((_, i) => chain.blocks.header(i + 2)!.header.time);
  assert.ok(times.every((time, i) => i === 0 || time === times[i - 1]! + 3));
  await close();
});

test('transactions wait until blocks are asked for', async () => {
  const { chain, mempool, solo, clock, close } = await openTestChain();
  assert.is((await solo.submit(transfer(ALICE, BOB))).block, undefined);
  await clock.advance(100);
  assert.is(chain.tip.header.height, 1);
  assert.is(solo.pending().length, 1);
  await solo.produce(1);
  assert.is(mempool.load.transactions, 0);
  await close();
});

test('a number of blocks that makes no sense is refused', async () => {
  const { solo, close } = await openTestChain();
  for (const count of [0, -1, 1.5, Number.NaN]) {
    try {
      await solo.produce(count);
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, /cannot be made; the number is 1 or more/);
    }
  }
  await close();
});

test('the next block gets the time it is given, and time goes on from there', async () => {
  const { chain, solo, clock, close } = await openTestChain();
  await solo.produce(1);
  const { time } = chain.tip.header;
  solo.setBlockTime(time + 10_000);
  await solo.produce(1);
  assert.is(chain.tip.header.time, time + 10_000);
  await clock.advance(50);
  await solo.produce(1);
  assert.is(chain.tip.header.time, time + 10_050);
  assert.match(
    messageOf(() => solo.setBlockTime(time)),
    /not possible: .* not before the newest block's/,
  );
  assert.match(
    messageOf(() => solo.setBlockTime(2 ** 32)),
    /not possible/,
  );
  assert.match(
    messageOf(() => solo.setBlockTime(time + 20_000.5)),
    /whole number/,
  );
  solo.setBlockTime(undefined);
  await solo.produce(1);
  assert.is(
    chain.tip.header.time,
    time + 10_053,
    'the clock is behind the chain: an interval after the newest',
  );
  await close();
});

async function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error('this should have failed');
    },
    (error: Error) => error,
  );
}

test('once the clock is past the last time that a block can have, the error says so and what helps', async () => {
  const { solo, clock, close } = await openTestChain();
  solo.setBlockTime(2 ** 32 - 1);
  await solo.produce(1);
  await clock.advance(5);
  assert.match(
    (await rejection(solo.produce(1))).message,
    /clock is at 4294967300, .* at most 4294967295: set it back/,
  );
  assert.match(
    messageOf(() => solo.setBlockTime(2 ** 32)),
    /at most 4294967295/,
  );
  solo.setBlockTime(2 ** 32 - 1);
  await solo.produce(1);
  await close();
});

test('stopping ends a row of blocks that is being made', async () => {
  const { chain, solo, close } = await openTestChain();
  const made = rejection(solo.produce(1_000_000));
  while (chain.tip.header.height < 10) await new Promise(setImmediate);
  await close();
  assert.match((await made).message, /the node is stopping; \d+ of the 1000000 blocks are made/);
});

test('every block is made and signed by the producer whose turn its time is', async () => {
  const { chain, state, solo, close } = await openTestChain();
  await solo.produce(40);
  const producers = new Set<string>();
  for (let height = 2; height <= chain.tip.header.height; height++) {
    const { header, producer } = chain.blocks.header(height)!;
    // The list of producers does not change within these blocks.
    const scheduled = chain.ledger.producerAt(state, height, header.time)!;
    assert.is(uidText(producer), uidText(regIdUid(scheduled)));
    const { ownerKey } = state.get(ACCOUNTS, state.get(REGIDS, scheduled)!)!;
    assert.ok(verify(blockSighash(header), header.signature, Buffer.from(ownerKey, 'hex')));
    assert.is(header.nonce, 0);
    producers.add(uidText(producer));
  }
  assert.ok(producers.size > 5, `${producers.size} producers`);
  await close();
});

test('a producer signs with its miner key where that is here, else with its own', () => {
  const [owner, miner] = [newUser(1), newUser(2)];
  const account = { ...newAccount('00'.repeat(20)), ownerKey: owner.publicKey, minerKey: miner.publicKey };
  const hash = Buffer.alloc(32, 5);
  const both = new ProducerKeys();
  both.add(owner.privateKey);
  both.add(miner.privateKey);
  assert.ok(verify(hash, both.signerOf(account)!(hash), publicKeyOf(miner.privateKey)));
  const own = new ProducerKeys();
  own.add(owner.privateKey);
  assert.ok(verify(hash, own.signerOf(account)!(hash), publicKeyOf(owner.privateKey)));
  assert.is(new ProducerKeys().signerOf(account), undefined);
});

test('producer keys of another network are refused by their place', () => {
  const foreign = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
  const own = REGTEST.development!.delegates[0]!;
  assert.match(
    messageOf(() => producerKeys(REGTEST, [own, foreign])),
    /producer key 2 .* network regtest: bad-encoding/,
  );
  assert.is(producerKeys(REGTEST).size, 11);
});

test('getminedblocks: the blocks of this process, the newest first, at most a hundred', async () => {
  const { chain, solo, close } = await openTestChain();
  await solo.produce(3);
  assert.equal(
    solo.minedBlocks.map(({ header }) => header.height),
    [4, 3, 2, 1],
  );
  await solo.produce(120);
  assert.is(solo.minedBlocks.length, 100);
  assert.is(solo.minedBlocks[0]!.hash, chain.tip.hash);
  assert.is(solo.finalHeight(), chain.tip.header.height);
  assert.equal(solo.peers(), []);
  assert.is(solo.catchingUp(), false);
  assert.is(solo.tip().hash, chain.tip.hash);
  await close();
});

test.run();
