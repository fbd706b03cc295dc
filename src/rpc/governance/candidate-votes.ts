import type { Json, JsonObject } from '../../codec/json-value.js';
import { regIdUid } from '../../codec/uid.js';
import { isRegistered } from '../../state/tables/accounts.js';
import { VOTE_ADD, VOTE_MINUS } from '../../tx/enums.js';
import type { CandidateVote } from '../../tx/types/delegate-vote.js';
import { RpcError } from '../declaration/errors.js';
import { jsonTypeName, wrongType } from '../declaration/json-type.js';
import { uid } from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import { type AccountServices, accountOf, parsedUid } from '../submission/account-parameters.js';
import { objectElements } from '../submission/json-members.js';

type VoteServices = Pick<AccountServices, 'network' | 'state'>;

/**
 * Votes as `[{delegate, votes}]` (spec 07 §14.6): above zero adds, zero and less takes back. The
 * candidate is always written as its regid.
 * @throws RpcError -8, -5, -2001
 */
export function candidateVotesParameter(services: VoteServices, elements: readonly Json[]): CandidateVote[] {
  return objectElements(elements, 'votes').map(element => candidateVote(services, element));
}

function candidateVote(services: VoteServices, { delegate, votes }: JsonObject): CandidateVote {
  if (delegate === undefined || delegate === null || votes === undefined || votes === null) {
    throw new RpcError('INVALID_PARAMETER', 'Vote fund address error or fund value error');
  }
  const text = converted(uid, delegate, { index: 0, name: 'delegate' });
  const account = accountOf(services.state, parsedUid(services, text));
  if (!account) throw new RpcError('INVALID_ADDRESS_OR_KEY', 'Delegate address does not exist');
  if (!isRegistered(account)) throw new RpcError('WALLET_ERROR', 'Delegate address is unregistered');
  const amount = integer(votes);
  return {
    voteType: amount > 0n ? VOTE_ADD : VOTE_MINUS,
    candidate: regIdUid(account.regId),
    votedBcoins: amount < 0n ? -amount : amount,
  };
}

function integer(value: Json): bigint {
  if (jsonTypeName(value) !== 'int') throw wrongType(value, 'int');
  return BigInt(value as number | bigint);
}
