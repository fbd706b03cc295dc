import { CONTRACTS } from '../../../src/state/tables/contracts.js';
import { feeOf, feeSymbolOf } from '../../../src/tx/envelope.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { callContract } from '../../runtime.js';
import { requireFee } from '../fee.js';
import type { NativeHandler, TransactionOfType } from '../handler.js';
import { minimumFeeOf } from '../minimum-fee.js';
import { requireValidSenderKey } from '../public-key.js';
import { luaFuelLimit } from './fuel-limit.js';
import { payFuelToReserve } from './stable-coin-fuel.js';

/** Bytes. */
export const MAX_ARGUMENTS_SIZE = 4096;
const MAX_SYMBOL_LENGTH = 7;
const MIN_SYMBOL_LENGTH = 2;

type CallTransaction = TransactionOfType<4> | TransactionOfType<15>;

/** What tells the two types of calls apart. */
interface CallTerms {
  readonly symbol: string;
  /** Reason where there is no such contract when the call is executed. */
  readonly missingReason: string;
  /** Code of a contract that failed. */
  readonly failureCode: number;
  /** Whether nothing is moved, and no receipt written, for an amount of zero (spec 03 O-24). */
  readonly skipsZero: boolean;
}

/** LCONTRACT_INVOKE_TX (spec 03 §5). */
export const callLuaContract: NativeHandler<4> = {
  type: 4,
  summary: 'Calls a Lua contract and sends base coins to it.',

  check(tx, context) {
    checkCall(tx);
    requireContract(tx, context);
  },

  execute(tx, context) {
    execute(tx, context, {
      symbol: BASE_COIN,
      missingReason: 'bad-read-script',
      failureCode: REJECT.UPDATE_ACCOUNT_FAIL,
      skipsZero: true,
    });
  },
};

/** UCONTRACT_INVOKE_TX (spec 03 §5). */
export const callUniversalContract: NativeHandler<15> = {
  type: 15,
  summary: 'Calls a Lua contract and sends coins of any kind to it; its fee may be paid in the stable coin.',

  check(tx, context) {
    checkCall(tx);
    const { length } = tx.coinSymbol;
    const isSymbol = length >= MIN_SYMBOL_LENGTH && length <= MAX_SYMBOL_LENGTH;
    if (!isSymbol || context.asset(tx.coinSymbol) === undefined) {
      reject(REJECT.REJECT_INVALID, 'invalid-coin-symbol');
    }
    requireContract(tx, context);
  },

  execute(tx, context) {
    execute(tx, context, {
      symbol: tx.coinSymbol,
      missingReason: 'bad-read-contract',
      failureCode: REJECT.EXECUTE_SCRIPT_FAIL,
      skipsZero: false,
    });
    payFuelToReserve(context);
  },
};

/** The checks of spec 03 §5.2 that both types begin with. */
function checkCall(tx: CallTransaction): void {
  if (tx.arguments.length > MAX_ARGUMENTS_SIZE) reject(REJECT.REJECT_INVALID, 'arguments-size-toolarge');
  if (tx.appUid.kind !== 'regid') reject(REJECT.REJECT_INVALID, 'appUid-type-error');
  requireValidSenderKey(tx.txUid);
}

function requireContract({ appUid }: CallTransaction, { state }: TransactionContext): void {
  if (appUid.kind !== 'regid' || state.get(CONTRACTS, appUid.regId) === undefined) {
    reject(REJECT.REJECT_INVALID, 'bad-read-script');
  }
}

/** Runs the contract (spec 03 §5.3). The fee has been paid. */
function execute(tx: CallTransaction, context: TransactionContext, terms: CallTerms): void {
  const limit = fuelLimit(tx, context);
  const account = context.account(tx.appUid);
  if (account === undefined) reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
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
