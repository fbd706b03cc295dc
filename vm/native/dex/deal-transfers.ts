import { encode, hash256, text } from '../../../src/codec/codec.js';
import { sha256d, toDisplayHex } from '../../../src/crypto/hash.js';
import type { Order } from '../../../src/state/tables/orders.js';
import { ORDER_LIMIT } from '../../../src/tx/enums.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { GOVERNANCE_COIN } from '../../../src/tx/symbols.js';
import { type DealItem, dealItem } from '../../../src/tx/types/dex-settle.js';
import type { Refusal, TransactionContext } from '../../context.js';
import { type Deal, type DealFees, type DealParty, hasFriction } from './deal-terms.js';
import { fixedUint32 } from './fixed-uint32.js';
import { frozenRestOf, residualOf } from './order-amounts.js';
import { createSystemBuyOrder } from './system-order.js';

/** Exchanges coins for assets, both of which are frozen. */
export function exchange({ item, buy, sell }: Deal, context: TransactionContext): void {
  const { coinSymbol, assetSymbol } = buy.order;
  context.operate(
    {
      keyId: buy.owner,
      operation: 'DEX_DEAL',
      symbol: coinSymbol,
      amount: item.coinAmount,
      receiptType: RECEIPT.DEX_COIN_TO_SELLER,
      peer: sell.owner,
    },
    [REJECT.REJECT_INVALID, 'deal-buyer-coins-failed'],
  );
  context.operate(
    {
      keyId: sell.owner,
      operation: 'DEX_DEAL',
      symbol: assetSymbol,
      amount: item.assetAmount,
      receiptType: RECEIPT.DEX_ASSET_TO_BUYER,
      peer: buy.owner,
    },
    [REJECT.REJECT_INVALID, 'deal-seller-assets-failed'],
  );
}

/** The reserve gets a part of the coins and buys governance coins for it, the producer a part of the asset. */
export function takeFriction(deal: Deal, fees: DealFees, context: TransactionContext): void {
  if (!hasFriction(deal)) return;
  const { buy, producer } = deal;
  if (fees.seller.friction > 0n) takeCoinFriction(deal, fees.seller.friction, context);
  pay(context, {
    from: buy.owner,
    to: producer,
    symbol: buy.order.assetSymbol,
    amount: fees.buyer.friction,
    receiptType: RECEIPT.FRICTION_FEE,
    failure: [REJECT.UPDATE_ACCOUNT_FAIL, 'transfer-friction-fee-failed'],
  });
}

function takeCoinFriction(
  { item, index, buy, sell }: Deal,
  friction: bigint,
  context: TransactionContext,
): void {
  const { coinSymbol } = buy.order;
  const { txid } = context.prepared;
  const failure = [REJECT.UPDATE_ACCOUNT_FAIL, 'transfer-risk-fee-failed'] as const;
  const reserve = context.reserve()?.keyId ?? reject(...failure);
  pay(context, {
    from: sell.owner,
    to: reserve,
    symbol: coinSymbol,
    amount: friction,
    receiptType: RECEIPT.FRICTION_FEE,
    failure,
  });
  context.operate(
    {
      keyId: reserve,
      operation: 'FREEZE',
      symbol: coinSymbol,
      amount: friction,
      receiptType: RECEIPT.BUY_FCOINS_FOR_DEFLATION,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'operate-fcoin-genesis-account-failed'],
  );
  createSystemBuyOrder(context, {
    id: frictionOrderId(txid, index, item, coinSymbol),
    coinSymbol,
    assetSymbol: GOVERNANCE_COIN,
    coinAmount: friction,
    sourceType: 'settle',
    sourceId: txid,
  });
}

/** sha256d of the txid, the position of the deal, the deal and the coin (spec 06 §11). */
function frictionOrderId(txid: string, index: number, item: DealItem, coinSymbol: string): string {
  const parts = [encode(hash256, txid), fixedUint32(index), encode(dealItem, item), encode(text, coinSymbol)];
  return toDisplayHex(sha256d(Buffer.concat(parts)));
}

/** Zero fees leave their receipts too (spec 06 §1, row 14). */
export function payOperators({ buy, sell }: Deal, fees: DealFees, context: TransactionContext): void {
  pay(context, {
    from: sell.owner,
    to: sell.feeReceiver,
    symbol: sell.order.coinSymbol,
    amount: fees.seller.match,
    receiptType: RECEIPT.DEX_COIN_FEE_TO_OPERATOR,
    failure: [REJECT.REJECT_INVALID, 'transfer-coin-match-fee-failed'],
  });
  pay(context, {
    from: buy.owner,
    to: buy.feeReceiver,
    symbol: buy.order.assetSymbol,
    amount: fees.buyer.match,
    receiptType: RECEIPT.DEX_ASSET_FEE_TO_OPERATOR,
    failure: [REJECT.REJECT_INVALID, 'transfer-asset-match-fee-failed'],
  });
}

interface Payment {
  /** Key ids. */
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  readonly amount: bigint;
  readonly receiptType: number;
  readonly failure: Refusal;
}

function pay(context: TransactionContext, { from, to, failure, ...what }: Payment): void {
  context.operate({ keyId: from, operation: 'SUB_FREE', peer: to, ...what }, failure);
}

/** A limit buy that is fulfilled for less than its price gets the rest of its coins back. */
export function unfreezeSurplus({ owner }: DealParty, order: Order, context: TransactionContext): void {
  if (residualOf(order) !== 0n || order.orderType !== ORDER_LIMIT) return;
  const surplus = frozenRestOf(order);
  if (surplus.amount <= 0n) return;
  context.operate(
    {
      keyId: owner,
      operation: 'UNFREEZE',
      ...surplus,
      receiptType: RECEIPT.DEX_UNFREEZE_COIN_TO_BUYER,
    },
    [REJECT.REJECT_INVALID, 'operate-account-failed'],
  );
}
