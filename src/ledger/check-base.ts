import type { TransactionContext } from '../../vm/context.js';
import type { AnyNativeHandler } from '../../vm/native/handler.js';
import { isFrozen, requireTypePermission } from '../../vm/native/ways.js';
import { isRegistered } from '../state/tables/accounts.js';
import { REJECT, reject } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';
import { checkFee } from './fees.js';
import { isSenderUidAllowed, isTypeAvailable } from './type-rules.js';

/**
 * The checks that every transaction from outside has to pass, in the reference's order
 * (spec 07 §12.1). System transactions have no sender and skip them.
 *
 * @param handler - undefined where this node has none for the type: it then counts as unavailable
 * @throws TransactionRejected
 */
export function checkBase(context: TransactionContext, handler: AnyNativeHandler | undefined): void {
  const { tx } = context.prepared;
  const { system, feeCheck } = definitionOf(tx.type);
  if (system) return;
  const sender = context.sender(); // 1: account-not-exist
  checkSignature(context); // 2
  if (feeCheck === 'base') checkFee(context, handler); // 3
  if (!isSenderUidAllowed(tx.type, tx.txUid)) reject(REJECT.REJECT_INVALID, 'txUid-type-error'); // 4
  if (handler === undefined || !isTypeAvailable(tx.type, context.featureVersion)) {
    reject(REJECT.REJECT_INVALID, 'unavailable-tx'); // 5
  }
  requireTypePermission(context, sender, tx.type); // 6
}

/**
 * The sender's signature. A public key signs for itself; an account that is named otherwise needs
 * permissions of any kind and a registered key (spec 01 §8.3, rows 2 to 4). Where freezes hold, an account
 * without permissions signs nothing, however it is named.
 */
function checkSignature(context: TransactionContext): void {
  const { tx } = context.prepared;
  const signature = 'signature' in tx ? tx.signature : new Uint8Array();
  if (!context.isSignedBy(signingKey(context), signature)) {
    reject(REJECT.READ_ACCOUNT_FAIL, 'bad-tx-sign');
  }
}

function signingKey(context: TransactionContext): string {
  const { txUid } = context.prepared.tx;
  if (txUid.kind === 'pubkey') return txUid.publicKey;
  const sender = context.sender();
  if (isFrozen(sender)) reject(REJECT.READ_ACCOUNT_FAIL, 'bad-tx-sign');
  if (!isRegistered(sender)) reject(REJECT.READ_ACCOUNT_FAIL, 'tx-account-not-registered');
  return sender.ownerKey;
}
