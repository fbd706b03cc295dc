import { isMatureRegId, type RegId, sameRegId } from '../../../src/codec/regid.js';
import type { Uid } from '../../../src/codec/uid.js';
import { type Account, isRegistered } from '../../../src/state/tables/accounts.js';
import {
  DEX_OPERATOR_CHANGES,
  type DexOperator,
  dexOperator,
  operatorIdOfOwner,
  putOperator,
} from '../../../src/state/tables/dex-operators.js';
import { OPEN_PRIVATE, OPEN_PUBLIC } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import {
  dexOperatorUpdate,
  OPERATOR_FIELD,
  type OperatorUpdate,
} from '../../../src/tx/types/dex-operator-update.js';
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

/** DEX_OPERATOR_UPDATE_TX (spec 06 §5.3). The changed operator applies to open orders at once. */
export const dexOperatorUpdateHandler = defineHandler(dexOperatorUpdate, {
  summary: 'Changes one property of an operator of the exchange.',

  check({ dexId, update }, context) {
    const operator = dexOperator(context.state, context.network, dexId);
    if (operator === undefined) reject(REJECT.REJECT_INVALID, 'invalid-dex-id');
    checkUpdate(update, dexId, operator, context);
  },

  execute({ dexId, update }, context) {
    const { state, network } = context;
    const operator = dexOperator(state, network, dexId);
    if (operator === undefined) reject(REJECT.UPDATE_ACCOUNT_FAIL, 'dexoperator-not-exist');
    if (!sameRegId(context.sender().regId, operator.owner)) {
      reject(REJECT.UPDATE_ACCOUNT_FAIL, 'dexoperator-update-permession-deny');
    }
    chargeOperatorFee(context, 'update');
    const changed = updated(operator, update);
    if (network.mended.ordersKeepFees) noteChange(context, dexId, operator, changed);
    putOperator(state, dexId, changed);
  },
});

/** Keeps under what conditions earlier orders were placed. */
function noteChange(
  { state, position }: TransactionContext,
  dexId: number,
  { openMode, makerFeeRatio, takerFeeRatio }: DexOperator,
  after: DexOperator,
): void {
  const isSame =
    openMode === after.openMode &&
    makerFeeRatio === after.makerFeeRatio &&
    takerFeeRatio === after.takerFeeRatio;
  if (isSame) return;
  state.put(DEX_OPERATOR_CHANGES, [dexId, position], { openMode, makerFeeRatio, takerFeeRatio });
}

function checkUpdate(
  update: OperatorUpdate,
  dexId: number,
  operator: DexOperator,
  context: TransactionContext,
): void {
  switch (update.field) {
    case OPERATOR_FIELD.OWNER_UID: {
      const owner = matureAccount(update.value, 'owner-uid-invalid', context);
      if (operatorIdOfOwner(context.state, context.network, owner.regId) !== undefined) {
        reject(REJECT.REJECT_INVALID, 'owner-had-dexoperator');
      }
      return;
    }
    case OPERATOR_FIELD.FEE_RECEIVER_UID:
      matureAccount(update.value, 'fee_receiver-uid-invalid', context);
      return;
    case OPERATOR_FIELD.NAME:
      checkName(update.value);
      return;
    case OPERATOR_FIELD.PORTAL_URL:
      return;
    case OPERATOR_FIELD.OPEN_MODE:
      checkOpenMode(update.value, operator);
      return;
    case OPERATOR_FIELD.MAKER_FEE_RATIO:
    case OPERATOR_FIELD.TAKER_FEE_RATIO:
      checkFeeRatio(update.value);
      return;
    case OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST:
      checkSharedOperators(update.value, dexId, context);
      return;
    case OPERATOR_FIELD.MEMO:
      checkOperatorMemo(update.value);
      return;
  }
}

function matureAccount(uid: Uid, reason: string, context: TransactionContext): Account {
  const account = context.account(uid);
  const { regIdMaturity } = context.network;
  if (
    account === undefined ||
    !isRegistered(account) ||
    !isMatureRegId(account.regId, context.block.height, regIdMaturity)
  ) {
    reject(REJECT.REJECT_INVALID, reason);
  }
  return account;
}

function checkOpenMode(openMode: number, operator: DexOperator): void {
  if (openMode !== OPEN_PUBLIC && openMode !== OPEN_PRIVATE) {
    reject(REJECT.REJECT_INVALID, 'invalid-open-mode');
  }
  if (openMode === operator.openMode) reject(REJECT.REJECT_INVALID, 'same-open-mode');
}

/** A list may name an operator twice: it is kept as a set. */
function checkSharedOperators(ids: readonly bigint[], dexId: number, context: TransactionContext): void {
  checkSharedCount(ids);
  for (const id of ids) {
    if (id === BigInt(dexId)) reject(REJECT.REJECT_INVALID, 'self-dexid-error');
    if (operatorOf(id, context) === undefined) reject(REJECT.REJECT_INVALID, 'dexid-not-exist');
  }
}

function updated(operator: DexOperator, update: OperatorUpdate): DexOperator {
  switch (update.field) {
    case OPERATOR_FIELD.OWNER_UID:
      return { ...operator, owner: regIdOf(update.value) };
    case OPERATOR_FIELD.FEE_RECEIVER_UID:
      return { ...operator, feeReceiver: regIdOf(update.value) };
    case OPERATOR_FIELD.NAME:
      return { ...operator, name: update.value };
    case OPERATOR_FIELD.PORTAL_URL:
      return { ...operator, portalUrl: update.value };
    case OPERATOR_FIELD.OPEN_MODE:
      return { ...operator, openMode: update.value };
    case OPERATOR_FIELD.MAKER_FEE_RATIO:
      return { ...operator, makerFeeRatio: update.value };
    case OPERATOR_FIELD.TAKER_FEE_RATIO:
      return { ...operator, takerFeeRatio: update.value };
    case OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST:
      return { ...operator, sharedWith: asSet(update.value) };
    case OPERATOR_FIELD.MEMO:
      return { ...operator, memo: update.value };
  }
}

/** Another way to name the account passes the checks and fails here (spec 06 §1, row 25). */
function regIdOf(uid: Uid): RegId {
  return uid.kind === 'regid' ? uid.regId : reject(REJECT.REJECT_INVALID, 'copy-updated-operator-error');
}
