import type { Uid } from '../../../src/codec/uid.js';
import { DUST_AMOUNT } from '../../../src/tx/coin-range.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { bcoinTransfer } from '../../../src/tx/types/bcoin-transfer.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { requireValidSenderKey } from '../public-key.js';
import { checkMemo } from './memo.js';

/** BCOIN_TRANSFER_TX (spec 07 §14.2). */
export const bcoinTransferHandler = defineHandler(bcoinTransfer, {
  summary: 'Transfers base coins to one account.',

  check({ txUid, toUid, coinAmount, memo }) {
    checkMemo(memo);
    if (toUid.kind !== 'regid' && toUid.kind !== 'keyid') {
      reject(REJECT.REJECT_INVALID, 'toUid-type-error');
    }
    if (coinAmount < DUST_AMOUNT) {
      const detail = `${coinAmount} sawi are sent, at least ${DUST_AMOUNT} are needed`;
      reject(REJECT.REJECT_DUST, 'invalid-coin-amount', detail);
    }
    requireValidSenderKey(txUid);
  },

  execute({ toUid, coinAmount }, context) {
    context.operate(
      {
        keyId: context.sender().keyId,
        operation: 'SUB_FREE',
        symbol: BASE_COIN,
        amount: coinAmount,
        receiptType: RECEIPT.TRANSFER_ACTUAL_COINS,
        peer: receiver(toUid, context),
      },
      [REJECT.UPDATE_ACCOUNT_FAIL, 'account-free-insufficient'],
    );
  },
});

/** The key id of the receiver; an account that is named by its key id need not exist yet. */
function receiver(toUid: Uid, context: TransactionContext): string {
  if (toUid.kind === 'keyid') return context.accountOrNew(toUid.keyId).keyId;
  const account = context.account(toUid);
  return account?.keyId ?? reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
}
