import type { Json } from '../../codec/json-value.js';
import { RpcError } from '../declaration/errors.js';
import { int } from '../declaration/parameters/index.js';
import { member, objectElements } from '../submission/json-members.js';

const MAX_PERMISSION_CODE = 63;
/** The operations on a permission, as requests write them in `op_type`. */
export const REVOKE = 0;
export const GRANT = 1;

/**
 * Permissions after changes as `[{perm_code, op_type}]`, where 0 revokes and 1 grants (spec 05 §13.2). Codes
 * are bits of 64, all of which can be set alone (spec 05 §1, row 24).
 *
 * @param current - sum of the permission bits before
 * @throws RpcError -8
 */
export function changedPermissions(current: bigint, changes: readonly Json[]): bigint {
  if (changes.length === 0) {
    throw new RpcError('INVALID_PARAMETER', 'the list of permissions must not be empty');
  }
  let sum = current;
  for (const change of objectElements(changes, 'permissions')) {
    const code = member(change, 'perm_code', int);
    const operation = member(change, 'op_type', int);
    if (code < 0 || code > MAX_PERMISSION_CODE) {
      throw new RpcError('INVALID_PARAMETER', `perm_code=${code} is not from 0 to ${MAX_PERMISSION_CODE}`);
    }
    if (operation !== REVOKE && operation !== GRANT) {
      throw new RpcError('INVALID_PARAMETER', `op_type=${operation} is neither 0 (revoke) nor 1 (grant)`);
    }
    const bit = 1n << BigInt(code);
    sum = operation === GRANT ? sum | bit : sum & ~bit;
  }
  return sum;
}
