import { BASE_COIN } from '../../tx/symbols.js';
import { LUA_CALL_ERRORS, LUA_FILE_ERRORS, SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, LUA_ARGUMENTS, LUA_CONTRACT, MEMO, SENDER } from '../declaration/common-parameters.js';
import type { DeclaredError } from '../declaration/errors.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { TXID_AND_HASH } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';

/** The height that is signed; a transaction of an old one expires. */
const HEIGHT = {
  name: 'height',
  type: p.int,
  optional: true,
  default: "the tip's height",
  summary: 'valid_height',
} as const satisfies ParameterDeclaration;

const MONEY = p.comboMoney(BASE_COIN);
/** Used where the JSON type is checked first and a number is not accepted. */
const MONEY_TEXT = { ...MONEY, accepts: ['str'] } as const;

const DEPLOYMENT = [
  {
    name: 'address',
    type: p.string,
    summary: 'the account that deploys, signs and pays; it need not be the owner that the code names',
  },
  { name: 'filepath', type: p.luaFile, summary: 'a file below /tmp/lua/ on the machine of the node' },
  { name: 'fee', type: MONEY, summary: 'at least the minimum of listmintxfees' },
  HEIGHT,
  MEMO,
] as const satisfies readonly ParameterDeclaration[];

const CALL_FEE = {
  name: 'fee',
  type: MONEY,
  optional: true,
  summary: 'what the producer gets; it decides how much fuel the call may burn',
  default: 'what a simulation needs and 20 % more',
} as const satisfies ParameterDeclaration;

const DEPLOYMENT_ERRORS: readonly DeclaredError[] = [
  ...SUBMITTING_ERRORS,
  ...LUA_FILE_ERRORS,
  ['INVALID_PARAMETER', 'the memo is longer than 100 bytes'],
  ['INVALID_PARAMETER', 'the regid of the sender is not mature'],
  ['INVALID_ADDRESS_OR_KEY', 'the sender is no account'],
];

/** Methods that deploy and call Lua contracts (spec 02 §5.7). */
export const methods = defineMethods({
  submitcontractdeploytx: {
    ...SUBMITTING,
    touches: ['spends', 'files'],
    aliases: [
      { name: 'submitluacontractdeploytx', summary: 'the name in the reference' },
      { name: 'registercontracttx', summary: 'the name in release 1' },
    ],
    summary: 'Deploys a Lua contract.',
    params: DEPLOYMENT,
    result: TXID_AND_HASH,
    errors: [...DEPLOYMENT_ERRORS, ['INVALID_PARAMETER', 'the fee is not in base coins']],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaFile, 110_000_000] }],
    typed: true,
  },

  submitucontractdeploytx: {
    ...SUBMITTING,
    touches: ['spends', 'files'],
    summary: 'Deploys a Lua contract; the fee may be paid in the stable coin.',
    params: DEPLOYMENT,
    errors: DEPLOYMENT_ERRORS,
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaFile, 'WICC:110000000:sawi'] }],
    typed: true,
  },

  submitcontractcalltx: {
    ...SUBMITTING,
    aliases: [{ name: 'submitluacontractcalltx', summary: 'the name in the reference' }],
    summary: 'Calls a Lua contract and sends base coins to it.',
    description: 'When the contract runs out of fuel, the error names a fee that would have sufficed.',
    params: [
      SENDER,
      LUA_CONTRACT,
      LUA_ARGUMENTS,
      { name: 'amount', type: MONEY, summary: 'base coins for the contract, in sawi' },
      CALL_FEE,
      HEIGHT,
    ],
    result: TXID_AND_HASH,
    errors: [
      ...SUBMITTING_ERRORS,
      ...LUA_CALL_ERRORS,
      ['INVALID_PARAMETER', 'the amount or the fee is not in base coins'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaContract, EXAMPLE.sendToken, 0] }],
  },

  callcontracttx: {
    ...SUBMITTING,
    summary: 'Calls a Lua contract and sends base coins to it (release 1).',
    params: [
      SENDER,
      LUA_CONTRACT,
      { name: 'amount', type: MONEY, summary: 'base coins for the contract, in sawi' },
      LUA_ARGUMENTS,
      CALL_FEE,
    ],
    result: TXID_AND_HASH,
    errors: [
      ...SUBMITTING_ERRORS,
      ...LUA_CALL_ERRORS,
      ['INVALID_PARAMETER', 'the amount or the fee is not in base coins'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaContract, 0, EXAMPLE.sendToken] }],
  },

  submitucontractcalltx: {
    ...SUBMITTING,
    summary: 'Calls a Lua contract and sends coins of any kind to it.',
    description: 'When the contract runs out of fuel, the error names a fee that would have sufficed.',
    params: [
      SENDER,
      LUA_CONTRACT,
      LUA_ARGUMENTS,
      { name: 'amount', type: MONEY_TEXT, summary: 'coins for the contract' },
      { ...CALL_FEE, type: MONEY_TEXT },
      HEIGHT,
    ],
    errors: [...SUBMITTING_ERRORS, ...LUA_CALL_ERRORS],
    examples: [
      {
        params: [EXAMPLE.alice, EXAMPLE.luaContract, EXAMPLE.sendToken, 'WICC:0:sawi', 'WICC:2000000:sawi'],
      },
    ],
    typed: true,
  },
});
