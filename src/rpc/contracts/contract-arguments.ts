import { MAX_ARGUMENTS_SIZE } from '../../../vm/native/contract/lua-call.js';
import { RpcError } from '../declaration/errors.js';
import { exactHex } from '../declaration/parameters/hex-text.js';

/**
 * The argument bytes that hex digits encode (spec 02 §3.7).
 * @throws RpcError -8 for a text that is no hex, for 4096 bytes and more
 */
export function contractArguments(hex: string): Uint8Array {
  const bytes = exactHex(hex, 'arguments');
  if (bytes.length >= MAX_ARGUMENTS_SIZE) {
    throw new RpcError('INVALID_PARAMETER', "Arguments's size is out of range");
  }
  return bytes;
}
