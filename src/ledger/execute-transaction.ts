import { BlockWork } from '../../vm/block-work.js';
import { TransactionContext } from '../../vm/context.js';
import { DEPLOYMENT_FUEL_FEE, fuelFeeOf } from '../../vm/native/fuel-fee.js';
import type { AnyNativeHandler } from '../../vm/native/handler.js';
import { handlerOf } from '../../vm/native/index.js';
import { BLOCK_WORK } from '../../vm/work.js';
import { PROTOCOL } from '../config/network.js';
import { keyIdOf } from '../crypto/keys.js';
import { withToken } from '../state/balance.js';
import type { Overlay } from '../state/state.js';
import { isRegistered, tokenOf } from '../state/tables/accounts.js';
import { feeOf, feeSymbolOf, type PreparedTransaction } from '../tx/envelope.js';
import { RECEIPT } from '../tx/receipt.js';
import { REJECT, reject, TransactionRejected } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';
import { checkBase } from './check-base.js';
import type { ExecutionMode, ExecutionSite } from './execution-mode.js';
import type { ExecutedTransaction } from './types.js';

/**
 * Executes a transaction: the checks of every transaction, those of its type, the fee, what its type
 * does. The only way in which a transaction takes effect; blocks, the memory pool and simulations
 * differ in their `mode` alone.
 *
 * @returns what it did; its effects are in `site.state`
 * @throws TransactionRejected with the work that was done; `site.state` is then as before
 */
export function executeTransaction(
  mode: ExecutionMode,
  site: ExecutionSite,
  transaction: PreparedTransaction,
): ExecutedTransaction {
  mode.beforeChecks(transaction, site);
  const state = site.state.child();
  const context = transactionContext(site, transaction, state);
  try {
    if (mode.endowsFee) endowFee(context);
    const handler = checkTransaction(context);
    mode.afterChecks(transaction, site);
    const executed = executeChecked(context, handler, site.fuel, site.work);
    context.commit();
    return executed;
  } catch (error) {
    state.discard();
    if (error instanceof TransactionRejected) error.work = context.work;
    throw error;
  }
}

/** What a transaction at a site sees of the ledger, and writes to `state`. */
export function transactionContext(
  {
    rules,
    context: block,
    nextIndex: index,
    recent,
  }: Pick<ExecutionSite, 'rules' | 'context' | 'nextIndex' | 'recent'>,
  prepared: PreparedTransaction,
  state: Overlay,
): TransactionContext {
  const { network, signatures, observer, runs, traceClock, luaJit } = rules;
  const { history } = recent;
  return new TransactionContext({
    network,
    block,
    state,
    prepared,
    index,
    signatures,
    history,
    observer,
    runs,
    traceClock,
    luaJit,
  });
}

/** Gives the sender the fee; one that is named by its key need not exist yet. */
function endowFee(context: TransactionContext): void {
  const { tx } = context.prepared;
  const sender =
    tx.txUid.kind === 'pubkey'
      ? context.accountOrNew(keyIdOf(Buffer.from(tx.txUid.publicKey, 'hex')))
      : context.sender();
  const symbol = feeSymbolOf(tx);
  const token = tokenOf(sender, symbol);
  context.saveAccount(withToken(sender, symbol, { ...token, free: token.free + feeOf(tx) }));
}

/**
 * The checks of a transaction: those of every transaction, then those of its type.
 *
 * @returns the handler that executes it
 * @throws TransactionRejected; `unavailable-tx` (16) too where no handler of this node knows the type
 */
export function checkTransaction(context: TransactionContext): AnyNativeHandler {
  const { tx } = context.prepared;
  const handler = handlerOf(tx.type);
  checkBase(context, handler);
  if (handler === undefined) reject(REJECT.REJECT_INVALID, 'unavailable-tx');
  handler.check(tx, context);
  return handler;
}

/**
 * Lets a checked transaction take effect (spec 07 §12.2). What it changes is in the context; the
 * caller commits it, or drops it when this throws.
 *
 * @param blockFuel - fuel that the block has burned before this transaction
 * @param blockWork - work of the block before this transaction
 * @throws TransactionRejected
 */
export function executeChecked(
  context: TransactionContext,
  handler: AnyNativeHandler,
  blockFuel: bigint,
  blockWork = new BlockWork(),
): ExecutedTransaction {
  const { prepared, index } = context;
  if (!definitionOf(prepared.tx.type).system) {
    registerSender(context);
    chargeFee(context);
  }
  handler.execute(prepared.tx, context);
  if (blockWork.with(context.blockWork) > BLOCK_WORK) reject(REJECT.REJECT_INVALID, 'exceed-max-work');
  return {
    prepared,
    index,
    receipts: context.receipts,
    fuel: context.fuel,
    work: context.blockWork,
    fuelFee: fuelFee(context, blockFuel),
    ...(context.trace !== undefined && { trace: context.trace }),
  };
}

/** A sender that names itself by its key gets the transaction's position as its regid (spec 07 §8.3). */
function registerSender(context: TransactionContext): void {
  const { txUid } = context.prepared.tx;
  if (txUid.kind !== 'pubkey') return;
  const sender = context.sender();
  if (!isRegistered(sender)) context.registerAccount(sender, txUid.publicKey);
}

/** Takes the fee before anything else happens; its receipt is the first. */
function chargeFee(context: TransactionContext): void {
  const { tx } = context.prepared;
  const amount = feeOf(tx);
  if (amount === 0n) return;
  context.operate(
    {
      keyId: context.sender().keyId,
      operation: 'SUB_FREE',
      symbol: feeSymbolOf(tx),
      amount,
      receiptType: RECEIPT.BLOCK_REWARD_TO_MINER,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'sub-account-fees-failed'],
  );
}

/**
 * The part of the fee that the fuel costs (spec 01 §8.5). It must not exceed the fee, which the
 * reference takes for granted, and the block's fuel has a limit.
 */
function fuelFee(context: TransactionContext, blockFuel: bigint): bigint {
  const { tx } = context.prepared;
  if (blockFuel + context.fuel > PROTOCOL.maxBlockFuel) {
    reject(REJECT.REJECT_INVALID, 'exceed-max-fuel');
  }
  const fee = fuelFeeOf(tx.type, context.fuel, context.block.fuelRate, DEPLOYMENT_FUEL_FEE);
  if (fee > feeOf(tx)) reject(REJECT.REJECT_INVALID, 'fee-too-small-for-burned-fuel');
  return fee;
}
