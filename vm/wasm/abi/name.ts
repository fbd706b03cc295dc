import { parseActionName } from '../../../src/tx/action-name.js';
import { ContractException } from '../exception.js';

/**
 * The integer form of a name.
 * @throws ContractException `wasm_assert_exception`
 */
export function parseName(text: string): bigint {
  const value = parseActionName(text);
  if (value !== undefined) return value;
  throw new ContractException(
    'wasm_assert_exception',
    `"${text}" is not a name: at most 13 of _ 1-5 a-z are expected, the 13th of _ 1-5 a-j`,
    'wasm/abi/name',
  );
}
