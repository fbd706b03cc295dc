import type { BalanceOperation } from '../tx/balance-operation.js';
import { type Account, isEmptyToken, type Token, tokenOf } from './tables/accounts.js';

/** What a balance can hold at most, in sawi. */
export const MAX_BALANCE = 2n ** 64n - 1n;

/** What an operation does with `amount`: which of the own balances it lowers, and which it raises. */
interface Movement {
  readonly from?: keyof Token;
  readonly to?: keyof Token;
  /** What happens to the free balance of the peer, where one is named. */
  readonly peer?: 'pays' | 'receives';
}

/** The operations of spec 07 §10.1. */
const MOVEMENTS: Readonly<Record<BalanceOperation, Movement>> = {
  NULL_OP: {},
  ADD_FREE: { to: 'free', peer: 'pays' },
  SUB_FREE: { from: 'free', peer: 'receives' },
  STAKE: { from: 'free', to: 'staked' },
  UNSTAKE: { from: 'staked', to: 'free' },
  FREEZE: { from: 'free', to: 'frozen' },
  UNFREEZE: { from: 'frozen', to: 'free' },
  VOTE: { from: 'free', to: 'voted' },
  UNVOTE: { from: 'voted', to: 'free' },
  PLEDGE: { from: 'free', to: 'pledged' },
  UNPLEDGE: { from: 'pledged', to: 'free' },
  DEX_DEAL: { from: 'frozen', peer: 'receives' },
};

/**
 * A balance that would not fit 64 bits. Transactions can come to it where the governance coin is made
 * in masses, so within a transaction it is a refusal, and what happens outside of one makes sure
 * beforehand that there is room (spec 07 A6).
 */
export class BalanceOverflow extends Error {
  override readonly name = 'BalanceOverflow';
}

/**
 * The account after an operation on its own balances (spec 07 §10.1); with a peer it is
 * {@link applyBetween}.
 *
 * @param amount - in sawi, not negative
 * @returns undefined where the balance does not suffice
 * @throws BalanceOverflow
 */
export function applyOperation(
  account: Account,
  operation: BalanceOperation,
  symbol: string,
  amount: bigint,
): Account | undefined {
  const { from, to } = MOVEMENTS[operation];
  const token = tokenOf(account, symbol);
  if (from !== undefined && token[from] < amount) return undefined;
  const changed: Record<keyof Token, bigint> = { ...token };
  if (from !== undefined) changed[from] -= amount;
  if (to !== undefined) changed[to] = added(changed[to], amount, symbol, account);
  return withToken(account, symbol, changed);
}

/** The peer after an operation: its free balance pays or receives. */
function applyToPeer(
  peer: Account,
  operation: BalanceOperation,
  symbol: string,
  amount: bigint,
): Account | undefined {
  const effect = MOVEMENTS[operation].peer;
  if (effect === undefined) return peer;
  return applyOperation(peer, effect === 'pays' ? 'SUB_FREE' : 'ADD_FREE', symbol, amount);
}

/** An account and its peer after an operation. */
export interface Operated {
  readonly account: Account;
  readonly peer: Account;
}

/**
 * Both sides of an operation. An account may be its own peer: then its balances move between each
 * other, and both results are the same (spec 07 §10.1).
 *
 * @returns undefined where the balance of the paying side does not suffice
 * @throws BalanceOverflow
 */
export function applyBetween(
  account: Account,
  peer: Account,
  operation: BalanceOperation,
  symbol: string,
  amount: bigint,
): Operated | undefined {
  const same = account.keyId === peer.keyId;
  if (MOVEMENTS[operation].peer === 'pays') {
    const paid = applyToPeer(peer, operation, symbol, amount);
    if (paid === undefined) return undefined;
    const received = applyOperation(same ? paid : account, operation, symbol, amount);
    return received && { account: received, peer: same ? received : paid };
  }
  const paid = applyOperation(account, operation, symbol, amount);
  if (paid === undefined) return undefined;
  const received = applyToPeer(same ? paid : peer, operation, symbol, amount);
  return received && { account: same ? received : paid, peer: received };
}

/** Which balance an operation takes coins from, and whether it is the peer's; undefined where it takes none. */
export function takenFrom(
  operation: BalanceOperation,
  hasPeer: boolean,
): { readonly kind: keyof Token; readonly isPeer: boolean } | undefined {
  const { from, peer } = MOVEMENTS[operation];
  if (hasPeer && peer === 'pays') return { kind: 'free', isPeer: true };
  return from && { kind: from, isPeer: false };
}

/** How much more an account can take of a coin into its free balance, in sawi. */
export function freeRoom(account: Account, symbol: string): bigint {
  return MAX_BALANCE - tokenOf(account, symbol).free;
}

/** The smaller of two amounts. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** How much an account can take of a coin and freeze at once, as the reserve does with what its orders spend. */
export function frozenRoom(account: Account, symbol: string): bigint {
  const { free, frozen } = tokenOf(account, symbol);
  return least(MAX_BALANCE - free, MAX_BALANCE - frozen);
}

function added(balance: bigint, amount: bigint, symbol: string, account: Account): bigint {
  const sum = balance + amount;
  if (sum > MAX_BALANCE) {
    throw new BalanceOverflow(`${balance} + ${amount} sawi ${symbol} of ${account.keyId} exceeds 64 bits`);
  }
  return sum;
}

/** The account with other balances of a coin; an empty entry is dropped (decision D37). */
export function withToken(account: Account, symbol: string, token: Token): Account {
  const tokens = new Map(account.tokens);
  if (isEmptyToken(token)) tokens.delete(symbol);
  else tokens.set(symbol, token);
  const { keyId, regId, ownerKey, minerKey, receivedVotes, lastVoteHeight, lastVoteEpoch, permsSum } =
    account;
  // Every change of a balance comes here: written out, it takes a third of the time that a spread does.
  return {
    keyId,
    regId,
    ownerKey,
    minerKey,
    tokens,
    receivedVotes,
    lastVoteHeight,
    lastVoteEpoch,
    permsSum,
  };
}
