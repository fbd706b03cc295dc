import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid, regIdUid } from '../../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../src/config/networks/development-keys.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import type { BlockOutcome } from '../../src/ledger/types.js';
import { ACCOUNTS, type Token } from '../../src/state/tables/accounts.js';
import { DELEGATE_RANKING } from '../../src/state/tables/delegates.js';
import { PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import { VOTE_LISTS } from '../../src/state/tables/votes.js';
import { balanceOperationCode } from '../../src/tx/balance-operation.js';
import { VOTE_ADD, VOTE_MINUS } from '../../src/tx/enums.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { RECEIPT, type Receipt } from '../../src/tx/receipt.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import { SignedChain } from '../support/chains/signed-chain.js';
import { type Actor, ALICE, BOB, CAROL } from '../support/ledgers/scratch-ledger.js';
import { scaled } from '../support/random/scale.js';

/** The development chain in a hurry, so that a few blocks see elections and payments. */
const NETWORK = {
  ...REGTEST,
  rewardMaturity: 3,
  transactionCacheDepth: 8,
  voteCounting: { interval: 3, activationDelay: 2 },
};
const COIN = 100_000_000n;
const STAKE = 210_000n * COIN;
const FIRST_HEIGHT = 2;

const ACTORS: readonly Actor[] = [ALICE, BOB, CAROL];
const PRODUCERS: readonly Actor[] = DEVELOPMENT_PUBLIC_KEYS.delegates.slice(0, 3).map((publicKey, i) => {
  const regId = { height: 0, index: i + 2 };
  return { regId, uid: regIdUid(regId), keyId: keyIdOf(Buffer.from(publicKey, 'hex')), publicKey };
});

/** What somebody wants to do; it becomes a transaction for the next block of a chain. */
type Wish = (chain: SignedChain) => { readonly signer: Actor; readonly tx: Transaction };

const standard = (actor: Actor, { height }: SignedChain) =>
  ({
    version: 1,
    validHeight: height,
    txUid: actor.uid,
    fees: 10_000n,
    signature: new Uint8Array(),
  }) as const;

const actor = fc.constantFrom(...ACTORS);
const coins = fc.bigInt(1n, 400_000n).map(amount => amount * COIN);

const transferWish = fc.tuple(actor, actor, coins).map(
  ([from, to, coinAmount]): Wish =>
    chain => ({
      signer: from,
      tx: {
        type: TX.UCOIN_TRANSFER,
        ...standard(from, chain),
        feeSymbol: 'WICC',
        transfers: [{ toUid: to.uid, coinSymbol: 'WICC', coinAmount }],
        memo: Buffer.from(`${chain.height}`),
      },
    }),
);

/** New votes, or half of the largest votes taken back where there are any. */
const voteWish = fc
  .tuple(actor, fc.boolean(), fc.constantFrom(...ACTORS, ...PRODUCERS), coins, fc.boolean())
  .map(
    ([voter, takesBack, candidate, votedBcoins, byKey]): Wish =>
      chain => {
        const largest = chain.state.get(VOTE_LISTS, voter.regId)?.[0];
        const uid = byKey ? publicKeyUid(candidate.publicKey) : candidate.uid;
        const vote =
          takesBack && largest !== undefined
            ? { voteType: VOTE_MINUS, candidate: largest.candidate, votedBcoins: (largest.votes + 1n) / 2n }
            : { voteType: VOTE_ADD, candidate: uid, votedBcoins };
        return {
          signer: voter,
          tx: { type: TX.DELEGATE_VOTE, ...standard(voter, chain), candidateVotes: [vote] },
        };
      },
  );

const feedWish = fc.tuple(fc.constantFrom(...PRODUCERS), fc.bigInt(1n, 1000n)).map(
  ([feeder, price]): Wish =>
    chain => ({
      signer: feeder,
      tx: {
        type: TX.PRICE_FEED,
        ...standard(feeder, chain),
        feeSymbol: 'WICC',
        pricePoints: [{ baseSymbol: 'WICC', quoteSymbol: 'USD', price }],
      },
    }),
);

const stakeOf =
  (producer: Actor): Wish =>
  chain => ({
    signer: producer,
    tx: {
      type: TX.UCOIN_STAKE,
      ...standard(producer, chain),
      feeSymbol: 'WICC',
      stakeType: balanceOperationCode('STAKE'),
      coinSymbol: 'WICC',
      coinAmount: STAKE,
    },
  });

const block = fc.record({
  feeds: fc.array(feedWish, { maxLength: 2 }),
  others: fc.array(fc.oneof(transferWish, voteWish), { maxLength: 3 }),
});

test('random blocks conserve coins, their receipts explain new ones, and taking them back restores every state', async () => {
  const happened = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 12 }), async wishes => {
      const chain = new SignedChain(NETWORK);
      await chain.begin();
      await chain.growTo(FIRST_HEIGHT);
      await chain.connect(chain.raw(makeOf(chain, [], PRODUCERS.map(stakeOf))));
      const start = totals(chain);
      const states = [snapshot(chain)];
      let receipts: readonly Receipt[] = [];
      for (const { feeds, others } of wishes) {
        const made = makeOf(chain, feeds, others);
        const { outcome } = await chain.connect(chain.raw(made));
        receipts = [...receipts, ...receiptsOf(outcome)];
        for (const { prepared } of outcome.executed) happened.add(prepared.tx.type);
        for (const { type } of receiptsOf(outcome)) happened.add(type);
        assertConserved(start, totals(chain), receipts);
        states.push(snapshot(chain));
      }
      for (const before of states.slice(0, -1).reverse()) {
        await chain.disconnect();
        assert.is(snapshot(chain), before);
      }
    }),
    { numRuns: scaled(15, 300) },
  );
  const { DELEGATE_ADD_VOTE, DELEGATE_SUB_VOTE, DELEGATE_VOTE_INTEREST, COIN_BLOCK_INFLATE } = RECEIPT;
  const kinds = [6, 11, 16, DELEGATE_ADD_VOTE, DELEGATE_SUB_VOTE, DELEGATE_VOTE_INTEREST, COIN_BLOCK_INFLATE];
  for (const kind of kinds) assert.ok(happened.has(kind), `type ${kind} occurred`);
});

test.run();

/** A block of those wishes that the rules allow, in their order. */
function makeOf(chain: SignedChain, feeds: readonly Wish[], others: readonly Wish[]) {
  const allowed: { readonly feeds: PreparedTransaction[]; readonly others: PreparedTransaction[] } = {
    feeds: [],
    others: [],
  };
  for (const [kind, wishes] of [
    ['feeds', feeds],
    ['others', others],
  ] as const) {
    for (const wish of wishes) {
      const { signer, tx } = wish(chain);
      allowed[kind].push(chain.sign(signer.keyId, tx));
      try {
        chain.make(allowed.others, allowed.feeds);
      } catch (error) {
        if (!(error instanceof TransactionRejected)) throw error;
        allowed[kind].pop();
      }
    }
  }
  return chain.make(allowed.others, allowed.feeds);
}

function receiptsOf({ executed, blockReceipts, maturedReward }: BlockOutcome): readonly Receipt[] {
  return [
    ...executed.flatMap(({ receipts }) => receipts),
    ...blockReceipts,
    ...(maturedReward?.receipts ?? []),
  ];
}

function assertConserved(
  start: ReturnType<typeof totals>,
  now: ReturnType<typeof totals>,
  receipts: readonly Receipt[],
): void {
  const sum = (type: number, operation: string) =>
    receipts
      .filter(receipt => receipt.type === type && receipt.operation === operation)
      .reduce((total, { amount }) => total + amount, 0n);
  const minted = sum(RECEIPT.COIN_BLOCK_INFLATE, 'ADD_FREE');
  // Fees are on their way from who paid to the producer while a reward is not mature; no fuel burns here.
  assert.is(now.base + now.pendingFees, start.base + start.pendingFees + minted);
  assert.is(now.governance, start.governance + sum(RECEIPT.DELEGATE_VOTE_INTEREST, 'ADD_FREE'));
  assert.is(
    now.voted - start.voted,
    sum(RECEIPT.DELEGATE_ADD_VOTE, 'VOTE') - sum(RECEIPT.DELEGATE_SUB_VOTE, 'UNVOTE'),
  );
  assert.is(now.voted, now.listed);
  assert.is(now.voted, now.received);
  assert.is(now.voted, now.ranked);
}

function totals({ state }: SignedChain) {
  const accounts = [...state.iterate(ACCOUNTS)].map(([, account]) => account);
  const add = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const all = ({ free, frozen, staked, voted, pledged }: Token) => free + frozen + staked + voted + pledged;
  const coinsOf = (symbol: string, amount: (token: Token) => bigint) =>
    add(
      accounts.map(({ tokens }) => {
        const token = tokens.get(symbol);
        return token === undefined ? 0n : amount(token);
      }),
    );
  return {
    base: coinsOf('WICC', all),
    governance: coinsOf('WGRT', all),
    voted: coinsOf('WICC', ({ voted }) => voted),
    pendingFees: add(
      [...state.iterate(PENDING_REWARDS)].flatMap(([, { fees }]) => fees.map(({ amount }) => amount)),
    ),
    listed: add([...state.iterate(VOTE_LISTS)].flatMap(([, list]) => list.map(({ votes }) => votes))),
    received: add(accounts.map(({ receivedVotes }) => receivedVotes)),
    ranked: add([...state.iterate(DELEGATE_RANKING)].map(([[votes]]) => votes)),
  };
}

/** Every entry of the state as one text, and the number of recent transactions. */
function snapshot({ state, recent }: SignedChain): string {
  const entries = [...state.consensusEntries()].map(
    ([key, value]) => `${key.toString('hex')} ${value.toString('hex')}`,
  );
  return [...entries, recent.size].join('\n');
}
