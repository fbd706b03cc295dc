import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DEFAULT_UNPAID_WORK_LIMITS, UnpaidWork } from '../../src/chain/unpaid-work.js';
import type { Uid } from '../../src/codec/uid.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { REJECT, TransactionRejected } from '../../src/tx/reject.js';
import { TX } from '../../src/tx/transactions.js';
import { TRANSACTION_WORK } from '../../vm/work.js';
import {
  deployedLua,
  openTestChain,
  signed,
  type TestChain,
  transfer,
  USERS,
  type User,
} from '../support/chains/test-chain.js';

/* What a node does for transactions that fail is bounded by sender and in all (spec 07 §16). */

const [ALICE, BOB, CAROL] = [USERS[0]!, USERS[1]!, USERS[2]!];

/** The first byte of the arguments says what happens; the loop before it takes about 70,000 units. */
const FAILS = 'f';
const LASTS = 'l';
const CONTRACT = `mylib = require "mylib"
for i = 1, 5000 do end
if contract[1] == ${FAILS.charCodeAt(0)} then error("as it was asked") end
if contract[1] == ${LASTS.charCodeAt(0)} and mylib.GetBlockTimestamp(0) % 2 == 1 then error("at an odd time") end`;

let calls = 0;

function call(user: User, appUid: Uid, what = 'ok'): PreparedTransaction {
  const fixed = { version: 1, validHeight: 1, coinAmount: 0n, signature: Buffer.alloc(0) } as const;
  const text = Buffer.from(`${what} ${++calls}`);
  return signed(
    { type: TX.LCONTRACT_INVOKE, ...fixed, txUid: user.uid, appUid, fees: 5_000_000n, arguments: text },
    user,
  );
}

function refusal(act: () => unknown): TransactionRejected {
  try {
    act();
  } catch (error) {
    if (error instanceof TransactionRejected) return error;
    throw error;
  }
  assert.unreachable('it was not refused');
  throw new Error();
}

/** Has failing calls executed until one is refused before. @returns the work of those that were executed, and the refusal */
function failUntilRefused(
  { mempool }: TestChain,
  user: User,
  app: Uid,
): { work: number; refused: TransactionRejected } {
  let work = 0;
  for (let i = 0; i < 1000; i++) {
    const refused = refusal(() => mempool.admit(call(user, app, FAILS)));
    if (refused.code === REJECT.REJECT_NONSTANDARD) return { work, refused };
    assert.match(refused.reason, /as it was asked/);
    assert.ok(refused.work > 50_000, `a failing call has taken ${refused.work} units`);
    work += refused.work;
  }
  assert.unreachable('no limit holds');
  throw new Error();
}

test('a sender may have two of the largest transactions executed for nothing, and one more in half a minute', () => {
  const unpaid = new UnpaidWork(DEFAULT_UNPAID_WORK_LIMITS);
  unpaid.count('eve', TRANSACTION_WORK, 1000);
  unpaid.require('eve', 1000);
  assert.ok(unpaid.count('eve', TRANSACTION_WORK, 1000), 'more is not allowed');
  const { code, reason } = refusal(() => unpaid.require('eve', 1000));
  assert.is(code, REJECT.REJECT_NONSTANDARD);
  assert.match(
    reason,
    /^unpaid-work-limit: transactions of the sender eve, .*600000000 units.* at most 600000000 .*try again in 1 s$/,
  );
  unpaid.require('bob', 1000);
  unpaid.require('eve', 1001);
  unpaid.count('eve', TRANSACTION_WORK, 1001);
  assert.match(refusal(() => unpaid.require('eve', 1002)).reason, /try again in 29 s$/);
  unpaid.require('eve', 1031);
});

test('a clock that goes back gives nobody more', () => {
  const unpaid = new UnpaidWork(DEFAULT_UNPAID_WORK_LIMITS);
  unpaid.count('eve', 2 * TRANSACTION_WORK, 5000);
  refusal(() => unpaid.require('eve', 10));
  unpaid.count('eve', 1, 10);
  refusal(() => unpaid.require('eve', 10));
});

test('names beyond the number that is kept are forgotten when nothing is outstanding of them', () => {
  const unpaid = new UnpaidWork({ perSender: 60, inAll: 1e9, trials: 60, queries: 60 });
  unpaid.count('eve', 100, 0);
  for (let i = 0; i < 20_000; i++) unpaid.count(`name ${i}`, 1, i < 4094 ? 0 : 1);
  refusal(() => unpaid.require('eve', 1));
});

test('queries of contracts have a limit together, whether or not they succeed, and again later', () => {
  const unpaid = new UnpaidWork({ perSender: 60, inAll: 60, trials: 60, queries: 600 });
  assert.is(
    unpaid.query(
      'eve',
      work => {
        work.charge(400, 'a query');
        return 'answer';
      },
      1000,
    ),
    'answer',
  );
  const failure = new Error('the contract refuses');
  const failing = (): unknown =>
    unpaid.query(
      'eve',
      work => {
        work.charge(250, 'a query');
        throw failure;
      },
      1000,
    );
  assert.throws(failing, (error: unknown) => error === failure);
  const refused = refusal(failing);
  assert.match(
    refused.reason,
    /^unpaid-work-limit: queries of contracts have taken 650 units .* 650 of them for this client; at most 600 .*try again in 6 s$/,
  );
  refusal(() => unpaid.query('eve', () => assert.unreachable('it was asked'), 1004));
  assert.is(
    unpaid.query('eve', () => 1, 1006),
    1,
  );
});

test('a client that has used up all queries keeps no other from them, whose share is even, up to twice the limit', () => {
  const unpaid = new UnpaidWork({ perSender: 60, inAll: 60, trials: 60, queries: 600 });
  const ask = (client: string, units: number, now: number): unknown =>
    unpaid.query(
      client,
      work => {
        work.charge(units, 'a query');
        return client;
      },
      now,
    );
  ask('eve', 599, 1000);
  ask('eve', 101, 1000);
  assert.match(
    refusal(() => ask('eve', 1, 1000)).reason,
    /700 of them for this client; .* for 1 clients.* in 11 s$/,
  );
  assert.is(ask('alice', 200, 1000), 'alice', 'less than half');
  assert.is(ask('alice', 150, 1000), 'alice', 'still less');
  assert.match(
    refusal(() => ask('alice', 1, 1000)).reason,
    /1050 units .* 350 of them for this client; .* 2 clients/,
  );
  assert.is(ask('bob', 150, 1000), 'bob', 'the third');
  refusal(() => ask('carol', 1, 1000));
  // What is outstanding falls for all in proportion: 40 s later it is 800, of which alice has 233 and a third is 200.
  refusal(() => ask('alice', 1, 1040));
  assert.is(ask('bob', 1, 1040), 'bob');
  assert.is(ask('carol', 1, 1040), 'carol');
  for (const client of ['eve', 'alice', 'bob', 'carol']) assert.is(ask(client, 1, 1300), client);
});

test('a client may ask again after the seconds that it was told, and not before', () => {
  const clients = { a: 130, b: 130, c: 250, d: 299, e: 298 };
  for (const client of Object.keys(clients)) {
    const unpaid = new UnpaidWork({ perSender: 60, inAll: 60, trials: 60, queries: 600 });
    const ask = (name: string, units: number, now: number): unknown =>
      unpaid.query(name, work => work.charge(units, 'a query'), now);
    for (const [name, units] of Object.entries(clients)) {
      ask(name, 99, 0);
      ask(name, units - 99, 0);
    }
    const told = Number(/try again in (\d+) s$/.exec(refusal(() => ask(client, 1, 0)).reason)?.[1]);
    refusal(() => ask(client, 1, told - 2));
    ask(client, 0, told);
  }
});

test('a sender whose calls fail is refused before they are executed; others, and its transfers, are not', async () => {
  const perSender = 500_000;
  const node = await openTestChain({ unpaidWork: { perSender } });
  const app = await deployedLua(node, ALICE, CONTRACT);
  const { work, refused } = failUntilRefused(node, BOB, app);
  assert.ok(work >= perSender && work < 2 * perSender, `${work} units were executed`);
  assert.match(refused.reason, new RegExp(`at most ${perSender} may be outstanding`));
  assert.is(refused.work, 0, 'nothing was executed');
  assert.is(
    refusal(() => node.mempool.admit(call(BOB, app))).code,
    REJECT.REJECT_NONSTANDARD,
    'a good one too',
  );
  node.mempool.admit(transfer(BOB, ALICE));
  node.mempool.admit(call(CAROL, app));
  await node.clock.advance(60);
  node.mempool.admit(call(BOB, app));
  await node.close();
});

test('nobody can use up the budget of another by transactions that the other has not signed', async () => {
  const node = await openTestChain({ unpaidWork: { perSender: 1, inAll: 1 } });
  const app = await deployedLua(node, ALICE, CONTRACT);
  for (let i = 0; i < 20; i++) {
    const forged = signed(call(CAROL, app, FAILS).tx, BOB);
    assert.is(refusal(() => node.mempool.admit(forged)).reason, 'bad-tx-sign');
  }
  node.mempool.admit(call(CAROL, app));
  await node.close();
});

test('when all together have used up what there is, those go on who have paid for work in a block', async () => {
  const node = await openTestChain({ unpaidWork: { inAll: 500_000 } });
  const app = await deployedLua(node, ALICE, CONTRACT);
  await node.solo.submit(call(CAROL, app));
  await node.solo.produce(1);
  const { refused } = failUntilRefused(node, BOB, app);
  assert.match(refused.reason, / of all senders, which got into no block, have taken .* at most 500000 /);
  assert.match(refusal(() => node.mempool.admit(call(USERS[3]!, app))).reason, / of all senders/);
  node.mempool.admit(call(CAROL, app));
  await node.close();
});

test('calls that succeed may be as many as one likes, with a trial run before each', async () => {
  const node = await openTestChain({ unpaidWork: { perSender: 300_000, inAll: 300_000, trials: 300_000 } });
  const app = await deployedLua(node, ALICE, CONTRACT);
  for (let i = 0; i < 12; i++) {
    const prepared = call(BOB, app);
    node.mempool.simulate('', simulation => simulation.execute(prepared));
    await node.solo.submit(prepared);
    await node.solo.produce(1);
  }
  await node.close();
});

test('trial runs that nobody pays for have a limit of their own', async () => {
  const node = await openTestChain({ unpaidWork: { trials: 2_000_000 } });
  const app = await deployedLua(node, ALICE, CONTRACT);
  const trial = (what: string): unknown =>
    node.mempool.simulate('', simulation => simulation.execute(call(BOB, app, what)));
  trial('ok');
  assert.match(refusal(() => trial(FAILS)).reason, /as it was asked/);
  let refused: TransactionRejected | undefined;
  for (let i = 0; i < 100 && refused === undefined; i++) {
    try {
      trial('ok');
    } catch (error) {
      refused = error as TransactionRejected;
    }
  }
  assert.is(refused?.code, REJECT.REJECT_NONSTANDARD, 'no limit holds');
  assert.match(refused?.reason ?? '', /trial runs have taken .* at most 2000000 .*try again in/);
  node.mempool.admit(call(BOB, app));
  await node.clock.advance(60);
  trial('ok');
  await node.close();
});

test('what fails in blocks again and again leaves the pool when its sender has had too much for nothing', async () => {
  const node = await openTestChain({ unpaidWork: { perSender: 350_000 } });
  const { chain, mempool, solo } = node;
  const app = await deployedLua(node, ALICE, CONTRACT);
  if (chain.tip.header.time % 2 === 1) await produceAt(node, chain.tip.header.time + 1);
  // Admission has the time of the newest block, so it succeeds there each time.
  const lasting = call(BOB, app, LASTS);
  mempool.admit(lasting);
  let blocks = 0;
  while (mempool.has(lasting.txid)) {
    assert.ok(++blocks < 10, 'it stays');
    solo.setBlockTime(chain.tip.header.time + 1);
    mempool.entries();
    await solo.produce(1);
    if (mempool.has(lasting.txid)) await produceAt(node, chain.tip.header.time + 1);
  }
  await node.close();
});

async function produceAt({ solo }: TestChain, time: number): Promise<void> {
  solo.setBlockTime(time);
  await solo.produce(1);
}

test.run();
