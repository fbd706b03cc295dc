import type { Json } from '../../codec/json-value.js';
import { MAX_SIGNERS, type MultisigTerms } from '../../crypto/utxo-multisig.js';
import { RpcError } from '../declaration/errors.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import { type AccountServices, accountOf, parsedUid } from '../submission/account-parameters.js';

/**
 * The terms of a multi-signature address, with the checks of spec 07 §7.1 in their order.
 * @param uids - how the signers are named
 * @throws RpcError -5 for a uid that names no account, -8
 */
export function multisigTerms(
  services: Pick<AccountServices, 'network' | 'state'>,
  n: number,
  m: number,
  uids: readonly Json[],
): MultisigTerms {
  const signers = uids.map((uid, index) => {
    const named = parsedUid(services, converted(p.uid, uid, { index, name: 'signee_uids' }));
    return accountOf(services.state, named)?.keyId ?? refuse('the uid is not on chain');
  });
  if (m > n) refuse('m must be not greater than n');
  if (n > MAX_SIGNERS) refuse(` m and n must be not greater than ${MAX_SIGNERS}`);
  if (n !== signers.length) refuse('the n must be equal to signee count');
  if (m < 1) refuse('m must be at least 1');
  if (new Set(signers).size < n) refuse('the signees must be different accounts');
  return { m, signers };
}

function refuse(message: string): never {
  throw new RpcError('INVALID_PARAMETER', message);
}
