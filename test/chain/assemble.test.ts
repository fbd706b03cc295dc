import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MempoolEntry } from '../../src/chain/mempool-entry.js';
import { inPackingOrder } from '../../src/chain/packing-order.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { balanceOperationCode } from '../../src/tx/balance-operation.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { TX } from '../../src/tx/transactions.js';
import {
  newUser,
  openTestChain,
  regIdOf,
  signed,
  type TestChain,
  transfer,
  USERS,
  userOf,
} from '../support/chains/test-chain.js';

const [ALICE, BOB, CAROL] = [USERS[0]!, USERS[1]!, USERS[2]!];

/** The transactions of users in the newest block, in its order. */
function packed({ chain }: TestChain): string[] {
  const { height } = chain.tip.header;
  return chain.blocks
    .blockByHeight(height)!
    .transactions.slice(2)
    .map(({ txid }) => txid);
}

const ids = (prepared: readonly PreparedTransaction[]) => prepared.map(({ txid }) => txid);

test('higher fee rates come first', async () => {
  const dev = await openTestChain();
  const low = transfer(ALICE, BOB, { fee: 10_000n });
  const high = transfer(BOB, CAROL, { fee: 90_000n });
  const middle = transfer(CAROL, BOB, { fee: 50_000n });
  for (const prepared of [low, middle, high]) dev.mempool.admit(prepared);
  await dev.solo.produce(1);
  assert.equal(packed(dev), ids([high, middle, low]));
  await dev.close();
});

test('transactions of one sender keep their order, whatever they pay', async () => {
  const dev = await openTestChain();
  const poor = newUser(10);
  const fund = transfer(ALICE, poor, { fee: 10_000n, amount: 1_000_000n });
  const first = transfer(ALICE, BOB, { fee: 500_000n });
  const second = transfer(ALICE, BOB, { fee: 20_000n });
  for (const prepared of [fund, first, second]) dev.mempool.admit(prepared);
  await dev.solo.produce(1);
  assert.equal(packed(dev), ids([fund, first, second]));
  await dev.close();
});

test('packing order: by fee rate, then arrival; nobody ranks above what he sent before', () => {
  const entries = fc.array(
    fc.record({ sender: fc.constantFrom('a', 'b', 'c'), feeRate: fc.integer({ min: 0, max: 9 }) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(entries, generated => {
      const list = generated.map((entry, arrival) => ({ ...entry, arrival }) as MempoolEntry);
      const rank = ({ sender, arrival }: MempoolEntry) =>
        Math.min(...list.filter(e => e.sender === sender && e.arrival <= arrival).map(e => e.feeRate));
      const ordered = inPackingOrder(list);
      assert.equal(new Set(ordered), new Set(list));
      ordered.slice(1).forEach((next, i) => {
        const previous = ordered[i]!;
        const isInOrder =
          rank(previous) > rank(next) || (rank(previous) === rank(next) && previous.arrival < next.arrival);
        assert.ok(isInOrder);
      });
    }),
  );
});

test('a transaction that has become invalid is left out, stays recorded, and does not spoil the block', async () => {
  const dev = await openTestChain();
  const poor = newUser(11);
  dev.mempool.admit(transfer(ALICE, poor, { amount: 200_000n, fee: 10_000n }));
  // Pays more, so it is tried before the transfer that it needs.
  const early = transfer(poor, BOB, { amount: 100_000n, fee: 90_000n });
  dev.mempool.admit(early);
  await dev.solo.produce(1);
  const { height } = dev.chain.tip.header;
  assert.equal(
    dev.chain.blocks.failures(height).map(({ txid, reason }) => [txid, reason]),
    [[early.txid, 'account-not-exist']],
  );
  assert.ok(dev.mempool.has(early.txid), 'it can be packed now');
  await dev.solo.produce(1);
  assert.equal(packed(dev), [early.txid]);
  assert.equal(dev.chain.blocks.failures(height + 1), []);
  await dev.close();
});

test('a block stays below its size; a sender whose transaction does not fit waits as a whole', async () => {
  const dev = await openTestChain({ maxBlockSize: 2000 });
  const big = transfer(ALICE, BOB, { memo: 'x'.repeat(90), fee: 900_000n });
  const filler = Array.from({ length: 8 }, () => transfer(CAROL, BOB, { fee: 40_000n }));
  const afterBig = transfer(ALICE, BOB, { fee: 10_000n });
  for (const prepared of [big, ...filler, afterBig]) dev.mempool.admit(prepared);
  await dev.solo.produce(1);
  assert.ok(dev.chain.tip.size < 2000, `${dev.chain.tip.size} bytes`);
  assert.is(packed(dev)[0], big.txid);
  const left = ids(dev.mempool.entries().map(({ prepared }) => prepared));
  assert.ok(left.length >= 2);
  assert.equal(left.slice(0, -1), ids(filler).slice(-(left.length - 1)), 'the sender waits in its order');
  await dev.close();
});

test('price feeds come first, then the median of them, then everything else', async () => {
  const dev = await openTestChain();
  const producer = userOf(REGTEST.development!.delegates[0]!);
  const stake = signed(
    {
      type: TX.UCOIN_STAKE,
      version: 1,
      validHeight: 1,
      txUid: producer.uid,
      feeSymbol: 'WICC',
      fees: 10_000n,
      stakeType: balanceOperationCode('STAKE'),
      coinSymbol: 'WICC',
      coinAmount: 21_000_000_000_000n,
      signature: Buffer.alloc(0),
    },
    producer,
  );
  dev.mempool.admit(stake);
  await dev.solo.produce(1);
  const feed = signed(
    {
      type: TX.PRICE_FEED,
      version: 1,
      validHeight: 1,
      txUid: regIdOf(dev.chain.state, producer),
      feeSymbol: 'WICC',
      fees: 10_000n,
      pricePoints: [{ baseSymbol: 'WICC', quoteSymbol: 'USD', price: 20_000_000n }],
      signature: Buffer.alloc(0),
    },
    producer,
  );
  const rich = transfer(ALICE, BOB, { fee: 900_000n });
  dev.mempool.admit(rich);
  dev.mempool.admit(feed);
  await dev.solo.produce(1);
  const block = dev.chain.blocks.blockByHeight(dev.chain.tip.header.height)!;
  assert.equal(
    block.transactions.map(({ tx }) => tx.type),
    [TX.UCOIN_BLOCK_REWARD, TX.PRICE_FEED, TX.PRICE_MEDIAN, TX.UCOIN_TRANSFER],
  );
  await dev.close();
});

test.run();
