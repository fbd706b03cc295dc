import { DecodeError } from '../../codec/errors.js';
import { decodeTransaction, type PreparedTransaction } from '../../tx/envelope.js';
import { RpcError } from '../declaration/errors.js';
import { exactHex } from '../declaration/parameters/hex-text.js';
import type { NodeServices } from '../node/services.js';

/** Largest raw transaction that is signed or submitted: above what any contract needs (spec 02 O25). */
const MAX_RAW_BYTES = 1_153_433;

type Rules = Pick<NodeServices, 'wireRules'>;

/**
 * The transaction that hex digits encode.
 * @throws RpcError -8 for a text that is no hex, -1 with the reference's text when the bytes are no transaction
 */
export function openedTransaction({ wireRules }: Rules, hex: string): PreparedTransaction {
  const bytes = exactHex(hex, 'rawtx');
  try {
    return decodeTransaction(bytes, wireRules);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new RpcError('MISC_ERROR', error.message, { cause: error });
  }
}

/**
 * As {@link openedTransaction}, of limited size.
 * @throws RpcError -8 when it is too long, -1
 */
export function sizedTransaction(rules: Rules, hex: string): PreparedTransaction {
  if (hex.length > 2 * MAX_RAW_BYTES) throw new RpcError('INVALID_PARAMETER', 'The rawtx is too long.');
  return openedTransaction(rules, hex);
}
