const SECONDS_PER_YEAR = 31_536_000;

/**
 * Governance coins, in sawi, that votes have earned since a voter's last vote: one for one vote and
 * year (spec 07 §14.6, step 5). IEEE double in exactly this order, truncated.
 *
 * @param votes - locked since the last vote, in sawi
 * @param lastVoteEpoch - time of the last vote
 * @param blockTime - time of this vote
 * @param epochs - from when and until when votes earn interest, where that is limited
 */
export function voteInterest(
  votes: bigint,
  lastVoteEpoch: number,
  blockTime: number,
  epochs?: readonly [from: number, until: number],
): bigint {
  const begin = epochs === undefined ? lastVoteEpoch : Math.max(lastVoteEpoch, epochs[0]);
  const end = epochs === undefined ? blockTime : Math.min(blockTime, epochs[1]);
  if (end <= begin) return 0n;
  return BigInt(Math.trunc(Number(votes) * ((end - begin) / SECONDS_PER_YEAR)));
}
