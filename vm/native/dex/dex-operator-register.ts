import type { RegId } from '../../../src/codec/regid.js';
import type { Uid } from '../../../src/codec/uid.js';
import { addOperator, operatorIdOfOwner } from '../../../src/state/tables/dex-operators.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { dexOperatorRegister } from '../../../src/tx/types/dex-operator-register.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { chargeOperatorFee } from './operator-fee.js';
import {
  asSet,
  checkFeeRatio,
  checkName,
  checkOperatorMemo,
  checkSharedCount,
  operatorOf,
} from './operator-rules.js';

/** DEX_OPERATOR_REGISTER_TX (spec 06 §5.2). */
export const dexOperatorRegisterHandler = defineHandler(dexOperatorRegister, {
  summary: 'Registers an operator of the exchange, which takes orders once governance activates it.',

  check({ ownerUid, feeReceiverUid, dexName, memo, makerFeeRatio, takerFeeRatio, orderOpenDexops }) {
    requireRegId(ownerUid, 'owner-uid-type-error');
    requireRegId(feeReceiverUid, 'match-uid-type-error');
    checkName(dexName);
    checkOperatorMemo(memo);
    checkFeeRatio(makerFeeRatio);
    checkFeeRatio(takerFeeRatio);
    checkSharedCount(orderOpenDexops);
  },

  /** The sender pays; any account can register an operator for its owner. */
  execute(tx, context) {
    checkSharedOperators(tx.orderOpenDexops, context);
    const owner = requireRegId(tx.ownerUid, 'owner-uid-type-error');
    const feeReceiver = requireRegId(tx.feeReceiverUid, 'match-uid-type-error');
    for (const regId of [owner, feeReceiver]) {
      if (context.accountByRegId(regId) === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    }
    if (operatorIdOfOwner(context.state, context.network, owner) !== undefined) {
      reject(REJECT.REJECT_INVALID, 'owner-dexoperator-exist');
    }
    chargeOperatorFee(context, 'registration');
    addOperator(context.state, {
      owner,
      feeReceiver,
      name: tx.dexName,
      portalUrl: tx.portalUrl,
      openMode: tx.openMode,
      makerFeeRatio: tx.makerFeeRatio,
      takerFeeRatio: tx.takerFeeRatio,
      sharedWith: asSet(tx.orderOpenDexops),
      activated: false,
      memo: tx.memo,
    });
  },
});

function requireRegId(uid: Uid, reason: string): RegId {
  return uid.kind === 'regid' ? uid.regId : reject(REJECT.REJECT_INVALID, reason);
}

function checkSharedOperators(ids: readonly bigint[], context: TransactionContext): void {
  const seen = new Set<bigint>();
  for (const id of ids) {
    if (operatorOf(id, context) === undefined) reject(REJECT.REJECT_INVALID, 'operator-not-exist');
    if (seen.has(id)) reject(REJECT.REJECT_INVALID, 'duplicated-item-of-dexop-list');
    seen.add(id);
  }
}
