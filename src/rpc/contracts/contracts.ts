import { parseRegId, type RegId, regIdText } from '../../codec/regid.js';
import { regIdTextProblem } from '../../codec/regid-text.js';
import { type Uid, uidText } from '../../codec/uid.js';
import type { StateReader } from '../../state/state.js';
import { CONTRACTS, type Contract } from '../../state/tables/contracts.js';
import { RpcError, type RpcErrorName } from '../declaration/errors.js';
import { accountOf } from '../submission/account-parameters.js';

/**
 * The regid of a contract that a text names.
 * @throws RpcError as given, with the position of what is wrong
 */
export function contractRegId(text: string, error: RpcErrorName, message: string): RegId {
  const regId = parseRegId(text);
  if (regId === undefined)
    throw new RpcError(error, `${message}: ${regIdTextProblem(text)}`, { about: text });
  return regId;
}

/**
 * The contract that a call names by its regid, young or not, or by its mature address (spec 03 §5.1).
 * @throws RpcError -8
 */
export function requireCalledContract(state: StateReader, uid: Uid): Contract {
  const regId = uid.kind === 'regid' ? uid.regId : accountOf(state, uid)?.regId;
  const about = uidText(uid);
  if (regId === undefined) throw new RpcError('INVALID_PARAMETER', 'Invalid contract regid', { about });
  return requireContract(state, regId, 'INVALID_PARAMETER', 'Failed to acquire contract');
}

/** @throws RpcError as given */
export function requireContract(
  state: StateReader,
  regId: RegId,
  error: RpcErrorName,
  message: string,
): Contract {
  const contract = state.get(CONTRACTS, regId);
  if (contract === undefined) throw new RpcError(error, message, { about: regIdText(regId) });
  return contract;
}
