import type { TransactionContext } from '../../vm/context.js';
import { requireFee } from '../../vm/native/fee.js';
import type { AnyNativeHandler } from '../../vm/native/handler.js';
import { FEE_COINS, minimumFeeOf } from '../../vm/native/minimum-fee.js';
import { isInFeeRange } from '../tx/coin-range.js';
import { feeOf, feeSymbolOf } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';

export { minimumFeeOf } from '../../vm/native/minimum-fee.js';

/** The fee rules of spec 01 §8.4, in their order. @throws TransactionRejected */
export function checkFee(context: TransactionContext, handler: AnyNativeHandler | undefined): void {
  const { tx } = context.prepared;
  const fee = feeOf(tx);
  const symbol = feeSymbolOf(tx);
  if (!isInFeeRange(fee)) reject(REJECT.REJECT_INVALID, 'bad-tx-fee-toolarge');
  if (!FEE_COINS.has(symbol)) reject(REJECT.REJECT_INVALID, 'bad-tx-fee-symbol');
  const minimum = minimumFeeOf(context.state, context.network, tx.type, symbol);
  if (minimum === undefined) reject(REJECT.REJECT_INVALID, 'get-tx-min-fee-failed');
  if (handler?.checkFee === undefined) requireFee(fee, minimum);
  else handler.checkFee(tx, minimum, context);
}
