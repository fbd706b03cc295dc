import { isNoRegId, type RegId, regIdFromInteger, regIdText } from '../../../src/codec/regid.js';
import { type Account, tokenOf } from '../../../src/state/tables/accounts.js';
import { CONTRACT_VOTES, LAST_VOTE_HEIGHT, rankCandidate } from '../../../src/state/tables/delegates.js';
import { INFLATED_REWARD, type InflatedReward } from '../../../src/state/tables/rewards.js';
import { isInCoinRange } from '../../../src/tx/coin-range.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { type SumRules, sumOf64Bits } from '../sums.js';

/** The exceptions that its actions end with, by name, with their codes (spec 04 §9). */
export const VOTING_EXCEPTIONS = {
  regid_type_exception: 3010001,
  native_contract_assert_exception: 3260001,
  account_access_exception: 3270001,
  account_fund_exception: 3270002,
} as const;
export type VotingException = keyof typeof VOTING_EXCEPTIONS;

/** Coins that were minted, of which the voting contract is notified. */
export interface MintedReward {
  readonly to: RegId;
  /** Base coins, in sawi; 0 at the call that starts it all. */
  readonly amount: bigint;
  readonly memo: string;
}

/** An action of the contract while it is executed: what its universal transaction offers. */
export interface VotingCall {
  readonly context: TransactionContext;
  /** Ends the action unless an account has authorized it. */
  requireAuthorization(account: RegId): void;
  /** Runs the contract of an account on the same action. */
  notify(account: RegId): void;
  /** Calls the `on_mint` action of the voting contract, authorized by 0-900. */
  announceMint(votingContract: RegId, minted: MintedReward): void;
  /** Ends the action. @throws always */
  fail(exception: VotingException, message: string): never;
}

/** Votes for a candidate, or takes them back: `vote` (spec 04 §8.3). */
export interface VoteAction {
  readonly candidate: RegId;
  /** In sawi, negative to take votes back. */
  readonly votes: bigint;
  /** One character a byte. */
  readonly memo: string;
}

/** Mints what blocks have earned for the voters: `mintrewards` (spec 04 §8.3). */
export interface MintRewardsAction {
  readonly to: RegId;
  /** One character a byte. */
  readonly memo: string;
}

const MAX_MEMO_SIZE = 256;
const MAX_U64 = 2n ** 64n - 1n;

/**
 * `0-900::vote`: changes the votes of a candidate. The voting contract accounts for the coins
 * behind them. Only that contract may, so this is an inline action of it.
 */
export function vote(call: VotingCall, { candidate, votes, memo }: VoteAction): void {
  requireVotingContract(call);
  const account = requireAccount(call, candidate, memo);
  const { context } = call;
  if (context.network.mended.contractVotesApart) keepApart(call, candidate, votes);
  const receivedVotes = account.receivedVotes + votes;
  if (receivedVotes < 0n || receivedVotes > MAX_U64) {
    call.fail('native_contract_assert_exception', `${account.receivedVotes} votes cannot change by ${votes}`);
  }
  context.saveAccount({ ...account, receivedVotes });
  rankCandidate(context.state, candidate, account.receivedVotes, receivedVotes);
  context.state.put(LAST_VOTE_HEIGHT, undefined, context.block.height);
  call.notify(candidate);
}

/** The contract gives as much as one voter may, and takes back what it gave and no more. */
function keepApart(call: VotingCall, candidate: RegId, votes: bigint): void {
  const { state } = call.context;
  const given = state.get(CONTRACT_VOTES, candidate) ?? 0n;
  const changed = given + votes;
  if (changed < 0n || !isInCoinRange(BASE_COIN, changed)) {
    call.fail('native_contract_assert_exception', `${given} votes of the contract cannot change by ${votes}`);
  }
  if (changed === 0n) state.delete(CONTRACT_VOTES, candidate);
  else state.put(CONTRACT_VOTES, candidate, changed);
}

/**
 * `0-900::mintrewards`: the first call lets blocks begin to earn, every later one mints what they have
 * earned since (spec 08 §10.3).
 */
export function mintRewards(call: VotingCall, { to, memo }: MintRewardsAction): void {
  const votingContract = requireVotingContract(call);
  const account = requireAccount(call, to, memo);
  const { state, block, network } = call.context;
  const before = state.get(INFLATED_REWARD, undefined);
  if (before !== undefined) mint(call, account, before.newRewards);
  state.put(INFLATED_REWARD, undefined, after(before, block.height, network.mended));
  call.announceMint(votingContract, { to, amount: before?.newRewards ?? 0n, memo });
}

function after(before: InflatedReward | undefined, height: number, rules: SumRules): InflatedReward {
  if (before === undefined) {
    return { startHeight: height, newRewards: 0n, totalMinted: 0n, lastMinted: 0n, lastMintedHeight: 0 };
  }
  return {
    startHeight: before.startHeight,
    newRewards: 0n,
    totalMinted: sumOf64Bits(rules, before.totalMinted + before.newRewards),
    lastMinted: before.newRewards,
    lastMintedHeight: height,
  };
}

function mint(call: VotingCall, account: Account, amount: bigint): void {
  // Governance may let blocks earn any amount, so that this is not a fault of the program.
  if (tokenOf(account, BASE_COIN).free + amount > MAX_U64) {
    call.fail(
      'account_fund_exception',
      `${amount} sawi do not fit the balance of ${regIdText(account.regId)}`,
    );
  }
  call.context.operate(
    {
      keyId: account.keyId,
      operation: 'ADD_FREE',
      symbol: BASE_COIN,
      amount,
      receiptType: RECEIPT.WASM_MINT_COINS,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'account-free-insufficient'],
  );
}

/** The voting contract, which must have authorized the action. */
function requireVotingContract(call: VotingCall): RegId {
  const votingContract = regIdFromInteger(call.context.parameter('VOTING_CONTRACT_REGID'));
  if (isNoRegId(votingContract)) {
    call.fail('native_contract_assert_exception', 'governance has appointed no voting contract');
  }
  call.requireAuthorization(votingContract);
  return votingContract;
}

/** The account that an action is about; its memo must be short. */
function requireAccount(call: VotingCall, regId: RegId, memo: string): Account {
  if (isNoRegId(regId)) call.fail('regid_type_exception', '0-0 is no account');
  if (memo.length > MAX_MEMO_SIZE) {
    call.fail(
      'native_contract_assert_exception',
      `a memo has ${MAX_MEMO_SIZE} bytes at most, not ${memo.length}`,
    );
  }
  const account = call.context.accountByRegId(regId);
  if (account === undefined) call.fail('account_access_exception', `${regIdText(regId)} does not exist`);
  return account;
}
