import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid, regIdUid, type Uid } from '../../../../src/codec/uid.js';
import type { CandidateVotes } from '../../../../src/state/tables/votes.js';
import { VOTE_ADD, VOTE_MINUS } from '../../../../src/tx/enums.js';
import { changeVoteList, totalVotes } from '../../../../vm/native/account/vote-list.js';

const MAX = 21_000_000_000_000_000n;

/** Candidate n, named by regid; by its public key under the second name. */
const byRegId = (n: number): Uid => regIdUid({ height: 0, index: n });
const byKey = (n: number): Uid => publicKeyUid(`02${n.toString(16).padStart(64, '0')}`);
const number = (uid: Uid): number =>
  uid.kind === 'regid'
    ? uid.regId.index
    : uid.kind === 'pubkey'
      ? Number.parseInt(uid.publicKey.slice(2), 16)
      : -1;
const sameAccount = (a: Uid, b: Uid): boolean => number(a) === number(b);

const add = (candidate: Uid, votedBcoins: bigint) => ({ voteType: VOTE_ADD, candidate, votedBcoins });
const minus = (candidate: Uid, votedBcoins: bigint) => ({ voteType: VOTE_MINUS, candidate, votedBcoins });
const entry = (candidate: Uid, votes: bigint): CandidateVotes => ({ candidate, votes });

test('a new candidate enters the list, most votes first', () => {
  const list = changeVoteList([entry(byRegId(1), 5n)], [add(byRegId(2), 7n)], sameAccount);
  assert.equal(list, [entry(byRegId(2), 7n), entry(byRegId(1), 5n)]);
});

test('equal votes keep their order', () => {
  const list = changeVoteList(
    [entry(byRegId(1), 5n)],
    [add(byRegId(2), 5n), add(byRegId(3), 5n)],
    sameAccount,
  );
  assert.equal(
    list?.map(({ candidate }) => number(candidate)),
    [1, 2, 3],
  );
});

test('a candidate named by regid and by public key is one entry, under its first name', () => {
  const list = changeVoteList([entry(byKey(1), 5n)], [add(byRegId(1), 7n)], sameAccount);
  assert.equal(list, [entry(byKey(1), 12n)]);
});

test('votes can be taken back down to nothing, which removes the entry', () => {
  const list = [entry(byRegId(1), 5n)];
  assert.equal(changeVoteList(list, [minus(byRegId(1), 2n)], sameAccount), [entry(byRegId(1), 3n)]);
  assert.equal(changeVoteList(list, [minus(byRegId(1), 5n)], sameAccount), []);
});

test('a list refuses what does not fit it', () => {
  const full = Array.from({ length: 22 }, (_, i) => entry(byRegId(i + 1), 1n));
  const refused: readonly [string, readonly CandidateVotes[], Parameters<typeof changeVoteList>[1]][] = [
    ['more than was given', [entry(byRegId(1), 5n)], [minus(byRegId(1), 6n)]],
    ['from a stranger', [entry(byRegId(1), 5n)], [minus(byRegId(2), 1n)]],
    ['a 23rd candidate', full, [add(byRegId(23), 1n)]],
    ['beyond all coins', [entry(byRegId(1), MAX)], [add(byRegId(1), 1n)]],
    [
      'an unknown vote type',
      [entry(byRegId(1), 5n)],
      [{ voteType: 3, candidate: byRegId(1), votedBcoins: 1n }],
    ],
  ];
  for (const [what, list, changes] of refused) {
    assert.is(changeVoteList(list, changes, sameAccount), undefined, what);
  }
  assert.is(changeVoteList(full, [add(byRegId(22), 1n)], sameAccount)?.length, 22, 'an old one among 22');
});

test('random votes leave the list sorted, without empty entries, and its total is what was given minus what was taken', () => {
  const change = fc.record({
    voteType: fc.constantFrom(VOTE_ADD, VOTE_MINUS),
    candidate: fc.integer({ min: 1, max: 25 }).map(byRegId),
    votedBcoins: fc.bigInt(1n, 100n),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), changes => {
      let list: readonly CandidateVotes[] = [];
      let total = 0n;
      for (const one of changes) {
        const next = changeVoteList(list, [one], sameAccount);
        if (next === undefined) continue;
        list = next;
        total += one.voteType === VOTE_ADD ? one.votedBcoins : -one.votedBcoins;
      }
      assert.is(totalVotes(list), total);
      assert.ok(list.length <= 22 && list.every(({ votes }) => votes > 0n));
      assert.ok(list.every(({ votes }, i) => i === 0 || votes <= list[i - 1]!.votes));
      assert.is(new Set(list.map(({ candidate }) => number(candidate))).size, list.length);
    }),
  );
});

test.run();
