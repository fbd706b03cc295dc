import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { largestTransaction } from '../../src/chain/block-space.js';
import type { Mempool, Removal } from '../../src/chain/mempool.js';
import { NULL_UID } from '../../src/codec/uid.js';
import type { NetworkParameters } from '../../src/config/network.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { type PreparedTransaction, prepareTransaction } from '../../src/tx/envelope.js';
import { REJECT, TransactionRejected } from '../../src/tx/reject.js';
import { TX } from '../../src/tx/transactions.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import {
  deployedLua,
  newUser,
  openTestChain,
  regIdOf,
  signed,
  transfer,
  USERS,
  type User,
} from '../support/chains/test-chain.js';

const [ALICE, BOB, CAROL] = [USERS[0]!, USERS[1]!, USERS[2]!];
const MILLION = 100_000_000_000_000n;
const RULES = wireRulesOf(REGTEST);

function assertRefused(act: () => unknown, code: number, reason: string | RegExp): void {
  try {
    act();
  } catch (error) {
    assert.instance(error, TransactionRejected);
    const rejected = error as TransactionRejected;
    assert.is(rejected.code, code, rejected.reason);
    if (typeof reason === 'string') assert.is(rejected.reason, reason);
    else assert.match(rejected.reason, reason);
    return;
  }
  assert.unreachable(`not refused; expected ${reason}`);
}

function txids(mempool: Mempool): string[] {
  return mempool.entries().map(({ prepared }) => prepared.txid);
}

test('a transaction that waits already is refused as tx-already-in-mempool', async () => {
  const { mempool, close } = await openTestChain();
  const prepared = transfer(ALICE, BOB);
  mempool.admit(prepared);
  assertRefused(() => mempool.admit(prepared), REJECT.REJECT_INVALID, 'tx-already-in-mempool');
  assert.is(mempool.load.transactions, 1);
  await close();
});

test('types that only producers make are refused as tx-coinbase-to-mempool', async () => {
  const { mempool, close } = await openTestChain();
  const median = prepareTransaction(
    { type: TX.PRICE_MEDIAN, version: 1, txUid: NULL_UID, validHeight: 2, medianPrices: [] },
    RULES,
  );
  assertRefused(() => mempool.admit(median), REJECT.REJECT_INVALID, 'tx-coinbase-to-mempool');
  const reward = prepareTransaction(
    {
      type: TX.UCOIN_BLOCK_REWARD,
      version: 1,
      validHeight: 2,
      txUid: ALICE.uid,
      rewardFees: new Map(),
      inflatedBcoins: 5n,
    },
    RULES,
  );
  assertRefused(() => mempool.admit(reward), REJECT.REJECT_INVALID, 'tx-coinbase-to-mempool');
  await close();
});

test('a network can ask for standard versions and sizes', async () => {
  const strict: NetworkParameters = { ...REGTEST, standardTransactionsOnly: true };
  const { mempool, close } = await openTestChain({ network: strict });
  const wrongVersion = transfer(ALICE, BOB, { version: 2 });
  assertRefused(() => mempool.admit(wrongVersion), REJECT.REJECT_NONSTANDARD, 'version');
  const large = transfer(ALICE, BOB, { memo: 'x'.repeat(100_000) });
  assertRefused(() => mempool.admit(large), REJECT.REJECT_NONSTANDARD, 'tx-size');
  mempool.admit(transfer(ALICE, BOB));
  await close();

  const lenient = await openTestChain();
  lenient.mempool.admit(transfer(ALICE, BOB, { version: 2 }));
  await lenient.close();
});

test('a transaction that the rules refuse does not enter, and leaves no trace', async () => {
  const { mempool, close } = await openTestChain();
  const tooMuch = transfer(ALICE, BOB, { amount: MILLION });
  assertRefused(() => mempool.admit(tooMuch), REJECT.UPDATE_ACCOUNT_FAIL, 'transfer-coin-failed');
  const forged = signed({ ...transfer(ALICE, BOB).tx }, BOB);
  assertRefused(() => mempool.admit(forged), REJECT.READ_ACCOUNT_FAIL, 'bad-tx-sign');
  assert.equal(mempool.load, { transactions: 0, bytes: 0, fuel: 0n, work: 0 });
  mempool.admit(transfer(ALICE, BOB, { amount: MILLION - 10_000n }));
  await close();
});

test('valid_height is checked with the window of blocks: tip + 251 does not enter (A1)', async () => {
  const { chain, mempool, solo, close } = await openTestChain();
  await solo.produce(2);
  const tip = chain.tip.header.height;
  mempool.admit(transfer(ALICE, BOB, { validHeight: tip + 250 }));
  const late = transfer(ALICE, BOB, { validHeight: tip + 251 });
  assertRefused(() => mempool.admit(late), REJECT.REJECT_INVALID, 'tx-invalid-height');
  await solo.produce(1);
  assert.is(mempool.load.transactions, 0, 'what enters can be packed');
  await close();
});

test('a confirmed transaction is refused as tx-duplicate-confirmed', async () => {
  const { mempool, solo, close } = await openTestChain();
  const prepared = transfer(ALICE, BOB);
  mempool.admit(prepared);
  await solo.produce(1);
  assertRefused(() => mempool.admit(prepared), REJECT.REJECT_INVALID, 'tx-duplicate-confirmed');
  await close();
});

test('a transaction may spend what an earlier one that waits brings in', async () => {
  const { mempool, close } = await openTestChain();
  const poor = newUser(1);
  const spend = transfer(poor, ALICE, { amount: 100_000n });
  assertRefused(() => mempool.admit(spend), REJECT.REJECT_INVALID, 'account-not-exist');
  mempool.admit(transfer(ALICE, poor, { amount: 200_000n }));
  mempool.admit(spend);
  assert.is(mempool.load.transactions, 2);
  await close();
});

test('after a block what it contains is gone and the rest keeps its order of arrival (A10)', async () => {
  const { mempool, solo, close } = await openTestChain({ maxBlockSize: 1700 });
  const poor = newUser(2);
  const chained = [
    transfer(ALICE, poor, { amount: 900_000n }),
    transfer(poor, BOB, { amount: 100_000n }),
    transfer(poor, BOB, { amount: 200_000n }),
    transfer(poor, CAROL, { amount: 300_000n }),
  ];
  const filler = Array.from({ length: 6 }, () => transfer(BOB, CAROL, { fee: 20_000n }));
  for (const prepared of [...chained, ...filler]) mempool.admit(prepared);
  const all = txids(mempool);
  await solo.produce(1);
  const left = txids(mempool);
  assert.ok(left.length > 0 && left.length < all.length, `${left.length} of ${all.length} are left`);
  assert.equal(
    left,
    all.filter(txid => left.includes(txid)),
  );
  await solo.produce(4);
  assert.is(mempool.load.transactions, 0);
  await close();
});

test('what expires while it waits is dropped with tx-invalid-height', async () => {
  const { mempool, solo, close } = await openTestChain({ maxBlockSize: 1100 });
  const removed: Removal[] = [];
  mempool.subscribe({ transactionRemoved: removal => removed.push(removal) });
  // Too large for a block of this node, so it can only wait.
  const waiting = transfer(ALICE, BOB, { validHeight: 0 });
  mempool.admit(waiting);
  await solo.produce(249);
  assert.ok(mempool.has(waiting.txid));
  assert.equal(txids(mempool), [waiting.txid]);
  await solo.produce(1);
  assert.equal(txids(mempool), []);
  assert.is((removed[0]!.error as TransactionRejected).reason, 'tx-invalid-height');
  await close();
});

test('dropping a transaction drops those that need it, and tells of all', async () => {
  const { mempool, close } = await openTestChain();
  const poor = newUser(3);
  const first = transfer(ALICE, poor, { amount: 200_000n });
  const second = transfer(poor, BOB, { amount: 100_000n });
  const other = transfer(CAROL, BOB);
  const removed: string[] = [];
  mempool.subscribe({ transactionRemoved: ({ entry }) => removed.push(entry.prepared.txid) });
  for (const prepared of [first, second, other]) mempool.admit(prepared);
  assert.is(mempool.drop(first.txid), true);
  assert.equal(txids(mempool), [other.txid]);
  assert.equal(removed, [first.txid, second.txid]);
  assert.is(mempool.drop(first.txid), false, 'not there any more');
  await close();
});

test('a full pool lets the lowest fee rates go, and refuses what offers no more', async () => {
  const { mempool, close } = await openTestChain({ limits: { transactions: 20, perSender: 100 } });
  const cheap = Array.from({ length: 20 }, () => transfer(ALICE, BOB, { fee: 20_000n }));
  for (const prepared of cheap) mempool.admit(prepared);
  const cheaper = transfer(CAROL, BOB, { fee: 10_000n });
  assertRefused(() => mempool.admit(cheaper), REJECT.REJECT_INSUFFICIENTFEE, /memory pool is full/);
  assert.is(mempool.load.transactions, 20);
  const worst = [...mempool.entries()].sort((a, b) => a.feeRate - b.feeRate || b.arrival - a.arrival);
  const dear = transfer(CAROL, BOB, { fee: 50_000n });
  mempool.admit(dear);
  assert.ok(mempool.has(dear.txid));
  assert.is(mempool.load.transactions, 19, 'a twentieth is made free');
  assert.equal(
    cheap
      .filter(({ txid }) => !mempool.has(txid))
      .map(({ txid }) => txid)
      .sort(),
    worst
      .slice(0, 2)
      .map(({ prepared }) => prepared.txid)
      .sort(),
    'of equal fee rates the latest goes first',
  );
  await close();
});

test('the pool is bounded in bytes too', async () => {
  const { mempool, close } = await openTestChain({ limits: { bytes: 2000 } });
  for (let fee = 10_000n; fee < 40_000n; fee += 1000n) mempool.admit(transfer(ALICE, BOB, { fee }));
  assert.ok(mempool.load.bytes <= 2000, `${mempool.load.bytes} bytes`);
  assert.ok(mempool.load.transactions > 5);
  await close();
});

test('what has no room in a block of this node is refused with both sizes, and what just has is packed', async () => {
  const maxBlockSize = 2240;
  const limits = { transactionBytes: largestTransaction(maxBlockSize) };
  const { chain, mempool, solo, close } = await openTestChain({ limits, maxBlockSize });
  const memo = 'm'.repeat(239 - transfer(ALICE, BOB, { memo: '' }).raw.length);
  // Every second signature or so is a byte longer than the shortest.
  const sized = (bytes: number): PreparedTransaction => {
    for (let fee = 20_000n; ; fee++) {
      const prepared = transfer(ALICE, BOB, { memo, fee });
      if (prepared.raw.length === bytes) return prepared;
    }
  };
  const largest = sized(239);
  assertRefused(
    () => mempool.admit(sized(240)),
    REJECT.REJECT_NONSTANDARD,
    'tx-size: 240 bytes, and a block of this node has room for 239',
  );
  mempool.admit(largest);
  await solo.produce(1);
  assert.ok(chain.blocks.transactionLocation(largest.txid));
  await close();
});

test('the fuel that waits is bounded: contract calls of the lowest fee rates go, and nothing else does', async () => {
  const { chain, mempool, solo, close } = await openTestChain({ limits: { fuel: 100_000n } });
  const app = await deployedLua({ solo, chain }, ALICE, 'mylib = require "mylib"\nfor i = 1, 60000 do end');
  const plain = transfer(BOB, ALICE);
  mempool.admit(plain);
  const callBy = (user: User, fees: bigint): PreparedTransaction =>
    signed(
      {
        type: TX.LCONTRACT_INVOKE,
        version: 1,
        validHeight: 1,
        txUid: user.uid,
        appUid: app,
        fees,
        coinAmount: 0n,
        arguments: Buffer.from(`${fees}`),
        signature: Buffer.alloc(0),
      },
      user,
    );
  const cheap = callBy(ALICE, 2_000_000n);
  const dear = callBy(BOB, 3_000_000n);
  mempool.admit(cheap);
  const { fuel } = mempool.load;
  assert.ok(fuel > 50_000n && fuel < 95_000n, `a call burns ${fuel}`);
  assertRefused(() => mempool.admit(callBy(CAROL, 1_900_000n)), REJECT.REJECT_INSUFFICIENTFEE, /is full/);
  assert.equal(txids(mempool), [plain.txid, cheap.txid]);
  mempool.admit(dear);
  assert.equal(txids(mempool), [plain.txid, dear.txid]);
  assert.is(mempool.load.fuel, mempool.get(dear.txid)!.fuel);
  await solo.produce(1);
  assert.is(mempool.load.fuel, 0n);
  await close();
});

test('one sender may fill half of the pool; beyond that its cap holds, under whatever uid it sends', async () => {
  const { chain, mempool, close } = await openTestChain({ limits: { transactions: 40, perSender: 5 } });
  for (let i = 0; i < 21; i++) mempool.admit(transfer(ALICE, BOB));
  assertRefused(() => mempool.admit(transfer(ALICE, BOB)), REJECT.REJECT_NONSTANDARD, /of this sender/);
  const byRegId = { ...ALICE, uid: regIdOf(chain.state, ALICE) };
  assertRefused(() => mempool.admit(transfer(byRegId, BOB)), REJECT.REJECT_NONSTANDARD, /of this sender/);
  for (let i = 0; i < 5; i++) mempool.admit(transfer(BOB, ALICE));
  assertRefused(() => mempool.admit(transfer(BOB, ALICE)), REJECT.REJECT_NONSTANDARD, /of this sender/);
  await close();
});

test('many are admitted in their order, each with its own answer', async () => {
  const { mempool, close } = await openTestChain();
  const good = Array.from({ length: 40 }, () => transfer(ALICE, BOB));
  const forged = signed({ ...transfer(ALICE, BOB).tx }, BOB);
  const many = [...good.slice(0, 20), forged, ...good.slice(20), good[3]!];
  await mempool.verify(many);
  const results = await mempool.admitMany(many);
  assert.is(results.filter(result => !(result instanceof Error)).length, 40);
  assert.is((results[20] as TransactionRejected).reason, 'bad-tx-sign');
  assert.is((results[41] as TransactionRejected).reason, 'tx-already-in-mempool');
  assert.equal(
    txids(mempool),
    good.map(({ txid }) => txid),
  );
  await close();
});

test('an entry says when it came, at what height, and what it pays for a thousand bytes', async () => {
  const { mempool, clock, chain, close } = await openTestChain();
  const prepared = transfer(ALICE, BOB, { fee: 30_000n });
  const entry = mempool.admit(prepared);
  assert.is(entry.time, clock.now() / 1000);
  assert.is(entry.height, chain.tip.header.height);
  assert.is(entry.feeRate, (30_000 / (prepared.raw.length - 1)) * 1000);
  assert.equal(mempool.get(prepared.txid), entry);
  await close();
});

test('blocks that are taken back one after the other return to the pool in their order, in linear work', async () => {
  const BLOCKS = 400;
  const { chain, mempool, close } = await openTestChain();
  const waiting = transfer(ALICE, BOB);
  mempool.admit(waiting);
  let reads = 0;
  const blocks = Array.from({ length: BLOCKS }, () => {
    return new Proxy(transfer(ALICE, BOB), {
      get: (target, name) => {
        if (name === 'txid') reads++;
        return Reflect.get(target, name, target);
      },
    });
  });
  // The newest first, as a reorganisation takes them back.
  for (const prepared of blocks.toReversed()) mempool.blockDisconnected([prepared]);
  assert.ok(reads < 10 * BLOCKS, `${reads} reads for ${BLOCKS} blocks`);
  assert.is(mempool.load.transactions, BLOCKS + 1);
  assert.equal(
    txids(mempool),
    [...blocks, waiting].map(({ txid }) => txid),
  );
  assert.is(chain.tip.header.height, 1);
  await close();
});

test('a transaction of a block that is on its way to the disk is shown as one that waits until readers find it in the block', async () => {
  const { chain, mempool, solo, close } = await openTestChain();
  const sent = transfer(ALICE, BOB);
  await solo.submit(sent);
  const seen: unknown[] = [];
  const look = (): void => {
    const shown = mempool.unconfirmed().map(({ prepared }) => prepared.txid);
    const placed = chain.blocks.transactionLocation(sent.txid) !== undefined;
    seen.push([mempool.has(sent.txid), mempool.get(sent.txid)?.prepared.txid, shown, placed]);
  };
  chain.subscribe({ blockExecuted: look });
  look();
  await solo.produce(1);
  look();
  assert.equal(seen, [
    [true, sent.txid, [sent.txid], false],
    [false, sent.txid, [sent.txid], false],
    [false, undefined, [], true],
  ]);
  await close();
});

test.run();
