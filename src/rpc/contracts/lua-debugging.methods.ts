import { BASE_COIN } from '../../tx/symbols.js';
import { LUA_CALL_ERRORS, LUA_FILE_ERRORS, PACKING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, LUA_ARGUMENTS, LUA_CONTRACT } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { RECEIPT, TX_TRACE } from '../declaration/shared-results.js';
import { ACTION_DATA } from './wasm-contracts.methods.js';

const CALLER = {
  name: 'address',
  type: p.uid,
  summary: 'the account that would call; its key must be in the wallet',
} as const satisfies ParameterDeclaration;

const ARGUMENTS = {
  ...LUA_ARGUMENTS,
  optional: true,
  default: 'none',
} as const satisfies ParameterDeclaration;

/** Methods that try contracts out; nothing of it stays (spec 03 §11.3). */
export const methods = defineMethods({
  luavm_executescript: {
    summary: 'Deploys and calls a Lua contract on a private copy of the state.',
    params: [
      CALLER,
      { name: 'script_path', type: p.luaFile, summary: 'a file below /tmp/lua/ on the machine of the node' },
      ARGUMENTS,
      { name: 'amount', type: p.amount, optional: true, default: '0', summary: 'base coins in sawi' },
      {
        name: 'fee',
        type: p.comboMoney(BASE_COIN),
        optional: true,
        default: '2.1 coins',
        summary: 'for both, of which deploying takes its minimum and one coin',
      },
    ],
    result: r.object({
      fuel_rate: r.integer('sawi for 100 units'),
      register_contract_tx: r.object({
        contract_size: r.amount('fuel of the deployment'),
        used_fuel_fee: r.amount(),
      }),
      call_contract_tx: r.object({ fuel: r.amount('units'), fuel_fee: r.amount() }),
    }),
    errors: [
      ...LUA_FILE_ERRORS,
      ['INSUFFICIENT_FEE', 'the fee does not cover both minimums'],
      ['INVALID_PARAMS', 'the fee is in a coin that pays no fees'],
      ['WALLET_ERROR', 'the account is not registered or not in the wallet, or has too little'],
      ['TRANSACTION_ERROR', 'the contract fails, with code and reason'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaFile, 'f0110000'] }],
    touches: ['files'],
    needsWallet: true,
    walletUnlocked: true,
    needsPool: true,
  },

  luavm_executecontract: {
    summary: 'Calls a Lua contract on a private copy of the state, with plenty of coins.',
    params: [
      CALLER,
      LUA_CONTRACT,
      ARGUMENTS,
      {
        name: 'amount',
        type: p.comboMoney(BASE_COIN),
        optional: true,
        default: '0',
        summary: 'base coins for the contract',
      },
    ],
    result: r.object({
      fuel_rate: r.integer('sawi for 100 units'),
      burned_fuel: r.amount('units'),
      fuel_fee: r.amount(),
    }),
    errors: [
      ...LUA_CALL_ERRORS,
      ['WALLET_ERROR', 'the wallet has no key of the account'],
      ['TRANSACTION_ERROR', 'the contract fails, with code and reason'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaContract, EXAMPLE.sendToken] }],
    touches: ['reads', 'node'],
    needsWallet: true,
    walletUnlocked: true,
    needsPool: true,
  },

  estimatecontractcall: {
    summary:
      'Simulates a call of a contract on the pending state, and returns its effects and the fee that it needs.',
    description: 'Nothing is signed or sent, and the caller need not be in the wallet if it has a regid.',
    params: [
      { ...CALLER, name: 'sender', summary: 'the account that would call' },
      { ...LUA_CONTRACT, summary: 'the contract: Lua, WebAssembly or one of the system' },
      {
        ...ARGUMENTS,
        summary: 'for a Lua contract less than 4096 bytes in hex; for the others the name of the action',
      },
      {
        name: 'amount',
        type: p.comboMoney(BASE_COIN),
        optional: true,
        default: '0',
        summary: 'coins for a Lua contract, of any kind; 0 for an action',
      },
      { ...ACTION_DATA, optional: true, default: '[]', summary: 'the arguments of the action' },
    ],
    result: r.object({
      succeeded: r.boolean(),
      fuel_rate: r.integer('sawi for 100 units'),
      fuel: r.either(
        r.object({
          step: r.amount('instructions'),
          op: r.amount('operations'),
          store: r.amount('writing'),
          account: r.amount('accounts of the contract'),
          func: r.amount('functions of mylib'),
          memoryBytes: r.amount('bytes that were taken'),
          memory: r.amount('taking them'),
          refund: r.amount('what freeing gave back'),
          total: r.amount(),
        }),
        r.object({ total: r.amount('of an action') }),
        r.nothing,
      ),
      fuel_fee: r.either(r.amount(), r.nothing),
      needed_fee: r.either(r.amount('the smallest fee that suffices'), r.nothing),
      log: r.array(r.text(), 'what the contract logged'),
      receipts: r.array(RECEIPT),
      error: r.either(
        r.object({
          code: r.integer('reject code'),
          reason: r.text(),
          traceback: r.array(r.text(), 'innermost first'),
        }),
        r.nothing,
      ),
      tx_trace: r.optional(r.described(TX_TRACE, 'of an action that succeeded')),
    }),
    errors: [
      ['INVALID_PARAMETER', 'there is no such contract'],
      ['INVALID_PARAMETER', 'the arguments take more than 4095 bytes'],
      ['INVALID_PARAMETER', 'coins are given with an action, or data with a call of a Lua contract'],
      ...PACKING_ERRORS,
      [3_270_001, 'the caller of an action does not exist or has no regid'],
      ['INVALID_ADDRESS_OR_KEY', 'the contract is named wrongly'],
      ['WALLET_ERROR', 'the caller has no regid, and the wallet no key of it'],
    ],
    examples: [
      { params: [EXAMPLE.alice, EXAMPLE.luaContract, EXAMPLE.sendToken] },
      {
        params: [
          EXAMPLE.alice,
          '0-800',
          'transfer',
          0,
          [EXAMPLE.aliceRegId, EXAMPLE.bobRegId, '1.00000000 WICC', ''],
        ],
      },
    ],
    touches: ['reads', 'node'],
    needsWallet: true,
    needsPool: true,
  },
});
