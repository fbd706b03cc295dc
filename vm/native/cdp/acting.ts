import type { Account } from '../../../src/state/tables/accounts.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';

/**
 * Who acts on a debt position: the sender of a transaction, or a contract under its own authority
 * (decision D22).
 */
export interface Acting {
  /** Key id of a registered account. */
  readonly keyId: string;
  /**
   * Id of what the action makes, in display order: of a new position, and of the order with which
   * the reserve spends what it gets. It is the txid, or that of a contract's object. It is read
   * where something is made only.
   */
  readonly objectId: string;
}

/** The sender of a transaction, whose objects have the id of the transaction. */
export function actingSender(context: TransactionContext): Acting {
  return { keyId: context.sender().keyId, objectId: context.prepared.txid };
}

/**
 * The account that acts, as it is now.
 * @throws TransactionRejected `account-not-exist`
 */
export function actingAccount(context: TransactionContext, { keyId }: Acting): Account {
  return context.accountByKeyId(keyId) ?? reject(REJECT.REJECT_INVALID, 'account-not-exist');
}
