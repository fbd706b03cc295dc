import type { BlockContext } from '../../vm/context.js';
import { sameRegId } from '../codec/regid.js';
import { regIdUid } from '../codec/uid.js';
import { featureVersionAt, type NetworkParameters } from '../config/network.js';
import { AccountWorkingSet } from '../state/account-working-set.js';
import type { Overlay, StateReader, StateWriter } from '../state/state.js';
import { systemParameter } from '../state/tables/parameters.js';
import { INFLATED_REWARD, PENDING_REWARDS, type PendingReward } from '../state/tables/rewards.js';
import { type PreparedTransaction, prepareTransaction } from '../tx/envelope.js';
import { RECEIPT } from '../tx/receipt.js';
import { REJECT, reject } from '../tx/reject.js';
import { BASE_COIN, STABLE_COIN } from '../tx/symbols.js';
import type { BlockReward } from '../tx/types/block-reward.js';
import type { UcoinBlockReward } from '../tx/types/ucoin-block-reward.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { subsidyOf } from './inflation.js';
import { activeDelegates } from './producers.js';
import type { MaturedReward } from './types.js';

/** What is left for the producer of the fees of a block, in sawi by coin; a coin left out counts as 0. */
export type RewardFees = ReadonlyMap<string, bigint>;

const REWARD_COINS = [BASE_COIN, STABLE_COIN] as const;

/**
 * The reward transaction of a block (spec 01 §13.4): type 13, or type 1 below R2.
 *
 * @param state - of the block after its last transaction
 */
export function buildReward(
  network: NetworkParameters,
  state: StateReader,
  block: BlockContext,
  fees: RewardFees,
): PreparedTransaction {
  return prepareTransaction(rewardOf(network, state, block, fees), wireRulesOf(network));
}

/**
 * Checks what a block pays its producer (spec 08 §8.3, step 5).
 *
 * @param state - of the block after its last transaction
 * @throws TransactionRejected `bad-reward-tx` for the wrong type, `bad-reward-amount`
 */
export function checkReward(
  network: NetworkParameters,
  state: StateReader,
  block: BlockContext,
  fees: RewardFees,
  { tx }: PreparedTransaction,
): void {
  const expected = rewardOf(network, state, block, fees);
  if (tx.type !== expected.type) reject(REJECT.REJECT_INVALID, 'bad-reward-tx');
  if (!sameAmounts(tx, expected)) reject(REJECT.REJECT_INVALID, 'bad-reward-amount');
}

/** Keeps the reward of a block until it is mature. Nothing is paid yet. */
export function recordReward(state: StateWriter, height: number, { tx, txid }: PreparedTransaction): void {
  if (tx.type !== 1 && tx.type !== 13) throw new TypeError(`a transaction of type ${tx.type} is no reward`);
  state.put(PENDING_REWARDS, height, {
    txid,
    producer: tx.txUid,
    fees:
      tx.type === 13
        ? [...tx.rewardFees].map(([symbol, amount]) => ({ symbol, amount }))
        : [{ symbol: BASE_COIN, amount: tx.rewardFees }],
    inflated: tx.type === 13 ? tx.inflatedBcoins : undefined,
  });
}

/**
 * Pays the reward that is mature at a height (spec 08 §10.1). That of block 0 is never paid: the
 * coins of genesis are there at once.
 *
 * @returns receipts 101 of each coin of the fees and 103 of the new coins, zero amounts included;
 *   undefined at the heights where no reward is mature
 */
export function matureReward(
  { rewardMaturity }: Pick<NetworkParameters, 'rewardMaturity'>,
  state: Overlay,
  height: number,
): MaturedReward | undefined {
  const matured = height - rewardMaturity;
  const reward = matured > 0 ? state.get(PENDING_REWARDS, matured) : undefined;
  if (reward === undefined) return undefined;
  const accounts = new AccountWorkingSet(state);
  pay(accounts, reward);
  accounts.flush();
  state.delete(PENDING_REWARDS, matured);
  return { txid: reward.txid, receipts: accounts.receipts };
}

/** Adds a block's share to the coins that the voting contract may mint, once it has begun to (spec 08 §10.3). */
export function accrueInflatedReward(state: StateWriter): void {
  const record = state.get(INFLATED_REWARD, undefined);
  if (record === undefined) return;
  // Governance may set any amount: the sum wraps in its 64 bits, as in the reference.
  const sum = record.newRewards + systemParameter(state, 'BLOCK_INFLATED_REWARD_AMOUNT');
  const newRewards = BigInt.asUintN(64, sum);
  state.put(INFLATED_REWARD, undefined, { ...record, newRewards });
}

function rewardOf(
  network: NetworkParameters,
  state: StateReader,
  block: BlockContext,
  fees: RewardFees,
): BlockReward | UcoinBlockReward {
  const base = { version: 1, validHeight: block.height, txUid: regIdUid(block.producer) };
  if (featureVersionAt(network.forks, block.height) === 'R1') {
    return { type: 1, ...base, rewardFees: fees.get(BASE_COIN) ?? 0n };
  }
  return {
    type: 13,
    ...base,
    rewardFees: new Map(REWARD_COINS.map(symbol => [symbol, fees.get(symbol) ?? 0n])),
    inflatedBcoins: inflatedBcoins(network, state, block),
  };
}

/** New base coins for a producer, by its votes when votes were counted (spec 08 §10.2). */
function inflatedBcoins(network: NetworkParameters, state: StateReader, block: BlockContext): bigint {
  if (state.get(INFLATED_REWARD, undefined) !== undefined) return 0n;
  const active = activeDelegates(state);
  const producer = active.find(delegate => sameRegId(delegate.regId, block.producer));
  if (producer === undefined) return 0n;
  return subsidyOf(network, block.height, producer.votes, BigInt(active.length));
}

function sameAmounts(actual: PreparedTransaction['tx'], expected: BlockReward | UcoinBlockReward): boolean {
  if (actual.type === 1 && expected.type === 1) return actual.rewardFees === expected.rewardFees;
  if (actual.type !== 13 || expected.type !== 13) return false;
  return (
    actual.inflatedBcoins === expected.inflatedBcoins &&
    actual.rewardFees.size === expected.rewardFees.size &&
    [...expected.rewardFees].every(([symbol, amount]) => actual.rewardFees.get(symbol) === amount)
  );
}

function pay(accounts: AccountWorkingSet, { txid, producer, fees, inflated }: PendingReward): void {
  const account = accounts.resolve(producer);
  if (account === undefined) throw new TypeError(`reward ${txid} names a producer without an account`);
  const add = (symbol: string, amount: bigint, receiptType: number) =>
    accounts.operate({ keyId: account.keyId, operation: 'ADD_FREE', symbol, amount, receiptType });

  for (const { symbol, amount } of fees) add(symbol, amount, RECEIPT.BLOCK_REWARD_TO_MINER);
  if (inflated !== undefined) add(BASE_COIN, inflated, RECEIPT.COIN_BLOCK_INFLATE);
}
