import { regIdRaw } from '../../../src/codec/regid.js';
import type { Uid } from '../../../src/codec/uid.js';
import { hash160 } from '../../../src/crypto/hash.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { isRegistered } from '../../../src/state/tables/accounts.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { ucoinMint } from '../../../src/tx/types/ucoin-mint.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';

/** Creating coins cannot fail for lack of balance. */
const NEVER = [REJECT.UPDATE_ACCOUNT_FAIL, 'account-free-insufficient'] as const;

/** UCOIN_MINT_TX (spec 01 §5.3). */
export const ucoinMintHandler = defineHandler(ucoinMint, {
  summary: 'Creates coins in the system genesis block, for an account that gets its regid there.',

  check(_tx, { block, network }) {
    if (block.height !== network.forks.systemGenesis) reject(REJECT.REJECT_INVALID, 'unavailable-tx');
  },

  execute({ txUid, coinSymbol, coinAmount }, context) {
    const { keyId, ownerKey } = receiver(txUid, context);
    const account = context.accountOrNew(keyId);
    if (!isRegistered(account)) context.registerAccount(account, ownerKey);
    context.operate(
      {
        keyId,
        operation: 'ADD_FREE',
        symbol: coinSymbol,
        amount: coinAmount,
        receiptType: RECEIPT.COIN_MINT_ONCHAIN,
      },
      NEVER,
    );
  },
});

/** The account of a key, or, without a key, the account that is named by the transaction's own position. */
function receiver(txUid: Uid, context: TransactionContext): { keyId: string; ownerKey: string } {
  if (txUid.kind === 'null') {
    return { keyId: hash160(regIdRaw(context.position)).toString('hex'), ownerKey: '' };
  }
  if (txUid.kind !== 'pubkey') reject(REJECT.REJECT_INVALID, 'txUid-type-error');
  return { keyId: keyIdOf(Buffer.from(txUid.publicKey, 'hex')), ownerKey: txUid.publicKey };
}
