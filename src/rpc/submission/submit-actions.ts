import { OWNER_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import type { JsonObject } from '../../codec/json-value.js';
import { type RegId, regIdInteger, regIdText } from '../../codec/regid.js';
import { regIdUid } from '../../codec/uid.js';
import type { ContractQuery } from '../../ledger/types.js';
import { isRegistered } from '../../state/tables/accounts.js';
import { signedForm } from '../../tx/envelope.js';
import { TX } from '../../tx/transactions.js';
import type { Universal } from '../../tx/types/universal.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import type { AfterTurn } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { accountOf, parsedUid } from './account-parameters.js';
import { neededActionsFee, withMargin } from './call-fee.js';
import { contractFailure } from './contract-errors.js';
import { feeParameter } from './fees.js';
import { prepareGiven } from './prepare-given.js';
import { answerAfter, refusedFor, signatureOf, standardFields, submit, UNSIGNED } from './submit.js';

/** The account that pays for a universal transaction. */
export interface Payer {
  readonly regId: RegId;
  readonly keyId: string;
}

/**
 * The payer that a regid or address names.
 * @throws RpcError -5; 3270001 where the account does not exist or has no regid
 */
export function payerParameter(services: Pick<NodeServices, 'network' | 'state'>, text: string): Payer {
  const account = accountOf(services.state, parsedUid(services, text));
  if (account === undefined) throw noPayer(`payer '${text}' does not exist`);
  if (!isRegistered(account)) throw noPayer(`payer '${text}' has no regid; let it send a transaction first`);
  return account;
}

function noPayer(message: string): RpcError {
  return contractFailure('account_access_exception', message, 'rpc/universal');
}

/** An unsigned transaction of actions by the authority of their payer. */
export function unsignedActions(
  services: Pick<NodeServices, 'tipHeight'>,
  payer: Payer,
  actions: readonly ContractQuery[],
  fee: Money,
): Universal {
  const authorization = [{ account: regIdInteger(payer.regId), permission: OWNER_PERMISSION }];
  return {
    type: TX.UNIVERSAL,
    ...standardFields(services, regIdUid(payer.regId), fee),
    inlineTransactions: actions.map(action => ({ ...action, authorization })),
    signaturePairs: [],
    ...UNSIGNED,
  };
}

/**
 * The transaction of a call with its fee: the given one, or the larger of the minimum and what a
 * simulation on the pending state needs and a fifth more (decision D2).
 * @throws RpcError -32602 that names a sufficient fee, -2001
 */
export function actionsWithFee(
  services: NodeServices,
  payer: Payer,
  actions: readonly ContractQuery[],
  given: Money | undefined,
): Universal {
  const fee = feeParameter(services, given, TX.UNIVERSAL);
  const tx = unsignedActions(services, payer, actions, fee);
  const needed = neededActionsFee(services, tx);
  if (needed <= fee.amount) return tx;
  if (given === undefined) return { ...tx, fees: withMargin(needed) };
  throw new RpcError(
    'INVALID_PARAMS',
    `The given fee is too small: ${fee.amount} < ${needed} sawi, which its execution burns`,
  );
}

/**
 * Signs and submits actions by the authority of their payer.
 * @throws RpcError 3120013 without the payer's key; -2001 with the reason of a refusal alone
 */
export function submitActions(
  services: NodeServices,
  payer: Payer,
  tx: Universal,
  more: (txid: string) => JsonObject = () => ({}),
): AfterTurn {
  const unsigned = prepareGiven(services, tx);
  if (services.wallet.entry(payer.keyId)?.publicKey === undefined) {
    const message = `the wallet has no key of ${regIdText(payer.regId)}`;
    throw contractFailure('wallet_sign_exception', message, 'rpc/universal');
  }
  const signature = signatureOf(services, unsigned, payer.keyId, {
    code: 'WALLET_ERROR',
    message: 'Sign failed',
  });
  const prepared = signedForm(unsigned, { ...tx, signature }, services.wireRules);
  const { txid } = prepared;
  const submitted = submit(services, prepared, refusedFor);
  return answerAfter(submitted, () => ({ txid, ...more(txid) }));
}

/** `tx_trace` of a transaction that was just submitted: of its block, else of its admission to the pool. */
export function submittedTrace(
  { chain, mempool }: Pick<NodeServices, 'chain' | 'mempool'>,
  txid: string,
): JsonObject {
  return { tx_trace: chain.blocks.traceOf(txid) ?? mempool.traceOf(txid) ?? null };
}
