import { least } from '../../../src/state/balance.js';
import { feeSymbolOf } from '../../../src/tx/envelope.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { STABLE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { DEPLOYMENT_FUEL_FEE, fuelFeeOf } from '../fuel-fee.js';

/**
 * Fuel that was paid in the base coin is gone; in the stable coin it goes to the reserve (spec 03
 * §4.3, step 5). To be called when the fuel of the transaction is known.
 */
export function payFuelToReserve(context: TransactionContext): void {
  const { tx } = context.prepared;
  if (feeSymbolOf(tx) !== STABLE_COIN) return;
  const fee = fuelFeeOf(tx.type, context.fuel, context.block.fuelRate, DEPLOYMENT_FUEL_FEE);
  const keyId = context.reserve()?.keyId ?? reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
  // What a full reserve cannot take is gone, as fuel that was paid in base coins is.
  const amount = least(fee, context.freeRoom(keyId, STABLE_COIN));
  context.operate(
    {
      keyId,
      operation: 'ADD_FREE',
      symbol: STABLE_COIN,
      amount,
      receiptType: RECEIPT.CONTRACT_FUEL_TO_RISK_RESERVE,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'operate-account-failed'],
  );
}
