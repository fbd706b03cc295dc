import { required } from '../../../src/codec/required.js';
import { GENERATED_BY, ORDERS, type Order, putOrder } from '../../../src/state/tables/orders.js';
import { ORDER_BUY } from '../../../src/tx/enums.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';
import { coinsToFreeze, type OrderTerms } from './order-terms.js';

/** Conditions that an operator gives a single order in place of its own. */
export type OperatorParameters = NonNullable<Order['operatorParameters']>;

/** An order to be placed. */
export interface NewOrder {
  /** Id in display order: the txid, or that of an object which a contract makes (decision D22). */
  readonly id: string;
  /** Key id of the registered account that places it and whose coins are frozen. */
  readonly owner: string;
  readonly terms: OrderTerms;
  readonly operatorParameters?: OperatorParameters | undefined;
}

/**
 * Freezes what an order may cost and opens it (spec 06 §7.4). The terms have been checked.
 * @throws TransactionRejected `operate-dex-order-account-failed`, `bad-write-dexdb`
 */
export function placeOrder(context: TransactionContext, { id, owner, terms, ...more }: NewOrder): void {
  const { coinSymbol, assetSymbol, assetAmount } = terms;
  const coinAmount = coinsToFreeze(terms);
  const frozen =
    terms.orderSide === ORDER_BUY
      ? { symbol: coinSymbol, amount: coinAmount, receiptType: RECEIPT.DEX_FREEZE_COIN_TO_BUYER }
      : { symbol: assetSymbol, amount: assetAmount, receiptType: RECEIPT.DEX_FREEZE_ASSET_TO_SELLER };
  context.operate({ keyId: owner, operation: 'FREEZE', ...frozen }, [
    REJECT.UPDATE_ACCOUNT_FAIL,
    'operate-dex-order-account-failed',
  ]);
  if (context.state.get(ORDERS, id) !== undefined) reject(REJECT.REJECT_INVALID, 'bad-write-dexdb');
  putOrder(context.state, id, {
    generatedBy: GENERATED_BY.user,
    orderType: terms.orderType,
    orderSide: terms.orderSide,
    coinSymbol,
    assetSymbol,
    coinAmount,
    assetAmount,
    price: terms.price,
    dexId: terms.dexId,
    operatorParameters: more.operatorParameters,
    position: context.position,
    owner: required(context.accountByKeyId(owner), 'the account of the owner').regId,
    dealtCoinAmount: 0n,
    dealtAssetAmount: 0n,
    sourceType: 'user',
    sourceId: context.prepared.txid,
  });
}
