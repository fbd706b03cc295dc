import { publicKeyUid, regIdUid } from '../codec/uid.js';
import {
  type GenesisAllocation,
  type GenesisParameters,
  type NetworkParameters,
  PROTOCOL,
} from '../config/network.js';
import { HOLDER_REGID } from '../config/system-accounts.js';
import { keyIdOf } from '../crypto/keys.js';
import { AccountWorkingSet } from '../state/account-working-set.js';
import type { Overlay } from '../state/state.js';
import { type Account, isRegistered, newAccount } from '../state/tables/accounts.js';
import { LAST_VOTE_HEIGHT, rankCandidate } from '../state/tables/delegates.js';
import { VOTE_LISTS } from '../state/tables/votes.js';
import { VOTE_ADD } from '../tx/enums.js';
import { RECEIPT } from '../tx/receipt.js';
import { BASE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import type { BlockReward } from '../tx/types/block-reward.js';
import type { DelegateVote } from '../tx/types/delegate-vote.js';

/** Named in the genesis vote, never charged. */
const VOTE_FEE = 10_000n;

/** A transaction of block 0 and what it does. */
export interface GenesisStep {
  readonly tx: BlockReward | DelegateVote;
  takeEffect(accounts: GenesisAccounts): void;
}

/** The accounts of block 0: they get their regids in the order in which they appear, from 0-1 on. */
export class GenesisAccounts extends AccountWorkingSet {
  readonly state: Overlay;
  #nextIndex = HOLDER_REGID.index;

  constructor(state: Overlay) {
    super(state);
    this.state = state;
  }

  /** The account of a public key, registered here when it is first asked for. */
  ofKey(publicKey: string): Account {
    const keyId = keyIdOf(Buffer.from(publicKey, 'hex'));
    const account = this.byKeyId(keyId) ?? newAccount(keyId);
    if (isRegistered(account)) return account;
    return this.register(account, { height: 0, index: this.#nextIndex++ }, publicKey);
  }

  /** The account of a public key that gets its regid in the system genesis block. */
  withoutRegId(publicKey: string): Account {
    const account = newAccount(keyIdOf(Buffer.from(publicKey, 'hex')));
    this.save(account);
    return account;
  }
}

/**
 * Block 0, one transaction after the other (spec 01 §5.1): a reward that has no effect, the base
 * coins for the holder, his votes for the first producers. The allocations of a development network
 * follow as further rewards.
 */
export function genesisSteps(network: NetworkParameters): readonly GenesisStep[] {
  const { initKey, holderKey, allocations, governanceKey, matcherKey } = network.genesis;
  const allocated = allocations.reduce((sum, { amount }) => sum + amount, 0n);
  const registeredLater = [governanceKey, matcherKey];
  return [
    { tx: rewardOf(initKey, 0n), takeEffect() {} },
    gift({ publicKey: holderKey, amount: PROTOCOL.baseSupply - allocated }),
    { tx: voteOf(network.genesis), takeEffect: accounts => vote(network, accounts) },
    ...allocations.map(allocation => gift(allocation, !registeredLater.includes(allocation.publicKey))),
  ];
}

function rewardOf(publicKey: string, rewardFees: bigint): BlockReward {
  return { type: TX.BLOCK_REWARD, version: 1, txUid: publicKeyUid(publicKey), rewardFees, validHeight: 0 };
}

/** Base coins for an account, and its stake. */
function gift({ publicKey, amount, staked = 0n }: GenesisAllocation, isRegistered = true): GenesisStep {
  return {
    tx: rewardOf(publicKey, amount),
    takeEffect(accounts) {
      const { keyId } = isRegistered ? accounts.ofKey(publicKey) : accounts.withoutRegId(publicKey);
      const base = { keyId, symbol: BASE_COIN };
      accounts.operate({
        ...base,
        operation: 'ADD_FREE',
        amount,
        receiptType: RECEIPT.BLOCK_REWARD_TO_MINER,
      });
      if (staked === 0n) return;
      const hasCoins = accounts.operate({
        ...base,
        operation: 'STAKE',
        amount: staked,
        receiptType: RECEIPT.COIN_STAKE,
      });
      if (!hasCoins) throw new RangeError('the genesis parameters let an account stake more than it has');
    },
  };
}

function voteOf({ delegateKeys, votesPerDelegate, voteSignature }: GenesisParameters): DelegateVote {
  return {
    type: TX.DELEGATE_VOTE,
    version: 1,
    validHeight: 0,
    txUid: regIdUid(HOLDER_REGID),
    candidateVotes: delegateKeys.map(publicKey => ({
      voteType: VOTE_ADD,
      candidate: publicKeyUid(publicKey),
      votedBcoins: votesPerDelegate,
    })),
    fees: VOTE_FEE,
    signature: Buffer.from(voteSignature, 'hex'),
  };
}

/** The holder's votes. The reference locks the coins of one vote only (spec 08 C10, decision D8). */
function vote({ genesis, mended }: NetworkParameters, accounts: GenesisAccounts): void {
  const { delegateKeys, holderKey, time, votesPerDelegate } = genesis;
  const holder = accounts.ofKey(holderKey);
  const locked = mended.genesisLocksAllVotes
    ? votesPerDelegate * BigInt(delegateKeys.length)
    : votesPerDelegate;
  const hasCoins = accounts.operate({
    keyId: holder.keyId,
    operation: 'VOTE',
    symbol: BASE_COIN,
    amount: locked,
    receiptType: RECEIPT.DELEGATE_ADD_VOTE,
  });
  if (!hasCoins) throw new RangeError('the genesis parameters let the holder vote with more than he has');
  if (mended.genesisVoterEpoch) {
    accounts.save({ ...accounts.ofKey(holderKey), lastVoteEpoch: BigInt(time) });
  }
  for (const publicKey of delegateKeys) addVotes(accounts, publicKey, votesPerDelegate);
  accounts.state.put(
    VOTE_LISTS,
    holder.regId,
    delegateKeys.map(publicKey => ({ candidate: publicKeyUid(publicKey), votes: votesPerDelegate })),
  );
  accounts.state.put(LAST_VOTE_HEIGHT, undefined, 0);
}

function addVotes(accounts: GenesisAccounts, publicKey: string, votes: bigint): void {
  const candidate = accounts.ofKey(publicKey);
  const receivedVotes = candidate.receivedVotes + votes;
  accounts.save({ ...candidate, receivedVotes });
  rankCandidate(accounts.state, candidate.regId, candidate.receivedVotes, receivedVotes);
}
