import type { RegId } from '../../codec/regid.js';
import type { Uid } from '../../codec/uid.js';
import { isRegistered } from '../../state/tables/accounts.js';
import { RpcError } from '../declaration/errors.js';
import { type AccountServices, accountOf, isMatureAtTip } from './account-parameters.js';

/**
 * The regid of an account that can be relied on at the tip (spec 07 §8.4).
 * @throws RpcError -8 where the account does not exist, has no regid or a new one
 */
export function requireMatureRegId(services: Omit<AccountServices, 'wallet'>, uid: Uid): RegId {
  const regId = matureRegId(services, uid);
  if (regId === undefined) throw new RpcError('INVALID_PARAMETER', 'Regid not exist or immature');
  return regId;
}

/** As {@link requireMatureRegId}, for callers with an error of their own. */
export function matureRegId(services: Omit<AccountServices, 'wallet'>, uid: Uid): RegId | undefined {
  const account = accountOf(services.state, uid);
  return account && isRegistered(account) && isMatureAtTip(services, account.regId)
    ? account.regId
    : undefined;
}
