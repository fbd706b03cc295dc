import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegId } from '../../src/codec/regid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { processDelegates } from '../../src/ledger/delegates.js';
import { activeDelegates } from '../../src/ledger/producers.js';
import { processValidators, validatorsAt, validatorUpdates } from '../../src/ledger/validators.js';
import type { Overlay } from '../../src/state/state.js';
import { ACCOUNTS, type Account, REGIDS } from '../../src/state/tables/accounts.js';
import { LAST_VOTE_HEIGHT, rankCandidate } from '../../src/state/tables/delegates.js';
import { VALIDATOR_SETS } from '../../src/state/tables/validators.js';
import { ALL_PERMISSIONS, PERMISSION } from '../../src/tx/permissions.js';
import { newUser } from '../support/chains/test-chain.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { memoryState } from '../support/stores/memory-state.js';

const NETWORK = { ...REGTEST, blockProducer: 'proposer' } as const;

/**
 * What the engine does with what it is told, as CometBFT v0.38 does (state/execution.go, types/validator_set.go):
 * it stops at keys that are no keys, at a key twice, at the end of a seat that is none, at an empty set.
 */
class Engine {
  readonly #sets: Set<string>[] = [];

  constructor(first: readonly string[]) {
    for (const height of [0, 1, 2]) this.#sets[height] = new Set(first);
  }

  finalized(height: number, updates: ReturnType<typeof validatorUpdates>): void {
    const next = new Set(this.at(height + 1));
    assert.is(new Set(updates.map(({ publicKey }) => publicKey)).size, updates.length, 'a key twice');
    for (const { publicKey, power } of updates) {
      assert.match(publicKey, /^0[23]/);
      if (power === 0) assert.ok(next.delete(publicKey), 'the end of a seat that is none');
      else next.add(publicKey);
    }
    assert.ok(next.size > 0, 'an empty set');
    this.#sets[height + 2] = next;
  }

  at(height: number): Set<string> {
    const set = this.#sets[height];
    if (set === undefined) throw new Error(`no set of height ${height}`);
    return set;
  }
}

/** Empty blocks on which accounts of candidates and votes change. */
class ValidatorChain {
  readonly state: Overlay = memoryState().overlay();
  readonly #votes = new Map<number, bigint>();
  height = -1;
  engine: Engine | undefined;

  candidate(index: number, changes: Partial<Account> = {}): void {
    const regId: RegId = { height: 0, index };
    const { publicKey } = newUser(index);
    const keyId = index.toString(16).padStart(40, '0');
    this.state.put(REGIDS, regId, keyId);
    this.state.put(ACCOUNTS, keyId, {
      keyId,
      regId,
      ownerKey: publicKey,
      minerKey: '',
      tokens: new Map(),
      receivedVotes: 0n,
      lastVoteHeight: 0n,
      lastVoteEpoch: 0n,
      permsSum: ALL_PERMISSIONS,
      ...changes,
    });
  }

  vote(index: number, votes: bigint): void {
    rankCandidate(this.state, { height: 0, index }, this.#votes.get(index) ?? 0n, votes);
    this.#votes.set(index, votes);
    this.state.put(LAST_VOTE_HEIGHT, undefined, this.height + 1);
  }

  endUntil(height: number): void {
    while (this.height < height) {
      processDelegates(NETWORK, this.state, ++this.height);
      processValidators(NETWORK, this.state, this.height);
      if (this.height === 0) this.engine = new Engine(this.keysAt(1));
      else this.engine?.finalized(this.height, validatorUpdates(this.state, this.height));
      for (const of of [this.height + 1, this.height + 2]) {
        assert.equal(new Set(this.keysAt(of)), this.engine?.at(of), `the validators of height ${of}`);
      }
    }
  }

  keysAt(height: number): string[] {
    return validatorsAt(this.state, height).map(({ publicKey }) => publicKey);
  }

  indexesAt(height: number): number[] {
    return validatorsAt(this.state, height).map(({ regId }) => regId.index);
  }
}

function chainOfFour(): ValidatorChain {
  const chain = new ValidatorChain();
  for (const index of [1, 2, 3, 4]) {
    chain.candidate(index);
    chain.vote(index, BigInt(100 - index));
  }
  return chain;
}

test('the first validators are the delegates of block 0 in rank order', () => {
  const chain = chainOfFour();
  chain.endUntil(1);
  assert.equal(chain.indexesAt(1), [1, 2, 3, 4]);
  assert.equal(chain.indexesAt(3), [1, 2, 3, 4]);
});

test('who is elected is a validator from the block on in which a delegate would make its first one', () => {
  const chain = chainOfFour();
  chain.endUntil(150);
  chain.candidate(5);
  chain.vote(5, 1000n);
  chain.endUntil(299); // Counted at 200, activated at the end of 300.
  assert.equal(activeDelegates(chain.state).length, 4);
  assert.equal(chain.indexesAt(300), [1, 2, 3, 4]);
  assert.equal(chain.indexesAt(301), [5, 1, 2, 3, 4]);
  chain.endUntil(310);
  assert.equal(activeDelegates(chain.state).length, 5);
  assert.equal(chain.indexesAt(311), [5, 1, 2, 3, 4]);
});

test('a key that two delegates have is the seat of the one with more votes', () => {
  const chain = chainOfFour();
  chain.candidate(3, { minerKey: newUser(1).publicKey });
  chain.endUntil(2);
  assert.equal(chain.indexesAt(3), [1, 2, 4]);
});

test('a key that is no point of the curve has no seat', () => {
  const chain = chainOfFour();
  chain.candidate(2, { minerKey: `02${'ff'.repeat(32)}` });
  chain.candidate(4, { ownerKey: '' });
  chain.endUntil(2);
  assert.equal(chain.indexesAt(3), [1, 3]);
});

test('who may not make blocks loses the seat at the second block after', () => {
  const chain = chainOfFour();
  chain.endUntil(9);
  chain.candidate(2, { permsSum: ALL_PERMISSIONS & ~PERMISSION.MINE_BLOCK });
  chain.endUntil(10);
  assert.equal(chain.indexesAt(11), [1, 2, 3, 4]);
  assert.equal(chain.indexesAt(12), [1, 3, 4]);
  assert.is(activeDelegates(chain.state).length, 4, 'it is a delegate still');
});

test('the last seats stay when nobody could have one', () => {
  const chain = chainOfFour();
  chain.endUntil(9);
  for (const index of [1, 2, 3, 4]) chain.candidate(index, { permsSum: 0n });
  chain.endUntil(20);
  assert.equal(chain.indexesAt(22), [1, 2, 3, 4]);
});

test('sets of heights that are over are forgotten', () => {
  const chain = chainOfFour();
  for (let height = 1; height <= 40; height++) {
    chain.candidate(2, { permsSum: height % 2 === 0 ? 0n : ALL_PERMISSIONS });
    chain.endUntil(height);
  }
  assert.ok((chain.state.get(VALIDATOR_SETS, undefined) ?? []).length <= 3);
});

test('whatever becomes of candidates, the engine never gets what it would stop at', () => {
  const random = new SeededRandom();
  console.log(`SEED=${random.seed}`);
  const below = (limit: number): number => random.integer(0, limit - 1);
  for (let run = 0; run < scaled(4, 400); run++) {
    const chain = chainOfFour();
    while (chain.height < 700) {
      chain.endUntil(chain.height + 1 + below(30));
      const index = 1 + below(8);
      const minerKey = ['', newUser(1 + below(8)).publicKey, `03${'ff'.repeat(32)}`][below(3)] ?? '';
      chain.candidate(index, { minerKey, permsSum: below(3) === 0 ? 0n : ALL_PERMISSIONS });
      if (below(2) === 0) chain.vote(index, BigInt(below(200)));
    }
  }
});

test('where the delegates take turns there are no validators', () => {
  const state = memoryState().overlay();
  processValidators(REGTEST, state, 0);
  assert.is(state.get(VALIDATOR_SETS, undefined), undefined);
});

test.run();
