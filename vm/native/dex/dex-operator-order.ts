import { sameRegId } from '../../../src/codec/regid.js';
import { required } from '../../../src/codec/required.js';
import type { DexOperator } from '../../../src/state/tables/dex-operators.js';
import { OPEN_PRIVATE, OPEN_PUBLIC } from '../../../src/tx/enums.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { type DexOperatorOrder, dexOperatorOrder } from '../../../src/tx/types/dex-order.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { requireWay } from '../ways.js';
import { MAX_OPERATOR_FEE_RATIO } from './formulas.js';
import { requireOrderFee } from './order-fee.js';
import { activeOperator, checkOrderTerms } from './order-terms.js';
import { placeOrder } from './place-order.js';

/** DEX_OPERATOR_ORDER_TX: an order with conditions of its own, which the operator signs too (spec 06 §8). */
export const dexOperatorOrderHandler = defineHandler(dexOperatorOrder, {
  summary: 'Places an order with conditions of its own, which the operator signs too.',

  /** Where the operator pays a part, its stake counts too (spec 06 §6.3). */
  checkFee({ fees, operatorTxFee, dexId }, minimum, context) {
    const sender = context.sender();
    if (operatorTxFee === 0n) return requireOrderFee({ total: fees, minimum, payers: [sender] });
    const receiver = required(
      context.accountByRegId(activeOperator(dexId, context).feeReceiver),
      'the account of the operator',
    );
    requireOrderFee({ total: fees + operatorTxFee, minimum, payers: [sender, receiver] });
  },

  check(tx, context) {
    const operator = checkOrderTerms(tx, context);
    checkConditions(tx);
    checkOperator(tx, operator, context);
  },

  execute(tx, context) {
    payOperatorsPart(tx, context);
    const { openMode, makerFeeRatio, takerFeeRatio } = tx;
    placeOrder(context, {
      id: context.prepared.txid,
      owner: context.sender().keyId,
      terms: tx,
      operatorParameters: { openMode, makerFeeRatio, takerFeeRatio },
    });
  },
});

/** Spec 06 §8.3, rows 1 and 2. */
function checkConditions({ openMode, takerFeeRatio, makerFeeRatio }: DexOperatorOrder): void {
  if (openMode !== OPEN_PUBLIC && openMode !== OPEN_PRIVATE) {
    reject(REJECT.REJECT_INVALID, 'invalid-open-mode');
  }
  if (takerFeeRatio > MAX_OPERATOR_FEE_RATIO || makerFeeRatio > MAX_OPERATOR_FEE_RATIO) {
    reject(REJECT.REJECT_INVALID, 'invalid-operator-fee-ratio');
  }
}

/** The operator is who receives its fees, not who owns it (spec 06 §8.3, rows 3 to 6). */
function checkOperator(
  { operatorUid, operatorSignature }: DexOperatorOrder,
  { feeReceiver }: DexOperator,
  context: TransactionContext,
): void {
  if (operatorUid.kind !== 'regid') reject(REJECT.REJECT_INVALID, 'operator-uid-not-regid');
  if (!sameRegId(operatorUid.regId, feeReceiver)) reject(REJECT.REJECT_INVALID, 'operator-uid-wrong');
  const receiver = required(context.accountByRegId(feeReceiver), 'the account of the operator');
  if (receiver.keyId === context.sender().keyId) {
    reject(REJECT.REJECT_INVALID, 'tx-uid-same-as-operator');
  }
  requireWay(context, 'operator', receiver);
  if (!context.isSignedBy(receiver.ownerKey, operatorSignature)) {
    reject(REJECT.REJECT_INVALID, 'bad-operator-signature');
  }
}

/** The operator may pay a part of the fee, or all of it (spec 06 §7.4, step 2). */
function payOperatorsPart(
  { operatorUid, operatorTxFee, feeSymbol }: DexOperatorOrder,
  context: TransactionContext,
): void {
  if (operatorTxFee === 0n) return;
  context.operate(
    {
      keyId: required(context.account(operatorUid), 'the account of the operator').keyId,
      operation: 'SUB_FREE',
      symbol: feeSymbol,
      amount: operatorTxFee,
      receiptType: RECEIPT.BLOCK_REWARD_TO_MINER,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'operator-account-insufficient'],
  );
}
