import { BASE_COIN } from '../../tx/symbols.js';
import { defineMethods, type MethodArea, type ParameterDeclaration } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE } from './common-parameters.js';

const CALLER = {
  name: 'address',
  type: p.uid,
  summary: 'the account that would call; its key must be in the wallet',
} as const satisfies ParameterDeclaration;

const CONTRACT = {
  name: 'contract_regid',
  type: p.string,
  summary: 'the contract',
} as const satisfies ParameterDeclaration;

const ARGUMENTS = {
  name: 'arguments',
  type: p.string,
  optional: true,
  default: 'none',
  summary: 'less than 4096 bytes in hex',
} as const satisfies ParameterDeclaration;

/** Methods that try Lua contracts out; nothing of it stays (spec 03 §11.3). */
export const methods = defineMethods({
  luavm_executescript: {
    summary: 'Deploys and calls a Lua contract on a private copy of the state.',
    params: [
      CALLER,
      { name: 'script_path', type: p.string, summary: 'a file below /tmp/lua/ on the machine of the node' },
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
    result:
      'object: fuel_rate, register_contract_tx {contract_size, used_fuel_fee}, call_contract_tx {fuel, fuel_fee}',
    examples: [{ params: [EXAMPLE.alice, '/tmp/lua/token.lua', 'f0110000'] }],
    allowedInSafeMode: true,
    needsWallet: true,
    walletUnlocked: true,
  },

  luavm_executecontract: {
    summary: 'Calls a Lua contract on a private copy of the state, with plenty of coins.',
    params: [
      CALLER,
      CONTRACT,
      ARGUMENTS,
      {
        name: 'amount',
        type: p.comboMoney(BASE_COIN),
        optional: true,
        default: '0',
        summary: 'base coins for the contract',
      },
    ],
    result: 'object: fuel_rate, burned_fuel, fuel_fee',
    examples: [{ params: [EXAMPLE.alice, '320561-1', 'f0110000'] }],
    allowedInSafeMode: true,
    needsWallet: true,
    walletUnlocked: true,
  },

  estimatecontractcall: {
    summary:
      'Tells what a call of a Lua contract would do now, waiting transactions included, and what fee it needs.',
    description: 'Nothing is signed or sent, and the caller need not be in the wallet if it has a regid.',
    params: [
      { ...CALLER, name: 'sender', summary: 'the account that would call' },
      CONTRACT,
      ARGUMENTS,
      {
        name: 'amount',
        type: p.comboMoney(BASE_COIN),
        optional: true,
        default: '0',
        summary: 'coins for the contract, of any kind',
      },
    ],
    result:
      'object: succeeded, fuel_rate, fuel {step, op, store, account, func, memoryBytes, memory, refund, total}, fuel_fee, needed_fee (sawi), log [line], receipts, error {code, reason, traceback} or null',
    examples: [{ params: [EXAMPLE.alice, '320561-1', 'f0110000'] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },
});

export const luaDebugging: MethodArea<NodeServices> = {
  title: 'Trying out Lua contracts',
  methods,
  load: async () => (await import('../handlers/lua-debugging.js')).handlers,
};
