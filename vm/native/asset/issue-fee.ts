import { ACTIVE_DELEGATES } from '../../../src/state/tables/delegates.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { operatorFeeShares } from '../dex/formulas.js';

const FAILED = [REJECT.REJECT_INVALID, 'process-asset-fee-failed'] as const;

/**
 * Charges the sender the fee for issuing an asset, in base coins, for the reserve and the producers
 * (spec 04 §8.2, issue fee). It is due in addition to the transaction's fee.
 * @throws TransactionRejected
 */
export function chargeIssueFee(context: TransactionContext): void {
  const fee = context.parameter('ASSET_ISSUE_FEE');
  const producers = context.state.get(ACTIVE_DELEGATES, undefined) ?? [];
  const shares = operatorFeeShares(fee, context.parameter('ASSET_RISK_FEE_RATIO'), producers.length);
  const pay = (peer: string | undefined, amount: bigint, receiptType: number) => {
    if (peer === undefined) reject(...FAILED);
    const { keyId } = context.sender();
    const change = { keyId, operation: 'SUB_FREE', symbol: BASE_COIN, amount, receiptType, peer } as const;
    context.operate(change, FAILED);
  };
  pay(context.reserve()?.keyId, shares.reserve, RECEIPT.ASSET_ISSUED_FEE_TO_RESERVE);
  producers.forEach(({ regId }, i) => {
    pay(context.accountByRegId(regId)?.keyId, shares.producers[i]!, RECEIPT.ASSET_ISSUED_FEE_TO_MINER);
  });
}
