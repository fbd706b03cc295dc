import { CONTRACTS } from '../../../src/state/tables/contracts.js';
import { feeOf, feeSymbolOf } from '../../../src/tx/envelope.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { LcontractInvoke } from '../../../src/tx/types/lcontract-invoke.js';
import type { UcontractInvoke } from '../../../src/tx/types/ucontract-invoke.js';
import type { TransactionContext } from '../../context.js';
import { callContract } from '../../runtime.js';
import { requireFee } from '../fee.js';
import { minimumFeeOf } from '../minimum-fee.js';
import { requireValidSenderKey } from '../public-key.js';
import { requireWay } from '../ways.js';
import { luaFuelLimit } from './fuel-limit.js';

/** Bytes. */
export const MAX_ARGUMENTS_SIZE = 4096;

type CallTransaction = LcontractInvoke | UcontractInvoke;

/** The difference between the two types of calls. */
interface CallTerms {
  readonly symbol: string;
  /** Reason where there is no such contract when the call is executed. */
  readonly missingReason: string;
  /** Code of a contract that failed. */
  readonly failureCode: number;
  /** Whether nothing is moved, and no receipt written, for an amount of zero (spec 03 O-24). */
  readonly skipsZero: boolean;
}

/** The checks of spec 03 §5.2 that both types begin with. @throws TransactionRejected */
export function checkCall(tx: CallTransaction): void {
  if (tx.arguments.length > MAX_ARGUMENTS_SIZE) reject(REJECT.REJECT_INVALID, 'arguments-size-toolarge');
  if (tx.appUid.kind !== 'regid') reject(REJECT.REJECT_INVALID, 'appUid-type-error');
  requireValidSenderKey(tx.txUid);
}

/** Refuses a call of what is no Lua contract. @throws TransactionRejected */
export function requireContract({ appUid }: CallTransaction, { state }: TransactionContext): void {
  if (appUid.kind !== 'regid' || state.get(CONTRACTS, appUid.regId) === undefined) {
    reject(REJECT.REJECT_INVALID, 'bad-read-script');
  }
}

/** Runs the contract (spec 03 §5.3). The fee has been paid. @throws TransactionRejected */
export function executeCall(tx: CallTransaction, context: TransactionContext, terms: CallTerms): void {
  const limit = fuelLimit(tx, context);
  const account = context.account(tx.appUid);
  if (account === undefined) reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
  if (tx.coinAmount > 0n) requireWay(context, 'contractCall', context.sender(), terms.symbol);
  if (tx.coinAmount > 0n || !terms.skipsZero) {
    context.operate(
      {
        keyId: context.sender().keyId,
        operation: 'SUB_FREE',
        symbol: terms.symbol,
        amount: tx.coinAmount,
        receiptType: RECEIPT.LUAVM_TRANSFER_ACTUAL_COINS,
        peer: account.keyId,
      },
      [REJECT.UPDATE_ACCOUNT_FAIL, 'operate-minus-account-failed'],
    );
  }
  const contract = context.state.get(CONTRACTS, account.regId);
  if (contract === undefined) reject(REJECT.READ_ACCOUNT_FAIL, terms.missingReason);
  const call = {
    contract: account.regId,
    contractKeyId: account.keyId,
    arguments: tx.arguments,
    symbol: terms.symbol,
    amount: tx.coinAmount,
  };
  const failure = callContract(context, contract, call, Number(limit));
  if (failure !== undefined) reject(terms.failureCode, `run-script-error: ${failure}`);
}

/** The fuel that the fee pays for (spec 03 §5.3, step 2). */
function fuelLimit(tx: CallTransaction, context: TransactionContext): bigint {
  const { fuelRate } = context.block;
  if (fuelRate === 0) reject(REJECT.REJECT_INVALID, 'invalid-fuel-rate');
  const minimum = minimumFeeOf(context.state, context.network, tx.type, feeSymbolOf(tx)) ?? 0n;
  const fee = feeOf(tx);
  requireFee(fee, minimum);
  const limit = luaFuelLimit(fee, minimum, fuelRate);
  if (limit === 0n) reject(REJECT.REJECT_INVALID, 'fuel-limit-equals-zero');
  return limit;
}
