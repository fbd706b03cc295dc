import { MAX_ARGUMENTS_SIZE } from '../../../vm/native/contract/lua-call.js';
import { RpcError } from '../declaration/errors.js';
import { lenientHex } from '../declaration/parameters/hex-text.js';

/**
 * The argument bytes that hex digits encode; what follows the first other character is ignored
 * (spec 02 §3.7).
 * @throws RpcError -8 for 4096 bytes and more
 */
export function contractArguments(hex: string): Uint8Array {
  const bytes = lenientHex(hex);
  if (bytes.length >= MAX_ARGUMENTS_SIZE) {
    throw new RpcError('INVALID_PARAMETER', "Arguments's size is out of range");
  }
  return bytes;
}
