import type { Account } from '../../../src/state/tables/accounts.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';

/**
 * The account that backs the stable coin.
 * @throws TransactionRejected `account-not-exist` before the system genesis block
 */
export function reserveOf(context: TransactionContext): Account {
  const reserve = context.reserve();
  if (reserve === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  return reserve;
}
