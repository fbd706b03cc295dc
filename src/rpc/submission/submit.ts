import { keyIdOfUid } from '../../chain/account-name.js';
import type { JsonObject } from '../../codec/json-value.js';
import { required } from '../../codec/required.js';
import type { Uid } from '../../codec/uid.js';
import { BlockNotMade, ProductionError } from '../../consensus/errors.js';
import { type PreparedTransaction, signedForm } from '../../tx/envelope.js';
import { TransactionRejected } from '../../tx/reject.js';
import { signersOf, withSignature } from '../../tx/signers.js';
import type { Transaction } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { WalletError } from '../../wallet/errors.js';
import { RpcError, type RpcErrorName } from '../declaration/errors.js';
import { AfterTurn } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { prepareGiven } from './prepare-given.js';

type SubmitServices = Pick<NodeServices, 'chain' | 'consensus' | 'mempool' | 'transactions' | 'metrics'>;
type SigningServices = Pick<NodeServices, 'state' | 'wallet' | 'wireRules'>;

/** The signature of a transaction that is still to be signed. */
export const UNSIGNED = { signature: Buffer.alloc(0) } as const;

/**
 * The fields that every transaction made here begins with (spec 02 §3.8).
 * @param validHeight - the tip's height unless the caller names one
 */
export function standardFields(
  { tipHeight }: Pick<NodeServices, 'tipHeight'>,
  sender: Uid,
  fee: Money,
  validHeight: number = tipHeight,
) {
  return { version: 1, validHeight, txUid: sender, feeSymbol: fee.symbol, fees: fee.amount } as const;
}

/**
 * `commit` of spec 02 §3.8: signs a transaction with its sender's key, submits it, and answers when
 * it is where it should be: in the next block, or in the memory pool.
 * @param more - members of the result after `txid`
 * @throws RpcError -2001
 */
export function signAndSubmit(
  services: SubmitServices & SigningServices,
  tx: Transaction,
  more: (txid: string) => JsonObject = () => ({}),
): AfterTurn {
  const prepared = signedBySender(services, prepareGiven(services, tx));
  return answerAfter(submit(services, prepared), () => ({ txid: prepared.txid, ...more(prepared.txid) }));
}

/** Lets other calls proceed while a submitted transaction waits for its block. */
export function answerAfter(submitted: Promise<void>, result: () => JsonObject): AfterTurn {
  const answer = submitted.then(result);
  // Until the rest of the call runs the promise has no handler; the rest passes the failure on.
  answer.catch(() => undefined);
  return new AfterTurn(() => answer);
}

/**
 * Submits a signed transaction. It counts as this node's from now on, and is kept across restarts
 * for as long as it is pending.
 * @param refusedAs - the error of a refusal
 * @throws RpcError -2001 `CommitTx failed` with the code and reason of the refusal; -1 from a node that is
 *   stopping, or where the transaction waits because its block could not be made (rejects)
 */
export async function submit(
  services: SubmitServices,
  prepared: PreparedTransaction,
  refusedAs: (refusal: TransactionRejected) => RpcError = commitFailed,
): Promise<void> {
  const { chain, consensus, mempool, transactions } = services;
  const isNew = transactions.expect(prepared.txid);
  try {
    await consensus.submit(prepared);
  } catch (error) {
    if (error instanceof BlockNotMade) {
      await transactions.keep(prepared, mempool.arrivalTime(prepared.txid) ?? 0);
      throw new RpcError('MISC_ERROR', error.message, { cause: error });
    }
    if (isNew) await transactions.forget(prepared.txid);
    if (error instanceof TransactionRejected) {
      services.metrics.tallies.refused(error.code);
      throw refusedAs(error);
    }
    if (error instanceof ProductionError) {
      throw new RpcError('MISC_ERROR', error.message, { cause: error });
    }
    throw error;
  }
  const arrival = mempool.arrivalTime(prepared.txid);
  if (arrival !== undefined) await transactions.keep(prepared, arrival);
  // What a block has taken meanwhile is kept by the block, which may still be on its way to the disk.
  if (!mempool.has(prepared.txid)) await chain.written().catch(notWritten);
}

function notWritten(cause: Error): never {
  throw new RpcError('MISC_ERROR', cause.message, { cause });
}

/** The error of a transaction that was not accepted (spec 02 §3.8). */
export function commitFailed(refusal: TransactionRejected): RpcError {
  const { code, reason } = refusal;
  return new RpcError('WALLET_ERROR', `CommitTx failed: code=${code}, reason=${reason}`, detailOf(refusal));
}

/** The error of a call that was not accepted: the reason alone (spec 02 §5.8). */
export function refusedFor(refusal: TransactionRejected): RpcError {
  return new RpcError('WALLET_ERROR', refusal.reason, detailOf(refusal));
}

/** What was given and what would be right, where the rule says it. */
function detailOf({ detail }: TransactionRejected): { readonly data?: JsonObject } {
  return detail === undefined ? {} : { data: { detail } };
}

/**
 * A transaction with the signature of its sender.
 * @throws RpcError -2001 without its key, -2006
 */
export function signedBySender(
  services: SigningServices,
  prepared: PreparedTransaction,
): PreparedTransaction {
  const [sender] = signersOf(prepared.tx);
  const keyId = sender && keyIdOfUid(services.state, sender.uid);
  if (keyId === undefined || services.wallet.entry(keyId)?.publicKey === undefined) {
    throw new RpcError('WALLET_ERROR', 'Sender address not found in wallet');
  }
  const signature = signatureOf(services, prepared, keyId, { code: 'WALLET_ERROR', message: 'Sign failed' });
  return signedForm(
    prepared,
    withSignature(prepared.tx, required(sender, 'the sender of the transaction'), signature),
    services.wireRules,
  );
}

/**
 * The wallet's signature of a transaction, or of another hash.
 * @throws RpcError -2006, or the given failure when there is no key that can be used
 */
export function signatureOf(
  { wallet }: Pick<NodeServices, 'wallet'>,
  { sighash }: Pick<PreparedTransaction, 'sighash'>,
  keyId: string,
  failure: { readonly code: RpcErrorName; readonly message: string },
): Buffer {
  try {
    return wallet.sign(sighash, keyId);
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    if (error.code === 'locked') throw unlockNeeded();
    throw new RpcError(failure.code, failure.message, { cause: error });
  }
}

/** The error of everything that needs private keys while the wallet is locked. */
export function unlockNeeded(): RpcError {
  return new RpcError('UNLOCK_NEEDED', 'Please enter the wallet passphrase with walletpassphrase first.');
}
