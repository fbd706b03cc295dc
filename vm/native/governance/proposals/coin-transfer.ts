import type { Uid } from '../../../../src/codec/uid.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import type { Account } from '../../../../src/state/tables/accounts.js';
import { DUST_AMOUNT } from '../../../../src/tx/coin-range.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { TransactionContext } from '../../../context.js';
import { defineProposalRules } from '../proposal-rules.js';

/** GOV_COIN_TRANSFER (5): spec 05 §12.5. */
export const coinTransfer = defineProposalRules(PROPOSAL_TYPES.coinTransfer, {
  summary: 'Moves free coins from one account to another without the signature of the first.',
  electorate: 'producers',

  check({ amount, fromUid, toUid }, context, occasion) {
    const from = context.account(fromUid);
    if (occasion === 'request' && from?.keyId === context.sender().keyId) {
      reject(REJECT.REJECT_DUST, "tx_uid-can't-be-from_uid");
    }
    if (amount < DUST_AMOUNT) {
      const detail = `${amount} sawi are moved, at least ${DUST_AMOUNT} are needed`;
      reject(REJECT.REJECT_DUST, 'invalid-coin-amount', detail);
    }
    if (from === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    if (context.account(toUid) === undefined && keyIdIn(toUid) === undefined) {
      reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
    }
  },

  apply({ amount, coinSymbol, fromUid, toUid }, context) {
    const from = context.account(fromUid);
    if (from === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    context.operate(
      {
        keyId: from.keyId,
        operation: 'SUB_FREE',
        symbol: coinSymbol,
        amount,
        receiptType: RECEIPT.TRANSFER_PROPOSAL,
        peer: receiver(toUid, context).keyId,
      },
      [REJECT.UPDATE_ACCOUNT_FAIL, 'operate-minus-account-failed'],
    );
  },
});

/** The account that receives, a new one without a regid where a key has none yet. */
function receiver(uid: Uid, context: TransactionContext): Account {
  const existing = context.account(uid);
  if (existing !== undefined) return existing;
  const keyId = keyIdIn(uid);
  if (keyId === undefined) reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
  return context.accountOrNew(keyId);
}

/** The key id that a uid itself contains; its account need not be on chain. */
function keyIdIn(uid: Uid): string | undefined {
  if (uid.kind === 'keyid') return uid.keyId;
  return uid.kind === 'pubkey' ? keyIdOf(Buffer.from(uid.publicKey, 'hex')) : undefined;
}
