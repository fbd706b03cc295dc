import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegId } from '../../src/codec/regid.js';
import { regIdRaw } from '../../src/codec/regid.js';
import type { NetworkParameters } from '../../src/config/network.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { REPLAY } from '../../src/config/networks/replay.js';
import { processDelegates } from '../../src/ledger/delegates.js';
import { activeDelegates } from '../../src/ledger/producers.js';
import type { Overlay } from '../../src/state/state.js';
import {
  LAST_VOTE_HEIGHT,
  PENDING_DELEGATES,
  PRODUCER_COUNT,
  producerCountAt,
  rankCandidate,
  topCandidates,
} from '../../src/state/tables/delegates.js';
import { scaled } from '../support/random/scale.js';
import { memoryState } from '../support/stores/memory-state.js';

const candidate = (index: number): RegId => ({ height: 0, index });

/** A chain of empty blocks on which only votes happen. */
class VoteChain {
  readonly state: Overlay = memoryState().overlay();
  readonly #votes = new Map<number, bigint>();
  height = -1;

  constructor(readonly network: NetworkParameters) {}

  vote(index: number, votes: bigint): void {
    rankCandidate(this.state, candidate(index), this.#votes.get(index) ?? 0n, votes);
    this.#votes.set(index, votes);
    this.state.put(LAST_VOTE_HEIGHT, undefined, this.height + 1);
  }

  /** Ends the blocks up to a height. */
  endUntil(height: number): void {
    while (this.height < height) processDelegates(this.network, this.state, ++this.height);
  }

  get active(): number[] {
    return activeDelegates(this.state).map(({ regId }) => regId.index);
  }
}

/** A chain with eleven producers, 1 to 11 in this order, at the end of block 1. */
function chainOfEleven(network: NetworkParameters = REGTEST): VoteChain {
  const chain = new VoteChain(network);
  for (let index = 1; index <= 11; index++) chain.vote(index, BigInt(1000 - index));
  chain.endUntil(1);
  return chain;
}

const ELEVEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

test('below R3 votes are counted and effective in the block in which they are cast', () => {
  const chain = new VoteChain(REPLAY);
  chain.vote(5, 10n);
  chain.endUntil(0);
  assert.equal(chain.active, [5]);
  chain.vote(6, 20n);
  chain.endUntil(1);
  assert.equal(chain.active, [6, 5]);
});

test('from R3 on votes are counted at multiples of 100 and effective a hundred blocks later', () => {
  const chain = chainOfEleven();
  chain.endUntil(149);
  chain.vote(20, 5000n);
  chain.endUntil(199);
  assert.is(chain.state.get(PENDING_DELEGATES, undefined)?.countedHeight, 1);
  chain.endUntil(200);
  assert.is(chain.state.get(PENDING_DELEGATES, undefined)?.state, 'pending');
  chain.endUntil(299);
  assert.equal(chain.active, ELEVEN);
  chain.endUntil(300);
  assert.equal(chain.active, [20, ...ELEVEN.slice(0, 10)]);
});

test('while a list waits, later votes are not counted; they are at the next multiple after its activation', () => {
  const chain = chainOfEleven();
  chain.endUntil(149);
  chain.vote(20, 5000n);
  chain.endUntil(250);
  chain.vote(21, 6000n);
  chain.endUntil(499);
  assert.equal(chain.active.slice(0, 2), [20, 1]);
  chain.endUntil(500);
  assert.equal(chain.active.slice(0, 3), [21, 20, 1]);
});

test('other votes for the same producers are a new list, as they enter the subsidy', () => {
  const chain = chainOfEleven();
  chain.vote(1, 2000n);
  chain.endUntil(200);
  assert.equal(chain.active, ELEVEN);
  assert.is(activeDelegates(chain.state)[0]?.votes, 2000n);
});

test('votes that lead to the same list change nothing', () => {
  const chain = chainOfEleven();
  chain.vote(30, 1n);
  chain.endUntil(100);
  const pending = chain.state.get(PENDING_DELEGATES, undefined);
  assert.equal([pending?.countedHeight, pending?.state], [100, 'activated']);
});

test('another number of producers makes a new list without a vote', () => {
  const chain = chainOfEleven();
  chain.vote(12, 1n);
  chain.endUntil(100);
  chain.state.put(PRODUCER_COUNT, undefined, { current: 11, next: 12, effectiveHeight: 150 });
  chain.endUntil(299);
  assert.equal(chain.active, ELEVEN);
  chain.endUntil(300);
  assert.equal(chain.active, [...ELEVEN, 12]);
});

test('the governed number of producers is effective from its height on, eleven without any', () => {
  const state = memoryState().overlay();
  assert.is(producerCountAt(state, 0), 11);
  state.put(PRODUCER_COUNT, undefined, { current: 12, next: 21, effectiveHeight: 500 });
  assert.is(producerCountAt(state, 499), 12);
  assert.is(producerCountAt(state, 500), 21);
});

test('a candidate without votes is elected only where the reference’s rule is kept', () => {
  for (const [network, expected] of [
    [REGTEST, [2]],
    [REPLAY, [2, 1]],
  ] as const) {
    const chain = new VoteChain(network);
    chain.vote(1, 5n);
    chain.vote(2, 4n);
    chain.vote(1, 0n);
    chain.endUntil(0);
    assert.equal(chain.active, expected, network.name);
  }
});

test('an empty list is never activated: the producers stay who they are', () => {
  const chain = new VoteChain(REGTEST);
  chain.vote(1, 5n);
  chain.endUntil(50);
  chain.vote(1, 0n);
  chain.endUntil(400);
  assert.equal(chain.active, [1]);
  const nobody = new VoteChain(REPLAY);
  nobody.endUntil(200);
  assert.equal(nobody.active, []);
});

test('among equal votes the raw little-endian bytes of the regid decide, not its height', () => {
  const state = memoryState().overlay();
  const regIds = [
    { height: 1, index: 0 },
    { height: 256, index: 0 },
    { height: 0, index: 1 },
  ];
  for (const regId of regIds) rankCandidate(state, regId, 0n, 7n);
  assert.equal(
    topCandidates(state, 3, 0n).map(({ regId }) => regId.height),
    [0, 256, 1],
  );
});

test('a vote that changes nothing keeps the candidate in the ranking', () => {
  const state = memoryState().overlay();
  rankCandidate(state, candidate(1), 0n, 7n);
  rankCandidate(state, candidate(1), 7n, 7n);
  assert.is(topCandidates(state, 1, 0n).length, 1);
});

test('after random votes the ranking is a sort of the candidates', () => {
  const regId = fc
    .tuple(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 1, max: 3 }))
    .map(([height, index]): RegId => ({ height, index }));
  const votes = fc.bigInt(0n, 5n).map(small => small * 4_000_000_000_000_000n);
  fc.assert(
    fc.property(fc.array(fc.tuple(regId, votes), { maxLength: 60 }), changes => {
      const state = memoryState().overlay();
      const current = new Map<string, { regId: RegId; votes: bigint }>();
      for (const [id, after] of changes) {
        const key = regIdRaw(id).toString('latin1');
        rankCandidate(state, id, current.get(key)?.votes ?? 0n, after);
        current.set(key, { regId: id, votes: after });
      }
      const sorted = [...current]
        .sort(([a, x], [b, y]) => (x.votes === y.votes ? (a < b ? -1 : 1) : x.votes > y.votes ? -1 : 1))
        .map(([, entry]) => entry);
      assert.equal(topCandidates(state, changes.length, 0n), sorted);
      const voted = sorted.filter(entry => entry.votes > 0n);
      assert.equal(topCandidates(state, 3, 1n), voted.slice(0, 3));
    }),
    { numRuns: scaled(100, 2000) },
  );
});

test.run();
