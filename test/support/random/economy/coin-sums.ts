import * as assert from 'uvu/assert';
import { regIdText } from '../../../../src/codec/regid.js';
import type { BlockOutcome } from '../../../../src/ledger/types.js';
import type { StateReader } from '../../../../src/state/state.js';
import { ACCOUNTS } from '../../../../src/state/tables/accounts.js';
import { ASSETS } from '../../../../src/state/tables/assets.js';
import { CDP_TOTALS, CDPS } from '../../../../src/state/tables/cdps.js';
import { CONTRACT_VOTES } from '../../../../src/state/tables/delegates.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { PENDING_REWARDS } from '../../../../src/state/tables/rewards.js';
import { UTXOS } from '../../../../src/state/tables/utxos.js';
import { VOTE_LISTS } from '../../../../src/state/tables/votes.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { frozenRestOf } from '../../../../vm/native/dex/order-amounts.js';

/* What is added up after every block of the random economy. All amounts are in sawi. */

/** Native coins that come into being by these have no counterpart. */
const MINTED: ReadonlySet<number> = new Set([
  RECEIPT.COIN_BLOCK_INFLATE,
  RECEIPT.WASM_MINT_COINS,
  RECEIPT.DELEGATE_VOTE_INTEREST,
  RECEIPT.CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE,
]);
/** Coins without a record of their supply; that of all others is in `ASSETS`. */
const NATIVE: ReadonlySet<string> = new Set(['WICC', 'WUSD', 'WGRT']);

/** Amounts by a name; those that are 0 are left out. */
export class Sums extends Map<string, bigint> {
  plus(name: string, amount: bigint): void {
    const sum = (this.get(name) ?? 0n) + amount;
    if (sum === 0n) this.delete(name);
    else this.set(name, sum);
  }

  get inOrder(): readonly (readonly [string, bigint])[] {
    return [...this].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/**
 * All coins there are, by symbol: balances, outputs, rewards to come; of the stable coin less what is owed for it,
 * of assets less their declared supply.
 */
export function coinSums(state: StateReader): Sums {
  const sums = new Sums();
  for (const [, { tokens }] of state.iterate(ACCOUNTS)) {
    for (const [symbol, { free, frozen, staked, voted, pledged }] of tokens)
      sums.plus(symbol, free + frozen + staked + voted + pledged);
  }
  for (const [, { coinSymbol, output }] of state.iterate(UTXOS)) sums.plus(coinSymbol, output.coinAmount);
  for (const [, { fees }] of state.iterate(PENDING_REWARDS))
    for (const { symbol, amount } of fees) sums.plus(symbol, amount);
  for (const [, { owed, scoinSymbol }] of state.iterate(CDPS)) sums.plus(scoinSymbol, -owed);
  for (const [symbol, { totalSupply }] of state.iterate(ASSETS))
    if (!NATIVE.has(symbol)) sums.plus(symbol, -totalSupply);
  return sums;
}

/** Adds what a block says that it has made out of nothing, and takes what it says has ceased to be. */
export function addDeclared(
  sums: Sums,
  { executed, fuelFee, maturedReward, blockReceipts }: BlockOutcome,
): void {
  const receipts = [
    ...executed.flatMap(({ receipts: own }) => own),
    ...blockReceipts,
    ...(maturedReward?.receipts ?? []),
  ];
  for (const { type, operation, coinSymbol, amount } of receipts) {
    const isNew = operation === 'ADD_FREE' || operation === 'NULL_OP';
    if (MINTED.has(type) && isNew && NATIVE.has(coinSymbol)) sums.plus(coinSymbol, amount);
  }
  sums.plus('WICC', -fuelFee);
}

/**
 * What is tied up is what orders, positions and votes hold, account by account, and what candidates have received is
 * what voters and the voting contract have given.
 */
export function assertTiedUp(state: StateReader, where: string): void {
  const held = new Sums();
  for (const [, order] of state.iterate(ORDERS)) {
    const { symbol, amount } = frozenRestOf(order);
    held.plus(`frozen ${symbol} ${regIdText(order.owner)}`, amount);
  }
  for (const [, { owner, bcoinSymbol, scoinSymbol, staked, owed }] of state.iterate(CDPS)) {
    held.plus(`pledged ${bcoinSymbol} ${regIdText(owner)}`, staked);
    held.plus(`total ${bcoinSymbol} ${scoinSymbol}`, staked);
    held.plus(`owed ${bcoinSymbol} ${scoinSymbol}`, owed);
  }
  for (const [[bcoin, scoin], { staked, owed }] of state.iterate(CDP_TOTALS)) {
    held.plus(`total ${bcoin} ${scoin}`, -staked);
    held.plus(`owed ${bcoin} ${scoin}`, -owed);
  }
  for (const [voter, list] of state.iterate(VOTE_LISTS)) {
    for (const { votes } of list) {
      held.plus(`voted WICC ${regIdText(voter)}`, votes);
      held.plus('votes', votes);
    }
  }
  for (const [, votes] of state.iterate(CONTRACT_VOTES)) held.plus('votes', votes);
  for (const [, { regId, tokens, receivedVotes }] of state.iterate(ACCOUNTS)) {
    held.plus('votes', -receivedVotes);
    for (const [symbol, { frozen, pledged, voted }] of tokens) {
      held.plus(`frozen ${symbol} ${regIdText(regId)}`, -frozen);
      held.plus(`pledged ${symbol} ${regIdText(regId)}`, -pledged);
      held.plus(`voted ${symbol} ${regIdText(regId)}`, -voted);
    }
  }
  if (held.size > 0) assert.equal(held.inOrder, [], where);
}
