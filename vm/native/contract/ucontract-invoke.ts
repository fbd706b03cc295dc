import { REJECT, reject } from '../../../src/tx/reject.js';
import { ucontractInvoke } from '../../../src/tx/types/ucontract-invoke.js';
import { defineHandler } from '../handler.js';
import { checkCall, executeCall, requireContract } from './lua-call.js';
import { payFuelToReserve } from './stable-coin-fuel.js';

const MAX_SYMBOL_LENGTH = 7;
const MIN_SYMBOL_LENGTH = 2;

/** UCONTRACT_INVOKE_TX (spec 03 §5). */
export const ucontractInvokeHandler = defineHandler(ucontractInvoke, {
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
    executeCall(tx, context, {
      symbol: tx.coinSymbol,
      missingReason: 'bad-read-contract',
      failureCode: REJECT.EXECUTE_SCRIPT_FAIL,
      skipsZero: false,
    });
    payFuelToReserve(context);
  },
});
