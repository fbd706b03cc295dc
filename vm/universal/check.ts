import { isNoRegId, regIdInteger, regIdIntegerText, regIdOfInteger } from '../../src/codec/regid.js';
import { isRegistered } from '../../src/state/tables/accounts.js';
import { CONTRACTS } from '../../src/state/tables/contracts.js';
import type { InlineTransaction, SignaturePair, Universal } from '../../src/tx/types/universal.js';
import type { TransactionContext } from '../context.js';
import { wayProblem } from '../native/ways.js';
import { ContractException, type ExceptionName } from '../wasm/exception.js';
import { isSystemContract } from './contract-abi.js';
import { requireDistinctLevels } from './inline-rules.js';

/** Signers in addition to the payer. */
export const MAX_COSIGNERS = 64;
/** Actions of one transaction, without those that they cause. */
const MAX_ACTIONS = 1024;

/**
 * The checks of a universal transaction before anything is changed, in the reference's order
 * (spec 04 §5.4).
 * @throws ContractException
 */
export function checkUniversal(tx: Universal, context: TransactionContext): void {
  const { inlineTransactions, signaturePairs } = tx;
  if (signaturePairs.length > MAX_COSIGNERS) {
    fail(
      'sig_variable_size_limit_exception',
      `${signaturePairs.length} signatures, at most ${MAX_COSIGNERS} are allowed`,
    );
  }
  if (inlineTransactions.length === 0 || inlineTransactions.length > MAX_ACTIONS) {
    fail(
      'inline_transaction_size_exceeds_exception',
      `${inlineTransactions.length} inline transactions, 1 to ${MAX_ACTIONS} are allowed`,
    );
  }
  for (const action of inlineTransactions) checkContract(action, context);
  const signers = checkSigners(signaturePairs, context);
  for (const action of inlineTransactions) {
    if (context.network.mended.authorizationsDistinct) requireDistinctLevels(action);
    checkAuthorization(action, signers);
  }
}

/** A contract of the system, or one with code and ABI. */
function checkContract({ contract }: InlineTransaction, { network, state }: TransactionContext): void {
  if (isSystemContract(network, contract)) return;
  const regId = regIdOfInteger(contract);
  const record = regId && state.get(CONTRACTS, regId);
  if (record === undefined) fail('contract_exception', `cannot get contract '${regIdIntegerText(contract)}'`);
  if (record.code.length === 0 || record.abi.length === 0) {
    fail('contract_exception', `contract '${regIdIntegerText(contract)}' has no code or no ABI`);
  }
}

/** @returns who has signed: the payer and the co-signers */
function checkSigners(pairs: readonly SignaturePair[], context: TransactionContext): ReadonlySet<bigint> {
  const payer = context.sender();
  // A payer without regid has authority over nothing: 0-0 is no account.
  const signers = new Set<bigint>(isRegistered(payer) ? [regIdInteger(payer.regId)] : []);
  for (const { account, signature } of pairs) {
    const regId = regIdOfInteger(account);
    if (regId === undefined || isNoRegId(regId)) {
      fail('account_access_exception', `${account} is not the integer form of a regid`);
    }
    if (signers.has(account)) {
      fail('tx_duplicate_sig', `${regIdIntegerText(account)} signs twice, or is the payer`);
    }
    const signer = context.accountByRegId(regId);
    if (signer === undefined)
      fail('account_access_exception', `the signer ${regIdIntegerText(account)} does not exist`);
    const problem = wayProblem(context, 'coSigner', signer);
    if (problem !== undefined) {
      fail('account_access_exception', `the signer ${regIdIntegerText(account)} may not: ${problem[1]}`);
    }
    if (signer.ownerKey === '')
      fail('account_access_exception', `the signer ${regIdIntegerText(account)} has no key`);
    if (!context.isSignedBy(signer.ownerKey, signature)) {
      fail('unsatisfied_authorization', `the signature of ${regIdIntegerText(account)} is not valid`);
    }
    signers.add(account);
  }
  return signers;
}

/** Every account that is acted for must have signed; the permission's name is ignored. */
function checkAuthorization({ authorization }: InlineTransaction, signers: ReadonlySet<bigint>): void {
  for (const { account } of authorization) {
    if (!signers.has(account)) {
      fail(
        'missing_auth_exception',
        `${regIdIntegerText(account)} has not signed, but its authority is used`,
      );
    }
  }
}

function fail(exception: ExceptionName, message: string): never {
  throw new ContractException(exception, message, 'universal/check');
}
