import { REJECT } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { lcontractInvoke } from '../../../src/tx/types/lcontract-invoke.js';
import { defineHandler } from '../handler.js';
import { checkCall, executeCall, requireContract } from './lua-call.js';

/** LCONTRACT_INVOKE_TX (spec 03 §5). */
export const lcontractInvokeHandler = defineHandler(lcontractInvoke, {
  summary: 'Calls a Lua contract and sends base coins to it.',

  check(tx, context) {
    checkCall(tx);
    requireContract(tx, context);
  },

  execute(tx, context) {
    executeCall(tx, context, {
      symbol: BASE_COIN,
      missingReason: 'bad-read-script',
      failureCode: REJECT.UPDATE_ACCOUNT_FAIL,
      skipsZero: true,
    });
  },
});
