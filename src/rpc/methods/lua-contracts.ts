import { BASE_COIN } from '../../tx/symbols.js';
import { defineMethods, type MethodArea, type ParameterDeclaration } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { LUA_FILE_ERRORS, SUBMITTING_ERRORS } from './common-errors.js';
import { EXAMPLE, MEMO, SENDER } from './common-parameters.js';
import { TXID_AND_HASH, TXID_RESULT } from './shared-results.js';

const MONEY = p.comboMoney(BASE_COIN);
/** Where the JSON type is checked first, and a number is none of the accepted ones. */
const MONEY_TEXT = { ...MONEY, accepts: ['str'] } as const;

const DEPLOYMENT = [
  {
    name: 'address',
    type: p.string,
    summary: 'the account that deploys, signs and pays; it need not be the owner that the code names',
  },
  { name: 'filepath', type: p.string, summary: 'a file below /tmp/lua/ on the machine of the node' },
  { name: 'fee', type: MONEY, summary: 'at least the minimum of listmintxfees' },
  { name: 'height', type: p.int, optional: true, default: "the tip's height", summary: 'valid_height' },
  MEMO,
] as const satisfies readonly ParameterDeclaration[];

const CONTRACT = {
  name: 'contract_regid',
  type: p.string,
  summary: 'the contract',
} as const satisfies ParameterDeclaration;

const ARGUMENTS = {
  name: 'arguments',
  type: p.string,
  summary: 'less than 4096 bytes in hex',
} as const satisfies ParameterDeclaration;

const CALL_FEE = {
  name: 'fee',
  type: MONEY,
  optional: true,
  summary: 'what the producer gets; it decides how much fuel the call may burn',
  default: 'what a dry run needs and 20 % more',
} as const satisfies ParameterDeclaration;

const HEIGHT = {
  name: 'height',
  type: p.int,
  optional: true,
  default: "the tip's height",
  summary: 'valid_height',
} as const satisfies ParameterDeclaration;

/** Methods that deploy and call Lua contracts (spec 02 §5.7). */
export const methods = defineMethods({
  submitcontractdeploytx: {
    aliases: [
      { name: 'submitluacontractdeploytx', summary: 'the name in the reference' },
      { name: 'registercontracttx', summary: 'the name in release 1' },
    ],
    summary: 'Deploys a Lua contract.',
    params: DEPLOYMENT,
    result: TXID_AND_HASH,
    errors: [
      ...SUBMITTING_ERRORS,
      ...LUA_FILE_ERRORS,
      ['INVALID_PARAMETER', 'the memo is longer than 100 bytes'],
      ['INVALID_PARAMETER', 'the regid of the sender is not mature'],
      ['INVALID_ADDRESS_OR_KEY', 'the sender is no account'],
      ['INVALID_PARAMETER', 'the fee is not in base coins'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaFile, 110_000_000] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
    typed: true,
  },

  submitucontractdeploytx: {
    summary: 'Deploys a Lua contract; the fee may be paid in the stable coin.',
    params: DEPLOYMENT,
    result: TXID_RESULT,
    errors: [
      ...SUBMITTING_ERRORS,
      ...LUA_FILE_ERRORS,
      ['INVALID_PARAMETER', 'the memo is longer than 100 bytes'],
      ['INVALID_PARAMETER', 'the regid of the sender is not mature'],
      ['INVALID_ADDRESS_OR_KEY', 'the sender is no account'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaFile, 'WICC:110000000:sawi'] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
    typed: true,
  },

  submitcontractcalltx: {
    aliases: [{ name: 'submitluacontractcalltx', summary: 'the name in the reference' }],
    summary: 'Calls a Lua contract and sends base coins to it.',
    description: 'When the contract runs out of fuel, the error names a fee that would have sufficed.',
    params: [
      SENDER,
      CONTRACT,
      ARGUMENTS,
      { name: 'amount', type: MONEY, summary: 'base coins for the contract, in sawi' },
      CALL_FEE,
      HEIGHT,
    ],
    result: TXID_AND_HASH,
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'there is no such contract'],
      ['INVALID_PARAMETER', 'the arguments take more than 4095 bytes'],
      ['INVALID_ADDRESS_OR_KEY', 'the contract is named wrongly'],
      ['INVALID_PARAMETER', 'the amount or the fee is not in base coins'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaContract, EXAMPLE.sendToken, 0] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  callcontracttx: {
    summary: 'Calls a Lua contract and sends base coins to it (release 1).',
    params: [
      SENDER,
      CONTRACT,
      { name: 'amount', type: MONEY, summary: 'base coins for the contract, in sawi' },
      ARGUMENTS,
      CALL_FEE,
    ],
    result: TXID_AND_HASH,
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'there is no such contract'],
      ['INVALID_PARAMETER', 'the arguments take more than 4095 bytes'],
      ['INVALID_ADDRESS_OR_KEY', 'the contract is named wrongly'],
      ['INVALID_PARAMETER', 'the amount or the fee is not in base coins'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaContract, 0, EXAMPLE.sendToken] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  submitucontractcalltx: {
    summary: 'Calls a Lua contract and sends coins of any kind to it.',
    description: 'When the contract runs out of fuel, the error names a fee that would have sufficed.',
    params: [
      SENDER,
      CONTRACT,
      ARGUMENTS,
      { name: 'amount', type: MONEY_TEXT, summary: 'coins for the contract' },
      { ...CALL_FEE, type: MONEY_TEXT },
      HEIGHT,
    ],
    result: TXID_RESULT,
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'there is no such contract'],
      ['INVALID_PARAMETER', 'the arguments take more than 4095 bytes'],
      ['INVALID_ADDRESS_OR_KEY', 'the contract is named wrongly'],
    ],
    examples: [
      {
        params: [EXAMPLE.alice, EXAMPLE.luaContract, EXAMPLE.sendToken, 'WICC:0:sawi', 'WICC:2000000:sawi'],
      },
    ],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
    typed: true,
  },
});

export const luaContracts: MethodArea<NodeServices> = {
  title: 'Lua contracts',
  methods,
  load: async () => (await import('../handlers/lua-contracts.js')).handlers,
};
