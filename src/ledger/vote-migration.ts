import { regIdText } from '../codec/regid.js';
import { uidText } from '../codec/uid.js';
import type { NetworkParameters } from '../config/network.js';
import { AccountWorkingSet } from '../state/account-working-set.js';
import type { Overlay } from '../state/state.js';
import { type Account, tokenOf } from '../state/tables/accounts.js';
import { LAST_VOTE_HEIGHT, rankCandidate } from '../state/tables/delegates.js';
import { type CandidateVotes, VOTE_LISTS } from '../state/tables/votes.js';
import { RECEIPT, type Receipt } from '../tx/receipt.js';
import { BASE_COIN } from '../tx/symbols.js';
import { subsidyOf } from './inflation.js';

/**
 * Leads the votes of the first rules, where one coin could vote for eleven candidates, over to one
 * coin for one vote, at the end of the last block below R2 (decision D31): every voter gets the
 * interest of the old rules and keeps only the first entry of his list. What is locked was the largest
 * vote and stays.
 *
 * @returns the receipts of the block
 */
export function migrateVotes(
  network: NetworkParameters,
  state: Overlay,
  block: { readonly height: number; readonly time: number },
): readonly Receipt[] {
  const accounts = new AccountWorkingSet(state);
  const voters = [...state.iterate(VOTE_LISTS)];
  for (const [regId, list] of voters) {
    const voter = accounts.byRegId(regId);
    if (voter === undefined) throw new TypeError(`voter ${regIdText(regId)} has votes but no account`);
    payInterest(network, accounts, voter, block);
    for (const entry of list.slice(1)) revoke(state, accounts, entry);
    state.put(VOTE_LISTS, regId, list.slice(0, 1));
  }
  if (voters.length > 0) state.put(LAST_VOTE_HEIGHT, undefined, block.height);
  accounts.flush();
  return accounts.receipts;
}

/** Base coins for the blocks since the voter's last vote, by the subsidy of the time. */
function payInterest(
  network: NetworkParameters,
  accounts: AccountWorkingSet,
  voter: Account,
  { height, time }: { readonly height: number; readonly time: number },
): void {
  const blocks = BigInt(height) - voter.lastVoteHeight;
  accounts.save({ ...voter, lastVoteHeight: BigInt(height), lastVoteEpoch: BigInt(time) });
  accounts.operate({
    keyId: voter.keyId,
    operation: 'ADD_FREE',
    symbol: BASE_COIN,
    amount: subsidyOf(network, height, tokenOf(voter, BASE_COIN).voted, blocks),
    receiptType: RECEIPT.DELEGATE_VOTE_INTEREST,
  });
}

/** Subtracts one entry of a vote list from its candidate. */
function revoke(state: Overlay, accounts: AccountWorkingSet, { candidate, votes }: CandidateVotes): void {
  const account = accounts.resolve(candidate);
  if (account === undefined) throw new TypeError(`candidate ${uidText(candidate)} has votes but no account`);
  const receivedVotes = account.receivedVotes - votes;
  accounts.save({ ...account, receivedVotes });
  rankCandidate(state, account.regId, account.receivedVotes, receivedVotes);
}
