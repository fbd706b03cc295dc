import { ACTIVE_DELEGATES } from '../../../src/state/tables/delegates.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { operatorFeeShares } from './formulas.js';

/** What a fee is for: its parameter, and the receipts of those who get it. */
const PURPOSES = {
  registration: {
    parameter: 'DEX_OPERATOR_REGISTER_FEE',
    toReserve: RECEIPT.DEX_OPERATOR_REG_FEE_TO_RESERVE,
    toProducer: RECEIPT.DEX_OPERATOR_REG_FEE_TO_MINER,
  },
  update: {
    parameter: 'DEX_OPERATOR_UPDATE_FEE',
    toReserve: RECEIPT.DEX_OPERATOR_UPDATED_FEE_TO_RESERVE,
    toProducer: RECEIPT.DEX_OPERATOR_UPDATED_FEE_TO_MINER,
  },
} as const;

const INSUFFICIENT = [REJECT.UPDATE_ACCOUNT_FAIL, 'insufficent-funds'] as const;

/**
 * Charges the sender the fee for an operator's registration or change, in base coins, for the
 * reserve and the producers (spec 06 §5.2). It is due in addition to the transaction's fee.
 * @throws TransactionRejected
 */
export function chargeOperatorFee(context: TransactionContext, purpose: keyof typeof PURPOSES): void {
  const { parameter, toReserve, toProducer } = PURPOSES[purpose];
  const fee = context.parameter(parameter);
  const producers = context.state.get(ACTIVE_DELEGATES, undefined) ?? [];
  const shares = operatorFeeShares(fee, context.parameter('DEX_OPERATOR_RISK_FEE_RATIO'), producers.length);
  context.operate(
    {
      keyId: context.sender().keyId,
      operation: 'SUB_FREE',
      symbol: BASE_COIN,
      amount: fee,
      receiptType: RECEIPT.DEX_OPERATOR_REG_UPDATE_FEE_FROM_OPERATOR,
    },
    INSUFFICIENT,
  );
  const give = (keyId: string | undefined, amount: bigint, receiptType: number) => {
    if (keyId === undefined) reject(...INSUFFICIENT);
    const change = { keyId, operation: 'ADD_FREE', symbol: BASE_COIN, amount, receiptType } as const;
    context.operate(change, INSUFFICIENT);
  };
  give(context.reserve()?.keyId, shares.reserve, toReserve);
  producers.forEach(({ regId }, i) => {
    give(context.accountByRegId(regId)?.keyId, shares.producers[i]!, toProducer);
  });
}
