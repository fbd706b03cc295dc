import { required } from '../../../src/codec/required.js';
import { freeRoom, frozenRoom, least } from '../../../src/state/balance.js';
import { tokenOf } from '../../../src/state/tables/accounts.js';
import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import { CDPS, type Cdp, cdpsUpToRatio } from '../../../src/state/tables/cdps.js';
import type { MedianPrice } from '../../../src/state/tables/prices.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT } from '../../../src/tx/reject.js';
import { GOVERNANCE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { createSystemSellOrder } from '../dex/system-order.js';
import type { PriceReaction } from '../price/price-median.js';
import { PRICE_QUOTE } from '../price/quote.js';
import { type CollateralMarket, collateralMarkets } from './collateral-markets.js';
import { forcedIndexLimit, inflatedCoins } from './formulas.js';
import { freshPriceOf, isPairLocked } from './pair-conditions.js';
import { closePosition } from './positions.js';
import { reserveOf } from './reserve.js';
import { forcedOrderId } from './system-order-id.js';

/** Maximum number of positions that a block examines. */
export const MAX_FORCED_LIQUIDATIONS = 1000;

/**
 * The reserve takes over the positions whose collateral is hardly worth their debt, the worst of each
 * pair first, and offers the collateral on the exchange (spec 05 §8). Its cost depends on how many
 * these are, not on how many positions there are.
 */
export const liquidateForced: PriceReaction = (prices: readonly MedianPrice[], context) => {
  const { state, block, network } = context;
  const { height } = block;
  const governancePrice = freshPriceOf(state, height, GOVERNANCE_COIN, PRICE_QUOTE, network.mended);
  if (governancePrice === undefined) return;
  reserveOf(context);
  let left = MAX_FORCED_LIQUIDATIONS;
  for (const market of collateralMarkets(state, height, prices, network.mended)) {
    if (left === 0) return;
    if (!isPairLocked(state, market, market.price))
      left -= liquidatePair(context, market, governancePrice, left);
  }
};

/**
 * Liquidates positions of a pair until one is too expensive for the reserve: those after it then
 * wait too (spec 05 §1, row 16).
 *
 * @param count - maximum number of positions to examine
 * @returns the number examined, including the one that was too expensive
 */
function liquidatePair(
  context: TransactionContext,
  market: CollateralMarket,
  governancePrice: bigint,
  count: number,
): number {
  const { state } = context;
  const limit = forcedIndexLimit(cdpParameter(state, market, 'CDP_FORCE_LIQUIDATE_RATIO'), market.price);
  const ids = [...cdpsUpToRatio(state, market, limit, count)];
  for (const [i, id] of ids.entries()) {
    const cdp = required(state.get(CDPS, id), 'the position of the index');
    const reserve = reserveOf(context);
    if (tokenOf(reserve, cdp.scoinSymbol).free < cdp.owed) return i + 1;
    // One that the reserve has no room for stays open, for others to liquidate.
    if (frozenRoom(reserve, cdp.bcoinSymbol) < cdp.staked || !canGive(context, cdp)) continue;
    takeOver(context, id, cdp);
    sell(context, id, cdp, cdp.bcoinSymbol, cdp.staked);
    inflate(context, id, cdp, inflatedCoins(cdp, market.price, governancePrice));
    closePosition(state, id, cdp, 'force_liquidate', context.prepared.txid);
  }
  return ids.length;
}

/** Whether the collateral can pass through the owner's balance, which may be full. */
function canGive(context: TransactionContext, { owner, bcoinSymbol, staked }: Cdp): boolean {
  const account = context.accountByRegId(owner);
  if (account === undefined) return true;
  return freeRoom(account, bcoinSymbol) >= staked || tokenOf(account, bcoinSymbol).free >= staked;
}

/** The reserve pays the debt and gets the collateral; the owner gets nothing back. */
function takeOver(context: TransactionContext, id: string, cdp: Cdp): void {
  const { keyId: reserve } = reserveOf(context);
  const owner = context.accountByRegId(cdp.owner);
  if (owner === undefined) throw new TypeError(`the owner of debt position ${id} has no account`);
  const collateral = {
    symbol: cdp.bcoinSymbol,
    amount: cdp.staked,
    receiptType: RECEIPT.CDP_TOTAL_ASSET_TO_RESERVE,
  };
  context.operate(
    {
      keyId: reserve,
      operation: 'SUB_FREE',
      symbol: cdp.scoinSymbol,
      amount: cdp.owed,
      receiptType: RECEIPT.CDP_TOTAL_CLOSEOUT_SCOIN_FROM_RESERVE,
    },
    ACCOUNT_INSUFFICIENT,
  );
  const unpledge = () =>
    context.operate({ keyId: owner.keyId, operation: 'UNPLEDGE', ...collateral }, [
      REJECT.UPDATE_ACCOUNT_FAIL,
      'unpledge-bcoins-failed',
    ]);
  const give = () =>
    context.operate({ keyId: owner.keyId, operation: 'SUB_FREE', ...collateral, peer: reserve }, [
      REJECT.UPDATE_ACCOUNT_FAIL,
      'deduct-bcoins-failed',
    ]);
  // An owner whose balance is full gives as much of it first: he has the same in the end.
  const steps = freeRoom(owner, cdp.bcoinSymbol) < cdp.staked ? [give, unpledge] : [unpledge, give];
  for (const step of steps) step();
  context.operate({ keyId: reserve, operation: 'FREEZE', ...collateral }, ACCOUNT_INSUFFICIENT);
}

const ACCOUNT_INSUFFICIENT = [REJECT.UPDATE_ACCOUNT_FAIL, 'account-insufficient'] as const;

/**
 * Creates governance coins for what the collateral does not cover, and sells them. No more are created
 * than the reserve can hold: a block that could not be made would be worse than a hole in the reserve.
 */
function inflate(context: TransactionContext, id: string, cdp: Cdp, wanted: bigint): void {
  const reserve = reserveOf(context);
  const amount = least(wanted, frozenRoom(reserve, GOVERNANCE_COIN));
  if (amount === 0n) return;
  const coins = {
    keyId: reserve.keyId,
    symbol: GOVERNANCE_COIN,
    amount,
    receiptType: RECEIPT.CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE,
  };
  context.operate({ operation: 'ADD_FREE', ...coins }, [
    REJECT.UPDATE_ACCOUNT_FAIL,
    'operate-fcoin-genesis-account-failed',
  ]);
  context.operate({ operation: 'FREEZE', ...coins }, ACCOUNT_INSUFFICIENT);
  sell(context, id, cdp, GOVERNANCE_COIN, amount);
}

function sell(
  context: TransactionContext,
  cdpId: string,
  { scoinSymbol }: Cdp,
  assetSymbol: string,
  assetAmount: bigint,
): void {
  createSystemSellOrder(context, {
    id: forcedOrderId(cdpId, assetSymbol),
    coinSymbol: scoinSymbol,
    assetSymbol,
    assetAmount,
    sourceType: 'cdp_asset',
    sourceId: cdpId,
  });
}
