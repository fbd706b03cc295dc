import type { Uid } from '../../../src/codec/uid.js';
import { PROTOCOL } from '../../../src/config/network.js';
import type { CandidateVotes } from '../../../src/state/tables/votes.js';
import { isInCoinRange } from '../../../src/tx/coin-range.js';
import { VOTE_ADD, VOTE_MINUS } from '../../../src/tx/enums.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import type { CandidateVote } from '../../../src/tx/types/delegate-vote.js';

/**
 * A voter's list after further votes (spec 07 §14.6, steps 2 and 3), most votes first, equal ones in
 * the order in which they were.
 *
 * @param sameAccount - whether two uids name the same account
 * @returns undefined where a vote does not fit the list: taking back more than was given, a candidate
 *   too many, an amount beyond the coin's range
 */
export function changeVoteList(
  list: readonly CandidateVotes[],
  changes: readonly CandidateVote[],
  sameAccount: (a: Uid, b: Uid) => boolean,
): readonly CandidateVotes[] | undefined {
  let changed: readonly CandidateVotes[] | undefined = list;
  for (const change of changes) {
    changed = changeOne(changed, change, sameAccount);
    if (changed === undefined) return undefined;
  }
  return [...changed].sort(byVotesDescending);
}

/** Sum of a voter's votes in sawi: what of his coins is locked, one coin for one vote. */
export function totalVotes(list: readonly CandidateVotes[]): bigint {
  return list.reduce((sum, { votes }) => sum + votes, 0n);
}

function changeOne(
  list: readonly CandidateVotes[],
  { voteType, candidate, votedBcoins }: CandidateVote,
  sameAccount: (a: Uid, b: Uid) => boolean,
): readonly CandidateVotes[] | undefined {
  const position = list.findIndex(entry => sameAccount(entry.candidate, candidate));
  const current = list[position];
  if (voteType === VOTE_ADD) {
    const votes = (current?.votes ?? 0n) + votedBcoins;
    if (!isInCoinRange(BASE_COIN, votes)) return undefined;
    if (current !== undefined) return list.with(position, { ...current, votes });
    return list.length < PROTOCOL.maxVoteCandidates ? [...list, { candidate, votes }] : undefined;
  }
  if (voteType !== VOTE_MINUS || current === undefined || votedBcoins > current.votes) return undefined;
  if (votedBcoins === current.votes) return list.toSpliced(position, 1);
  return list.with(position, { ...current, votes: current.votes - votedBcoins });
}

function byVotesDescending(a: CandidateVotes, b: CandidateVotes): number {
  return a.votes > b.votes ? -1 : a.votes < b.votes ? 1 : 0;
}
