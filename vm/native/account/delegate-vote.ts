import { PROTOCOL } from '../../../src/config/network.js';
import { isValidPublicKey } from '../../../src/crypto/keys.js';
import { least } from '../../../src/state/balance.js';
import { type Account, tokenOf } from '../../../src/state/tables/accounts.js';
import { CONTRACT_VOTES, LAST_VOTE_HEIGHT, rankCandidate } from '../../../src/state/tables/delegates.js';
import { type CandidateVotes, VOTE_LISTS } from '../../../src/state/tables/votes.js';
import type { BalanceOperation } from '../../../src/tx/balance-operation.js';
import { isInCoinRange } from '../../../src/tx/coin-range.js';
import { VOTE_ADD } from '../../../src/tx/enums.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { BASE_COIN, GOVERNANCE_COIN } from '../../../src/tx/symbols.js';
import { type CandidateVote, delegateVote } from '../../../src/tx/types/delegate-vote.js';
import type { Refusal, TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { voteInterest } from './vote-interest.js';
import { changeVoteList, totalVotes } from './vote-list.js';

const VOTES_DO_NOT_FIT: Refusal = [REJECT.OPERATE_CANDIDATE_VOTES_FAIL, 'operate-candidate-votes-failed'];

/** DELEGATE_VOTE_TX (6): votes for producers, or takes votes back (spec 07 §14.6). */
export const delegateVoteHandler = defineHandler(delegateVote, {
  summary: 'Votes for block producers with base coins that are locked meanwhile, or takes votes back.',

  check({ txUid, candidateVotes }, context) {
    if (candidateVotes.length < 1 || candidateVotes.length > PROTOCOL.maxVoteCandidates) {
      reject(REJECT.REJECT_INVALID, 'candidate-votes-out-of-range');
    }
    if (txUid.kind === 'pubkey' && !isValidPublicKey(Buffer.from(txUid.publicKey, 'hex'))) {
      reject(REJECT.REJECT_INVALID, 'bad-publickey');
    }
    for (const entry of candidateVotes) checkVote(entry, context);
  },

  execute({ candidateVotes }, context) {
    const voter = context.sender();
    if (context.block.height < voter.lastVoteHeight) reject(...VOTES_DO_NOT_FIT);
    const list = changeVoteList(
      context.state.get(VOTE_LISTS, voter.regId) ?? [],
      candidateVotes,
      (a, b) => context.account(a)?.keyId === context.account(b)?.keyId,
    );
    if (list === undefined || !isInCoinRange(BASE_COIN, totalVotes(list))) reject(...VOTES_DO_NOT_FIT);
    lockVotes(voter, totalVotes(list), context);
    saveVotes(voter, list, context);
    for (const entry of candidateVotes) moveCandidate(entry, context);
    context.state.put(LAST_VOTE_HEIGHT, undefined, context.block.height);
  },
});

function checkVote({ voteType, candidate, votedBcoins }: CandidateVote, context: TransactionContext): void {
  const { network, featureVersion } = context;
  if (candidate.kind !== 'regid' && candidate.kind !== 'pubkey') {
    reject(REJECT.REJECT_INVALID, 'candidateUid-type-error');
  }
  // The reference refuses this without saying why.
  if (votedBcoins < 1n || !isInCoinRange(BASE_COIN, votedBcoins)) {
    reject(REJECT.REJECT_INVALID, 'voted-bcoins-out-of-range');
  }
  const account = context.account(candidate);
  if (account === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  if (voteType === VOTE_ADD && featureVersion === 'R3.5' && !network.mended.votesCanBeAdded) {
    reject(REJECT.REJECT_INVALID, 'unspupported-adding-votes');
  }
  if (account.ownerKey === '') reject(REJECT.REJECT_INVALID, 'bad-read-accountdb');
}

/** Locks or frees the difference to what is locked, and pays the interest on that (steps 4 and 5). */
function lockVotes(voter: Account, total: bigint, context: TransactionContext): void {
  const locked = tokenOf(voter, BASE_COIN).voted;
  const operate = (operation: BalanceOperation, symbol: string, amount: bigint, receiptType: number) =>
    context.operate({ keyId: voter.keyId, operation, symbol, amount, receiptType }, VOTES_DO_NOT_FIT);

  if (total > locked) operate('VOTE', BASE_COIN, total - locked, RECEIPT.DELEGATE_ADD_VOTE);
  if (total < locked) operate('UNVOTE', BASE_COIN, locked - total, RECEIPT.DELEGATE_SUB_VOTE);
  const { block, network } = context;
  const earned = voteInterest(locked, Number(voter.lastVoteEpoch), block.time, network.voteInterestEpochs);
  // A voter whose balance is full still gets his votes back.
  const interest = least(earned, context.freeRoom(voter.keyId, GOVERNANCE_COIN));
  if (interest > 0n) operate('ADD_FREE', GOVERNANCE_COIN, interest, RECEIPT.DELEGATE_VOTE_INTEREST);
}

/** Steps 6 and 7. */
function saveVotes(voter: Account, list: readonly CandidateVotes[], context: TransactionContext): void {
  const { state, block } = context;
  if (list.length === 0) state.delete(VOTE_LISTS, voter.regId);
  else state.put(VOTE_LISTS, voter.regId, list);
  context.saveAccount({
    ...context.sender(),
    lastVoteHeight: BigInt(block.height),
    lastVoteEpoch: BigInt(block.time),
  });
}

/** Step 8: the candidate's votes and its place in the ranking. */
function moveCandidate(
  { voteType, candidate, votedBcoins }: CandidateVote,
  context: TransactionContext,
): void {
  const account = context.account(candidate) ?? reject(REJECT.REJECT_INVALID, 'account-not-exist');
  const receivedVotes = account.receivedVotes + (voteType === VOTE_ADD ? votedBcoins : -votedBcoins);
  // Where they are kept apart the range is one of users' votes, whatever the voting contract gave.
  const { state, network } = context;
  const ofContract = network.mended.contractVotesApart
    ? (state.get(CONTRACT_VOTES, account.regId) ?? 0n)
    : 0n;
  if (!isInCoinRange(BASE_COIN, receivedVotes - ofContract)) {
    reject(REJECT.UPDATE_ACCOUNT_FAIL, 'operate-vote-error');
  }
  context.saveAccount({ ...account, receivedVotes });
  rankCandidate(context.state, account.regId, account.receivedVotes, receivedVotes);
}
