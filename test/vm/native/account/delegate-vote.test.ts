import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegId } from '../../../../src/codec/regid.js';
import { keyIdUid, NULL_UID, publicKeyUid, regIdUid, type Uid } from '../../../../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../../../src/config/networks/development-keys.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { ACCOUNTS, tokenOf } from '../../../../src/state/tables/accounts.js';
import { DELEGATE_RANKING, LAST_VOTE_HEIGHT } from '../../../../src/state/tables/delegates.js';
import { VOTE_LISTS } from '../../../../src/state/tables/votes.js';
import { VOTE_ADD, VOTE_MINUS } from '../../../../src/tx/enums.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT, TransactionRejected } from '../../../../src/tx/reject.js';
import { BASE_COIN, GOVERNANCE_COIN } from '../../../../src/tx/symbols.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { DelegateVote } from '../../../../src/tx/types/delegate-vote.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  KEY_OFF_CURVE,
  ScratchLedger,
  STRANGER_KEYS,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';
import { scaled } from '../../../support/random/scale.js';

const COIN = 100_000_000n;
const SUPPLY = 210_000_000n * COIN;
const FEE = 10_000n;

function voteTx(
  candidateVotes: DelegateVote['candidateVotes'],
  changes: Partial<DelegateVote> = {},
): DelegateVote {
  return {
    type: TX.DELEGATE_VOTE,
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: ALICE.uid,
    candidateVotes,
    fees: FEE,
    signature: signatureOf(ALICE.publicKey),
    ...changes,
  };
}

const add = (candidate: Uid, votedBcoins: bigint) => ({ voteType: VOTE_ADD, candidate, votedBcoins });
const minus = (candidate: Uid, votedBcoins: bigint) => ({ voteType: VOTE_MINUS, candidate, votedBcoins });

/** The place of a candidate's votes in the ranking; undefined for somebody who is not in it. */
function rankedVotes(ledger: ScratchLedger, { height, index }: RegId): bigint | undefined {
  const entries = [...ledger.state.iterate(DELEGATE_RANKING)].filter(
    ([[, candidate]]) => candidate.height === height && candidate.index === index,
  );
  assert.ok(entries.length <= 1, 'a candidate is in the ranking once');
  return entries[0]?.[0][0];
}

test('each rule of the check refuses with its code and reason', () => {
  const ledger = new ScratchLedger();
  ledger.alter(CAROL.keyId, { ownerKey: '' });
  const many = (count: number) => Array.from({ length: count }, () => add(BOB.uid, 1n));
  const cases: readonly [string, DelegateVote['candidateVotes'], code: number, reason: string][] = [
    ['no vote', [], REJECT.REJECT_INVALID, 'candidate-votes-out-of-range'],
    ['23 votes', many(23), REJECT.REJECT_INVALID, 'candidate-votes-out-of-range'],
    ['by key id', [add(keyIdUid(BOB.keyId), 1n)], REJECT.REJECT_INVALID, 'candidateUid-type-error'],
    ['for nobody', [add(NULL_UID, 1n)], REJECT.REJECT_INVALID, 'candidateUid-type-error'],
    ['no coins', [add(BOB.uid, 0n)], REJECT.REJECT_INVALID, 'voted-bcoins-out-of-range'],
    ['more than all coins', [add(BOB.uid, SUPPLY + 1n)], REJECT.REJECT_INVALID, 'voted-bcoins-out-of-range'],
    [
      'for a key without account',
      [add(publicKeyUid(STRANGER_KEYS[0]), 1n)],
      REJECT.REJECT_INVALID,
      'account-not-exist',
    ],
    ['for an account without key', [add(CAROL.uid, 1n)], REJECT.REJECT_INVALID, 'bad-read-accountdb'],
    [
      'the second is wrong',
      [add(BOB.uid, 1n), add(CAROL.uid, 1n)],
      REJECT.REJECT_INVALID,
      'bad-read-accountdb',
    ],
  ];
  for (const [what, votes, code, reason] of cases) {
    assert.equal(ledger.rejection(voteTx(votes)), { code, reason }, what);
  }
});

test('a sender whose key is no point of the curve is refused', () => {
  const ledger = new ScratchLedger();
  ledger.alter(keyIdOf(Buffer.from(KEY_OFF_CURVE, 'hex')), {});
  const tx = voteTx([add(BOB.uid, 1n)], {
    txUid: publicKeyUid(KEY_OFF_CURVE),
    signature: signatureOf(KEY_OFF_CURVE),
  });
  assert.equal(ledger.rejection(tx), { code: REJECT.REJECT_INVALID, reason: 'bad-publickey' });
});

test('votes can be added at R3.5 only where the network says so', () => {
  const old = new ScratchLedger({ mended: { ...REGTEST.mended, votesCanBeAdded: false } });
  assert.equal(old.rejection(voteTx([add(BOB.uid, 1n)])), {
    code: REJECT.REJECT_INVALID,
    reason: 'unspupported-adding-votes',
  });
  assert.is(old.rejection(voteTx([minus(BOB.uid, 1n)])).reason, 'operate-candidate-votes-failed');
  assert.is(new ScratchLedger().execute(voteTx([add(BOB.uid, 1n)])).receipts.length, 2);
});

test('votes that do not fit the list or the balance are refused', () => {
  const ledger = new ScratchLedger();
  ledger.execute(voteTx([add(BOB.uid, 100n)]));
  const refused: readonly [string, DelegateVote['candidateVotes']][] = [
    ['more taken back than given', [minus(BOB.uid, 101n)]],
    ['taken back from a stranger', [minus(CAROL.uid, 1n)]],
    ['more than the free coins', [add(BOB.uid, 1_000_000n * COIN)]],
    ['an unknown vote type', [{ voteType: 0, candidate: BOB.uid, votedBcoins: 1n }]],
    ['a total beyond all coins', [add(BOB.uid, SUPPLY - 100n), add(CAROL.uid, 1n)]],
  ];
  for (const [what, votes] of refused) {
    assert.equal(
      ledger.rejection(voteTx(votes)),
      { code: REJECT.OPERATE_CANDIDATE_VOTES_FAIL, reason: 'operate-candidate-votes-failed' },
      what,
    );
  }
  assert.equal(ledger.state.get(VOTE_LISTS, ALICE.regId), [{ candidate: BOB.uid, votes: 100n }]);
});

test('a voter who voted at a later height is refused', () => {
  const ledger = new ScratchLedger();
  ledger.alter(ALICE.keyId, { lastVoteHeight: BigInt(HEIGHT + 1) });
  assert.equal(ledger.rejection(voteTx([add(BOB.uid, 1n)])), {
    code: REJECT.OPERATE_CANDIDATE_VOTES_FAIL,
    reason: 'operate-candidate-votes-failed',
  });
});

test('received votes beyond all coins are refused', () => {
  const ledger = new ScratchLedger();
  ledger.alter(BOB.keyId, { receivedVotes: SUPPLY });
  assert.equal(ledger.rejection(voteTx([add(BOB.uid, 1n)])), {
    code: REJECT.UPDATE_ACCOUNT_FAIL,
    reason: 'operate-vote-error',
  });
});

test('a vote locks coins, raises the candidate and its rank, and notes height and time', () => {
  const ledger = new ScratchLedger();
  const { receipts } = ledger.execute(voteTx([add(BOB.uid, 7n * COIN), add(CAROL.uid, 9n * COIN)]));
  assert.equal(
    receipts.map(({ type, operation, amount }) => [type, operation, amount]),
    [
      [101, 'SUB_FREE', FEE],
      [301, 'VOTE', 16n * COIN],
    ],
  );
  const alice = ledger.account(ALICE.keyId)!;
  assert.is(tokenOf(alice, BASE_COIN).voted, 16n * COIN);
  assert.is(alice.lastVoteHeight, BigInt(HEIGHT));
  assert.is(alice.lastVoteEpoch, BigInt(ledger.contextAt(HEIGHT).time));
  assert.equal(ledger.state.get(VOTE_LISTS, ALICE.regId), [
    { candidate: CAROL.uid, votes: 9n * COIN },
    { candidate: BOB.uid, votes: 7n * COIN },
  ]);
  assert.is(ledger.account(BOB.keyId)?.receivedVotes, 7n * COIN);
  assert.is(rankedVotes(ledger, BOB.regId), 7n * COIN);
  assert.is(ledger.state.get(LAST_VOTE_HEIGHT, undefined), HEIGHT);
});

test('a vote for oneself counts', () => {
  const ledger = new ScratchLedger();
  ledger.execute(voteTx([add(ALICE.uid, 5n)]));
  const alice = ledger.account(ALICE.keyId)!;
  assert.is(alice.receivedVotes, 5n);
  assert.is(tokenOf(alice, BASE_COIN).voted, 5n);
  assert.is(alice.lastVoteHeight, BigInt(HEIGHT));
});

test('taking all votes back frees the coins, pays interest, and leaves a candidate without votes in the ranking', () => {
  const ledger = new ScratchLedger();
  ledger.execute(voteTx([add(BOB.uid, 500_000n * COIN)]));
  const later = HEIGHT + 100;
  const { receipts } = ledger.execute(
    voteTx([minus(publicKeyUid(BOB.publicKey), 500_000n * COIN)], { validHeight: later }),
    later,
  );
  const seconds = ledger.contextAt(later).time - ledger.contextAt(HEIGHT).time;
  const interest = BigInt(Math.trunc(50_000_000_000_000 * (seconds / 31_536_000)));
  assert.equal(
    receipts.map(({ type, operation, coinSymbol, amount }) => [type, operation, coinSymbol, amount]),
    [
      [101, 'SUB_FREE', BASE_COIN, FEE],
      [302, 'UNVOTE', BASE_COIN, 500_000n * COIN],
      [303, 'ADD_FREE', GOVERNANCE_COIN, interest],
    ],
  );
  assert.ok(interest > 0n);
  assert.is(ledger.state.get(VOTE_LISTS, ALICE.regId), undefined);
  assert.is(rankedVotes(ledger, BOB.regId), 0n);
});

test('moving votes from one candidate to another locks and frees nothing', () => {
  const ledger = new ScratchLedger();
  ledger.execute(voteTx([add(BOB.uid, 5n)]));
  const { receipts } = ledger.execute(voteTx([minus(BOB.uid, 3n), add(CAROL.uid, 3n)]));
  assert.equal(
    receipts.map(({ type }) => type),
    [101],
  );
  assert.is(ledger.account(CAROL.keyId)?.receivedVotes, 3n);
});

test('a refused vote leaves no trace', () => {
  const ledger = new ScratchLedger();
  const before = ledger.state.changes().length;
  ledger.rejection(voteTx([add(BOB.uid, 5n), add(CAROL.uid, 1_000_000n * COIN)]));
  assert.is(ledger.state.changes().length, before);
  assert.is(ledger.account(BOB.keyId)?.receivedVotes, 0n);
});

test('random votes conserve coins: locked equals given equals received, the ranking is a sort of the accounts, receipts explain WGRT', () => {
  const actors = [ALICE, BOB, CAROL];
  const candidates = [
    ...actors.map(({ uid }) => uid),
    ...DEVELOPMENT_PUBLIC_KEYS.delegates.slice(0, 3).map(publicKeyUid),
    regIdUid({ height: 0, index: 3 }),
  ];
  const entry = fc.record({
    voteType: fc.constantFrom(VOTE_ADD, VOTE_ADD, VOTE_MINUS),
    candidate: fc.constantFrom(...candidates),
    votedBcoins: fc.bigInt(1n, 400_000n).map(coins => coins * COIN),
  });
  const votes = fc.record({
    voter: fc.constantFrom(...actors),
    entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
    wait: fc.integer({ min: 0, max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(votes, { minLength: 1, maxLength: 12 }), sequence => {
      const ledger = new ScratchLedger();
      const supply = totals(ledger);
      let height = HEIGHT;
      let fees = 0n;
      let interest = 0n;
      for (const { voter, entries, wait } of sequence) {
        height += wait;
        const tx = voteTx(entries, {
          txUid: voter.uid,
          signature: signatureOf(voter.publicKey),
          validHeight: height,
        });
        try {
          const { receipts } = ledger.execute(tx, height);
          fees += FEE;
          interest += receipts
            .filter(({ type }) => type === RECEIPT.DELEGATE_VOTE_INTEREST)
            .reduce((sum, { amount }) => sum + amount, 0n);
        } catch (error) {
          if (!(error instanceof TransactionRejected)) throw error;
        }
      }
      const after = totals(ledger);
      assert.is(after.base, supply.base - fees);
      assert.is(after.governance, supply.governance + interest);
      assert.is(after.listed, after.locked);
      assert.is(after.received, after.locked);
      assert.equal(after.ranking, after.sortedAccounts);
    }),
    { numRuns: scaled(30, 500) },
  );
});

test.run();

function totals(ledger: ScratchLedger) {
  const accounts = [...ledger.state.iterate(ACCOUNTS)].map(([, account]) => account);
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const coins = (symbol: string) =>
    sum(
      accounts.map(account => {
        const { free, voted } = tokenOf(account, symbol);
        return free + voted;
      }),
    );
  const lists = [...ledger.state.iterate(VOTE_LISTS)].flatMap(([, list]) => list);
  const raw = ({ height, index }: RegId) => height * 65536 + index;
  return {
    base: coins(BASE_COIN),
    governance: coins(GOVERNANCE_COIN),
    locked: sum(accounts.map(account => tokenOf(account, BASE_COIN).voted)),
    listed: sum(lists.map(({ votes }) => votes)),
    received: sum(accounts.map(({ receivedVotes }) => receivedVotes)),
    // All regids here are of block 0, where raw bytes and numbers sort alike.
    sortedAccounts: accounts
      .filter(({ receivedVotes }) => receivedVotes > 0n)
      .sort((a, b) => Number(b.receivedVotes - a.receivedVotes) || raw(a.regId) - raw(b.regId))
      .map(({ regId, receivedVotes }) => [receivedVotes, regId]),
    ranking: [...ledger.state.iterate(DELEGATE_RANKING)].map(([key]) => key).filter(([votes]) => votes > 0n),
  };
}
