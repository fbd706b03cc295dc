import type { BlockContext } from '../../vm/context.js';
import { sumOf64Bits } from '../../vm/native/sums.js';
import { sameRegId } from '../codec/regid.js';
import { required } from '../codec/required.js';
import { keyIdUid, NULL_UID, regIdUid } from '../codec/uid.js';
import { featureVersionAt, type NetworkParameters } from '../config/network.js';
import { AccountWorkingSet } from '../state/account-working-set.js';
import { freeRoom, least } from '../state/balance.js';
import type { Overlay, StateReader, StateWriter } from '../state/state.js';
import { systemParameter } from '../state/tables/parameters.js';
import { INFLATED_REWARD, PENDING_REWARDS, type PendingReward } from '../state/tables/rewards.js';
import { putUtxo } from '../state/tables/utxos.js';
import { type PreparedTransaction, prepareTransaction } from '../tx/envelope.js';
import { RECEIPT } from '../tx/receipt.js';
import { REJECT, reject } from '../tx/reject.js';
import { BASE_COIN, STABLE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import type { BlockReward } from '../tx/types/block-reward.js';
import type { UcoinBlockReward } from '../tx/types/ucoin-block-reward.js';
import type { Money } from '../tx/units.js';
import { CONDITION_TYPES } from '../tx/utxo.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { subsidyOf } from './inflation.js';
import { activeDelegates } from './producers.js';
import type { MaturedReward } from './types.js';

/** The producer's share of the fees of a block, in sawi by coin; an omitted coin counts as 0. */
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
  if (tx.type !== TX.BLOCK_REWARD && tx.type !== TX.UCOIN_BLOCK_REWARD)
    throw new TypeError(`a transaction of type ${tx.type} is no reward`);
  state.put(PENDING_REWARDS, height, {
    txid,
    producer: tx.txUid,
    fees:
      tx.type === TX.UCOIN_BLOCK_REWARD
        ? [...tx.rewardFees].map(([symbol, amount]) => ({ symbol, amount }))
        : [{ symbol: BASE_COIN, amount: tx.rewardFees }],
    inflated: tx.type === TX.UCOIN_BLOCK_REWARD ? tx.inflatedBcoins : undefined,
  });
}

/**
 * Pays the reward that is mature at a height (spec 08 §10.1). That of block 0 is never paid: the
 * coins of genesis are there at once. What does not fit the 64 bits of the producer's balance becomes
 * outputs of his, under the id of the reward transaction, so that a block can always be made.
 *
 * @returns receipts 101 of each coin of the fees and 103 of the new coins, zero amounts included, and
 *   one more of the same type, without an operation, for what became an output; undefined at the heights where no reward is mature
 */
export function matureReward(
  { rewardMaturity }: Pick<NetworkParameters, 'rewardMaturity'>,
  state: Overlay,
  height: number,
): MaturedReward | undefined {
  const matured = height - rewardMaturity;
  const reward = matured > 0 ? state.get(PENDING_REWARDS, matured) : undefined;
  if (reward === undefined) return undefined;
  const { txid } = reward;
  const accounts = new AccountWorkingSet(state);
  const producer = accounts.resolve(reward.producer);
  if (producer === undefined) throw new TypeError(`reward ${txid} names a producer without an account`);
  const rest = pay(accounts, producer.keyId, reward);
  accounts.flush();
  makeOutputs(state, txid, producer.keyId, height, rest);
  state.delete(PENDING_REWARDS, matured);
  return { txid, receipts: accounts.receipts };
}

/**
 * Adds a block's share to the coins that the voting contract may mint, once it has started to (spec
 * 08 §10.3).
 */
export function accrueInflatedReward(
  { mended }: Pick<NetworkParameters, 'mended'>,
  state: StateWriter,
): void {
  const record = state.get(INFLATED_REWARD, undefined);
  if (record === undefined) return;
  const sum = record.newRewards + systemParameter(state, 'BLOCK_INFLATED_REWARD_AMOUNT');
  const newRewards = sumOf64Bits(mended, sum);
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
    return { type: TX.BLOCK_REWARD, ...base, rewardFees: fees.get(BASE_COIN) ?? 0n };
  }
  return {
    type: TX.UCOIN_BLOCK_REWARD,
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
  if (actual.type === TX.BLOCK_REWARD && expected.type === TX.BLOCK_REWARD)
    return actual.rewardFees === expected.rewardFees;
  if (actual.type !== TX.UCOIN_BLOCK_REWARD || expected.type !== TX.UCOIN_BLOCK_REWARD) return false;
  return (
    actual.inflatedBcoins === expected.inflatedBcoins &&
    actual.rewardFees.size === expected.rewardFees.size &&
    [...expected.rewardFees].every(([symbol, amount]) => actual.rewardFees.get(symbol) === amount)
  );
}

/** @returns what did not fit the balance of the producer, coin by coin in the order of the payments */
function pay(
  accounts: AccountWorkingSet,
  keyId: string,
  { fees, inflated }: PendingReward,
): readonly Money[] {
  const rest: Money[] = [];
  const add = (symbol: string, earned: bigint, receiptType: number) => {
    const account = required(accounts.byKeyId(keyId), `the account of producer ${keyId}`);
    const amount = least(earned, freeRoom(account, symbol));
    accounts.operate({ keyId, operation: 'ADD_FREE', symbol, amount, receiptType });
    if (amount === earned) return;
    rest.push({ symbol, amount: earned - amount });
    accounts.receipts.push({
      type: receiptType,
      operation: 'NULL_OP',
      from: NULL_UID,
      to: keyIdUid(keyId),
      coinSymbol: symbol,
      amount: earned - amount,
    });
  };

  for (const { symbol, amount } of fees) add(symbol, amount, RECEIPT.BLOCK_REWARD_TO_MINER);
  if (inflated !== undefined) add(BASE_COIN, inflated, RECEIPT.COIN_BLOCK_INFLATE);
  return rest;
}

/** Makes outputs that only their owner can spend, at any time from the next block on. */
function makeOutputs(
  state: StateWriter,
  txid: string,
  owner: string,
  height: number,
  coins: readonly Money[],
): void {
  const conds = [{ type: CONDITION_TYPES.OP2SA, uid: keyIdUid(owner) }] as const;
  coins.forEach(({ symbol, amount }, index) => {
    putUtxo(state, [txid, index], {
      coinSymbol: symbol,
      output: { coinAmount: amount, conds },
      creator: owner,
      height,
    });
  });
}
