import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_REGID, type RegId, regIdInteger, regIdText, sameRegId } from '../../../../src/codec/regid.js';
import { regIdUid } from '../../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../../src/config/network.js';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { accrueInflatedReward } from '../../../../src/ledger/rewards.js';
import { DELEGATE_RANKING, LAST_VOTE_HEIGHT } from '../../../../src/state/tables/delegates.js';
import { INFLATED_REWARD } from '../../../../src/state/tables/rewards.js';
import { VOTE_ADD, VOTE_MINUS } from '../../../../src/tx/enums.js';
import { TX } from '../../../../src/tx/transactions.js';
import { TransactionContext } from '../../../../vm/context.js';
import {
  type MintedReward,
  mintRewards,
  VOTING_EXCEPTIONS,
  type VoteAction,
  type VotingCall,
  type VotingException,
  vote,
} from '../../../../vm/native/governance/voting.js';
import { transferTx } from '../../../support/ledgers/sample-transactions.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  ScratchLedger,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';

/** How an action of the contract ends that fails. */
class Failed extends Error {
  constructor(readonly exception: VotingException | 'missing_auth') {
    super(exception);
  }
}

/** A ledger whose voting contract is ALICE, and calls of 0-900 on it. */
class VotingLedger extends ScratchLedger {
  readonly notified: string[] = [];
  readonly announced: MintedReward[] = [];

  constructor(contract: RegId = ALICE.regId, overrides: Partial<NetworkParameters> = {}) {
    super(overrides);
    this.setParameter('VOTING_CONTRACT_REGID', regIdInteger(contract));
  }

  /** Runs an action that `authorizer` has authorized. @returns the receipts */
  run(action: (call: VotingCall) => void, authorizer: RegId = ALICE.regId, height = HEIGHT) {
    const context = new TransactionContext({
      network: this.network,
      block: this.contextAt(height),
      state: this.state.child(),
      prepared: this.prepare(transferTx()),
      index: 1,
      signatures: { isValid: () => true },
    });
    action({
      context,
      requireAuthorization(account) {
        if (!sameRegId(account, authorizer)) throw new Failed('missing_auth');
      },
      notify: account => this.notified.push(regIdText(account)),
      announceMint: (_contract, minted) => this.announced.push(minted),
      fail(exception) {
        throw new Failed(exception);
      },
    });
    context.commit();
    return context.receipts;
  }

  vote(changes: Partial<VoteAction>): void {
    this.run(call => vote(call, { candidate: BOB.regId, votes: 1000n, memo: '', ...changes }));
  }

  reward() {
    return this.state.get(INFLATED_REWARD, undefined);
  }
}

const fails = (run: () => unknown, exception: Failed['exception']) =>
  assert.throws(run, (error: unknown) => error instanceof Failed && error.exception === exception);

test('the exceptions have the codes of spec 04 §9', () => {
  assert.equal(VOTING_EXCEPTIONS, {
    regid_type_exception: 3010001,
    native_contract_assert_exception: 3260001,
    account_access_exception: 3270001,
    account_fund_exception: 3270002,
  });
});

test('votes move a candidate in the ranking, count as a vote, and notify it', () => {
  const ledger = new VotingLedger();
  ledger.vote({ votes: 1000n });
  ledger.vote({ votes: -400n });
  assert.is(ledger.account(BOB.keyId)!.receivedVotes, 600n);
  assert.is(ledger.state.get(DELEGATE_RANKING, [600n, BOB.regId]), true);
  assert.is(ledger.state.get(DELEGATE_RANKING, [1000n, BOB.regId]), undefined);
  assert.is(ledger.state.get(LAST_VOTE_HEIGHT, undefined), HEIGHT);
  assert.equal(ledger.notified, ['0-14', '0-14']);
});

test('no votes at all leave a candidate where it is', () => {
  const ledger = new VotingLedger();
  ledger.vote({ votes: 5n });
  ledger.vote({ votes: 0n });
  assert.is(ledger.state.get(DELEGATE_RANKING, [5n, BOB.regId]), true);
});

test('a vote fails by the rules of spec 04 §8.3', () => {
  const ledger = new VotingLedger();
  fails(() => ledger.vote({ candidate: NO_REGID }), 'regid_type_exception');
  fails(() => ledger.vote({ memo: 'x'.repeat(257) }), 'native_contract_assert_exception');
  fails(() => ledger.vote({ candidate: { height: 77, index: 7 } }), 'account_access_exception');
  fails(() => ledger.vote({ votes: -1n }), 'native_contract_assert_exception');
  ledger.vote({ memo: 'x'.repeat(256) });
});

test('by the rules of the reference a candidate has at most 2^64 - 1 votes', () => {
  const mended = { ...REGTEST.mended, ...REFERENCE_RULES };
  const ledger = new VotingLedger(ALICE.regId, { mended });
  ledger.vote({ votes: 2n ** 63n - 1n });
  ledger.vote({ votes: 2n ** 63n - 1n });
  fails(() => ledger.vote({ votes: 2n }), 'native_contract_assert_exception');
  ledger.vote({ votes: 1n });
  assert.is(ledger.account(BOB.keyId)!.receivedVotes, 2n ** 64n - 1n);
});

test('without a voting contract nobody votes or mints; with one only that contract does', () => {
  const none = new VotingLedger(NO_REGID);
  fails(() => none.vote({}), 'native_contract_assert_exception');
  const ledger = new VotingLedger();
  const action = { candidate: BOB.regId, votes: 1n, memo: '' };
  fails(() => ledger.run(call => vote(call, action), BOB.regId), 'missing_auth');
  fails(() => ledger.run(call => mintRewards(call, { to: BOB.regId, memo: '' }), BOB.regId), 'missing_auth');
});

test('the first call for rewards starts them and mints nothing', () => {
  const ledger = new VotingLedger();
  const receipts = ledger.run(call => mintRewards(call, { to: CAROL.regId, memo: 'rewards' }));
  assert.equal(ledger.reward(), {
    startHeight: HEIGHT,
    newRewards: 0n,
    totalMinted: 0n,
    lastMinted: 0n,
    lastMintedHeight: 0,
  });
  assert.equal(receipts, []);
  assert.equal(ledger.announced, [{ to: CAROL.regId, amount: 0n, memo: 'rewards' }]);
});

test('later calls mint what blocks have earned, as on the recorded chain: 60000000 after three blocks', () => {
  const ledger = new VotingLedger();
  const claim = (height: number) =>
    ledger.run(call => mintRewards(call, { to: CAROL.regId, memo: 'm' }), ALICE.regId, height);
  claim(741);
  for (let block = 0; block < 3; block++) accrueInflatedReward(ledger.network, ledger.state);
  const before = ledger.free(CAROL.keyId, 'WICC');
  const [receipt] = claim(744);
  accrueInflatedReward(ledger.network, ledger.state);
  assert.is(ledger.free(CAROL.keyId, 'WICC') - before, 60_000_000n);
  assert.equal([receipt!.type, receipt!.operation, receipt!.amount], [205, 'ADD_FREE', 60_000_000n]);
  assert.equal(ledger.announced.at(-1), { to: CAROL.regId, amount: 60_000_000n, memo: 'm' });
  assert.equal(ledger.reward(), {
    startHeight: 741,
    newRewards: 20_000_000n,
    totalMinted: 60_000_000n,
    lastMinted: 60_000_000n,
    lastMintedHeight: 744,
  });
});

test('rewards for nobody fail', () => {
  const ledger = new VotingLedger();
  const to = (regId: RegId) => () => ledger.run(call => mintRewards(call, { to: regId, memo: '' }));
  fails(to(NO_REGID), 'regid_type_exception');
  fails(to({ height: 77, index: 7 }), 'account_access_exception');
  assert.is(ledger.reward(), undefined);
});

test('whatever amount governance lets blocks earn, the node goes on: the sum stays the largest there is, and a mint that does not fit fails', () => {
  const ledger = new VotingLedger();
  const claim = () => ledger.run(call => mintRewards(call, { to: CAROL.regId, memo: '' }));
  claim();
  ledger.setParameter('BLOCK_INFLATED_REWARD_AMOUNT', 2n ** 64n - 1n);
  accrueInflatedReward(ledger.network, ledger.state);
  fails(claim, 'account_fund_exception');
  accrueInflatedReward(ledger.network, ledger.state);
  assert.is(ledger.reward()!.newRewards, 2n ** 64n - 1n);
  accrueInflatedReward({ mended: REFERENCE_RULES }, ledger.state);
  assert.is(ledger.reward()!.newRewards, 2n ** 64n - 2n, 'in the reference it wraps');
});

test('the contract and users each have their own votes, and neither can take those of the other', () => {
  const ledger = new VotingLedger();
  const candidate = { height: 0, index: 5 };
  const COINS = 1_000n * 100_000_000n;
  const byUser = (voteType: number, votedBcoins = COINS) =>
    ledger.execute({
      type: TX.DELEGATE_VOTE,
      version: 1,
      validHeight: HEIGHT,
      txUid: ALICE.uid,
      fees: 10_000_000n,
      candidateVotes: [{ voteType, candidate: regIdUid(candidate), votedBcoins }],
      signature: signatureOf(ALICE.publicKey),
    });
  const byContract = (votes: bigint) => () => ledger.run(call => vote(call, { candidate, votes, memo: '' }));
  const before = ledger.account(ledger.keyIdAt(candidate)!)!.receivedVotes;
  byUser(VOTE_ADD);
  fails(byContract(-1n), 'native_contract_assert_exception');
  byContract(21_000_000_000_000_000n)();
  fails(byContract(210_000_000n * 100_000_000n), 'native_contract_assert_exception');
  byUser(VOTE_MINUS);
  byContract(-21_000_000_000_000_000n)();
  fails(byContract(-1n), 'native_contract_assert_exception');
  assert.is(ledger.account(ledger.keyIdAt(candidate)!)!.receivedVotes, before);
});

test.run();
