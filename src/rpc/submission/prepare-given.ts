import { EncodeError } from '../../codec/errors.js';
import { type PreparedTransaction, prepareTransaction } from '../../tx/envelope.js';
import type { Transaction } from '../../tx/transactions.js';
import { RpcError } from '../declaration/errors.js';
import type { NodeServices } from '../node/services.js';

/**
 * The prepared form of a transaction that was made from what a caller gave.
 * @throws RpcError -8 for a value that no transaction can hold
 */
export function prepareGiven<T extends Transaction>(
  { wireRules }: Pick<NodeServices, 'wireRules'>,
  tx: T,
): PreparedTransaction<T> {
  try {
    return prepareTransaction(tx, wireRules);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
  }
}
