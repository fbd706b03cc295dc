import { regIdIntegerText, regIdOfInteger } from '../../src/codec/regid.js';
import type { InlineTransaction } from '../../src/tx/types/universal.js';
import type { TransactionContext } from '../context.js';
import { ContractException } from '../wasm/exception.js';
import { isSystemContract } from './contract-abi.js';

/* What networks of ours ask of the actions of a transaction beyond the reference. */

/** The payer and 64 co-signers: who else could authorize something. */
const MAX_LEVELS = 65;

/**
 * An action is authorized by so many at most, and by none twice.
 * @throws ContractException `missing_auth_exception`
 */
export function requireDistinctLevels({ authorization }: InlineTransaction): void {
  if (authorization.length > MAX_LEVELS) {
    fail(
      'missing_auth_exception',
      `an action with ${authorization.length} authorizations, at most ${MAX_LEVELS} are allowed`,
    );
  }
  const seen = new Set<string>();
  for (const { account, permission } of authorization) {
    const level = `${account} ${permission}`;
    if (seen.has(level))
      fail('missing_auth_exception', `the authorization of ${regIdIntegerText(account)} is given twice`);
    seen.add(level);
  }
}

/**
 * An action that a contract sends goes to an account or to a contract of the system, where the network asks for it.
 * @throws ContractException `account_access_exception`
 */
export function requireReachable({ contract }: InlineTransaction, context: TransactionContext): void {
  const { network } = context;
  if (!network.mended.actionsReachAccounts || isSystemContract(network, contract)) return;
  const regId = regIdOfInteger(contract);
  if (regId === undefined) {
    fail(
      'account_access_exception',
      `${regIdIntegerText(contract)}, ${contract}, is not the integer form of a regid`,
    );
  }
  if (context.accountByRegId(regId) === undefined) {
    fail(
      'account_access_exception',
      `an action is sent to ${regIdIntegerText(contract)}, which does not exist`,
    );
  }
}

function fail(exception: 'missing_auth_exception' | 'account_access_exception', message: string): never {
  throw new ContractException(exception, message, 'universal/inline-rules');
}
