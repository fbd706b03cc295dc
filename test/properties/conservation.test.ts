import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, type Uid } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import type { BlockOutcome } from '../../src/ledger/types.js';
import type { StateReader } from '../../src/state/state.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import { balanceOperationCode } from '../../src/tx/balance-operation.js';
import { VOTE_ADD, VOTE_MINUS } from '../../src/tx/enums.js';
import { RECEIPT } from '../../src/tx/receipt.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import {
  newUser,
  openTestChain,
  signed,
  type TestChain,
  USERS,
  type User,
  userOf,
} from '../support/chains/test-chain.js';
import { scaled } from '../support/random/scale.js';
import { fingerprint } from '../support/stores/chain-contents.js';

/*
 * The whole way of money: random transactions, valid and not, go through pool and blocks. After
 * every block the sum of each coin has changed by exactly what receipts declare as new, and taking
 * back block after block leads through every earlier state down to block 0.
 */

/** The development chain in a hurry, so that a few blocks see elections and rewards that mature. */
const NETWORK = {
  ...REGTEST,
  rewardMaturity: 3,
  transactionCacheDepth: 8,
  voteCounting: { interval: 3, activationDelay: 2 },
};
const COIN = 100_000_000n;
/** New coins are declared by receipts of these types. No transaction here burns any. */
const MINTS: ReadonlySet<number> = new Set([
  RECEIPT.COIN_MINT_ONCHAIN,
  RECEIPT.COIN_BLOCK_INFLATE,
  RECEIPT.DELEGATE_VOTE_INTEREST,
]);

/** Types that are among what the walks send. */
const SENT_KINDS = [
  TX.ACCOUNT_REGISTER,
  TX.BCOIN_TRANSFER,
  TX.DELEGATE_VOTE,
  TX.UCOIN_STAKE,
  TX.UCOIN_TRANSFER,
  TX.ACCOUNT_PERMS_CLEAR,
];

const GOVERNOR = userOf(REGTEST.development!.governor);
const PRODUCER = userOf(REGTEST.development!.delegates[0]!);
const STRANGERS = [1, 2, 3, 4].map(newUser);
const PEOPLE: readonly User[] = [...USERS.slice(0, 3), GOVERNOR, PRODUCER, ...STRANGERS];

/** Mostly the first, now and then the second. */
function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

const person = fc.constantFrom(...PEOPLE);
const sender = mostly(fc.constantFrom(...PEOPLE.slice(0, -STRANGERS.length)), fc.constantFrom(...STRANGERS));
const coin = mostly(fc.constantFrom('WICC', 'WICC', 'WGRT'), fc.constantFrom('WUSD', 'NOCOIN'));
/** Sometimes dust or nothing, sometimes more than there is. */
const amount = mostly(
  fc.bigInt(10_000n, 20_000n * COIN),
  fc.oneof(fc.bigInt(0n, 9_999n), fc.constantFrom(21n * 10n ** 15n, 2n ** 63n)),
);
const fees = mostly(fc.bigInt(40_000n, 90_000n), fc.bigInt(0n, 40_000n));
const receiver: fc.Arbitrary<Uid> = fc
  .tuple(person, fc.boolean())
  .map(([{ uid, publicKey }, byKeyId]) => (byKeyId ? keyIdUid(keyIdOf(Buffer.from(publicKey, 'hex'))) : uid));
/** Where the height of validity lies from the tip. */
const age = mostly(fc.constant(0), fc.integer({ min: -12, max: 12 }));
const memo = mostly<Uint8Array>(fc.constant(Buffer.from('memo')), fc.constant(Buffer.alloc(101)));

/** A transaction that is ready but for its height. */
type Wish = (height: number) => { readonly tx: Transaction; readonly signer: User };

/** Mostly signed by its sender. */
function wish(
  body: fc.Arbitrary<(standard: Standard) => Transaction>,
  from: fc.Arbitrary<User> = sender,
): fc.Arbitrary<Wish> {
  return fc
    .tuple(body, from, mostly(fc.constant(undefined), person), fees, age)
    .map(([make, user, impostor, fee, offset]) => height => ({
      tx: make({
        version: 1,
        validHeight: Math.max(0, height + offset),
        txUid: user.uid,
        fees: fee,
        signature: Buffer.alloc(0),
      }),
      signer: impostor ?? user,
    }));
}

interface Standard {
  readonly version: number;
  readonly validHeight: number;
  readonly txUid: Uid;
  readonly fees: bigint;
  readonly signature: Uint8Array;
}

const feeSymbol = mostly(fc.constant('WICC'), fc.constantFrom('WUSD', 'WGRT'));

const transfer = wish(
  fc
    .tuple(
      fc.array(fc.record({ toUid: receiver, coinSymbol: coin, coinAmount: amount }), {
        minLength: 0,
        maxLength: 3,
      }),
      memo,
      feeSymbol,
    )
    .map(([transfers, text, symbol]) => standard => ({
      type: TX.UCOIN_TRANSFER,
      ...standard,
      feeSymbol: symbol,
      transfers,
      memo: text,
    })),
);
const oldTransfer = wish(
  fc.tuple(receiver, amount, memo).map(([toUid, coinAmount, text]) => standard => ({
    type: TX.BCOIN_TRANSFER,
    ...standard,
    toUid,
    coinAmount,
    memo: text,
  })),
);
const registration = wish(
  fc.constant(standard => ({ type: TX.ACCOUNT_REGISTER, ...standard, minerUid: { kind: 'null' } as const })),
  mostly(fc.constantFrom(...STRANGERS), person),
);
const stake = wish(
  fc
    .tuple(mostly(fc.constant('STAKE' as const), fc.constant('UNSTAKE' as const)), coin, amount, feeSymbol)
    .map(([operation, coinSymbol, coinAmount, symbol]) => standard => ({
      type: TX.UCOIN_STAKE,
      ...standard,
      feeSymbol: symbol,
      stakeType: balanceOperationCode(operation),
      coinSymbol,
      coinAmount,
    })),
);
const vote = wish(
  fc
    .tuple(mostly(fc.constant(VOTE_ADD), fc.constant(VOTE_MINUS)), sender, amount)
    .map(([voteType, candidate, votedBcoins]) => standard => ({
      type: TX.DELEGATE_VOTE,
      ...standard,
      candidateVotes: [{ voteType, candidate: candidate.uid, votedBcoins }],
    })),
);
const clearing = wish(
  fc.constant(standard => ({ type: TX.ACCOUNT_PERMS_CLEAR, ...standard, feeSymbol: 'WICC' })),
);

const wishes = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: transfer },
    { weight: 3, arbitrary: oldTransfer },
    { weight: 1, arbitrary: registration },
    { weight: 3, arbitrary: stake },
    { weight: 4, arbitrary: vote },
    { weight: 1, arbitrary: clearing },
  ),
  { maxLength: 6 },
);
/** What the random transactions start from: coins of both kinds for everybody, strangers included. */
function gifts(): Wish[] {
  const gift =
    (from: User, coinSymbol: string, receivers: readonly User[]): Wish =>
    height => ({
      tx: {
        type: TX.UCOIN_TRANSFER,
        version: 1,
        validHeight: height,
        txUid: from.uid,
        feeSymbol: 'WICC',
        fees: 100_000n,
        transfers: receivers.map(({ uid }) => ({ toUid: uid, coinSymbol, coinAmount: 50_000n * COIN })),
        memo: Buffer.alloc(0),
        signature: Buffer.alloc(0),
      },
      signer: from,
    });
  return [
    gift(USERS[0]!, 'WICC', [GOVERNOR, ...STRANGERS]),
    gift(GOVERNOR, 'WGRT', [...USERS.slice(0, 3), PRODUCER]),
  ];
}

const block = fc.record({ wishes, secondsBefore: fc.integer({ min: 0, max: 100_000 }) });

const met = { accepted: 0, refused: 0, blocks: 0, kinds: new Set<number>(), mints: new Set<number>() };

test('every coin is conserved block by block, and taking all blocks back leads to the digest of block 0', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 10 }), async blocks => {
      const dev = await openTestChain({ network: NETWORK, start: false });
      const { chain, state, solo, clock } = dev;
      const prints = [fingerprint(chain, state)];
      let sums = sumsOf(chain.state);
      chain.subscribe({
        blockConnected({ outcome }) {
          for (const { prepared } of outcome.executed) met.kinds.add(prepared.tx.type);
          sums = plus(sums, declaredMints(outcome));
          assert.equal(sorted(sumsOf(chain.state)), sorted(sums));
          assert.is(outcome.fuelFee, 0n);
          prints.push(fingerprint(chain, state));
          met.blocks++;
        },
      });
      await solo.start();
      for (const gift of gifts()) await submit(dev, gift(chain.tip.header.height));
      await solo.produce(1);
      for (const { wishes: wanted, secondsBefore } of blocks) {
        for (const make of wanted) await submit(dev, make(chain.tip.header.height));
        await clock.advance(secondsBefore);
        await solo.produce(1);
      }
      assert.equal(dev.problems, []);
      assert.is(prints.length, chain.tip.header.height + 1);
      for (let height = chain.tip.header.height; height > 0; height--) {
        await solo.disconnectBlocks(1);
        assert.is(fingerprint(chain, state), prints[height - 1], `block ${height} is taken back`);
      }
      await dev.close();
    }),
    { numRuns: scaled(200, 5_000) },
  );
  const { accepted, refused } = met;
  console.log(`${accepted} transactions accepted, ${refused} refused, ${met.blocks} blocks, each taken back`);
  assert.ok(accepted * 4 > refused && refused * 4 > accepted, 'both kinds in numbers');
  for (const type of SENT_KINDS) assert.ok(met.kinds.has(type), `transactions of type ${type}`);
  for (const type of MINTS) assert.ok(met.mints.has(type), `coins minted with receipts of type ${type}`);
});

async function submit({ solo }: TestChain, { tx, signer }: ReturnType<Wish>): Promise<void> {
  try {
    await solo.submit(signed(tx, signer, NETWORK));
    met.accepted++;
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    met.refused++;
  }
}

/** Sawi by coin. */
type Sums = ReadonlyMap<string, bigint>;

function plus(sums: Sums, more: Sums): Sums {
  const result = new Map(sums);
  for (const [symbol, value] of more) result.set(symbol, (result.get(symbol) ?? 0n) + value);
  return result;
}

function sorted(sums: Sums): readonly (readonly [string, bigint])[] {
  return [...sums].filter(([, value]) => value !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** All balances of all kinds, and the fees that are on their way to a producer. */
function sumsOf(state: StateReader): Sums {
  let sums: Sums = new Map();
  for (const [, { tokens }] of state.iterate(ACCOUNTS)) {
    for (const [symbol, { free, frozen, staked, voted, pledged }] of tokens) {
      sums = plus(sums, new Map([[symbol, free + frozen + staked + voted + pledged]]));
    }
  }
  for (const [, { fees: pending }] of state.iterate(PENDING_REWARDS)) {
    for (const { symbol, amount: fee } of pending) sums = plus(sums, new Map([[symbol, fee]]));
  }
  return sums;
}

function declaredMints({ executed, blockReceipts, maturedReward }: BlockOutcome): Sums {
  let sums: Sums = new Map();
  const receipts = [
    ...executed.flatMap(transaction => transaction.receipts),
    ...blockReceipts,
    ...(maturedReward?.receipts ?? []),
  ];
  for (const { type, operation, coinSymbol, amount: value } of receipts) {
    if (!MINTS.has(type) || operation !== 'ADD_FREE') continue;
    met.mints.add(type);
    sums = plus(sums, new Map([[coinSymbol, value]]));
  }
  return sums;
}

test.run();
