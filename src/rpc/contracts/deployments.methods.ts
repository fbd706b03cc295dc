import { BASE_COIN } from '../../tx/symbols.js';
import { ABI_ERRORS, BAD_REGID } from '../declaration/common-errors.js';
import { EXAMPLE, MEMO, SENDER } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { SUBMITTING } from '../declaration/submitting.js';

/** Deployment of what is sent along: the methods of the reference read files on the machine of the node. */
export const methods = defineMethods({
  submitdeploymenttx: {
    ...SUBMITTING,
    summary: 'Deploys a contract whose code is sent along: Lua, or a WebAssembly module with its ABI.',
    description:
      'Bytes that begin with those of a WebAssembly module are one, all others are Lua. The methods of the reference for the same name files on the machine of the node: submitcontractdeploytx and submitsetcodetx.',
    params: [
      SENDER,
      { name: 'code', type: p.hex, summary: 'the source of a Lua contract, or a module' },
      {
        name: 'abi',
        type: p.any,
        optional: true,
        summary: 'of a module: its ABI, as JSON or its text; empty for Lua',
        default: 'empty',
      },
      MEMO,
      {
        name: 'contract',
        type: p.string,
        optional: true,
        summary: 'regid of the contract whose module is replaced; empty for a new one',
        default: 'empty',
      },
      {
        name: 'fee',
        type: p.comboMoney(BASE_COIN),
        optional: true,
        summary: 'what the producer gets',
        default: 'what the deployment needs',
      },
    ],
    errors: [
      ['INVALID_ADDRESS_OR_KEY', 'the sender is no account'],
      ['INVALID_PARAMETER', 'a Lua source has a syntax error, or more than 65536 bytes'],
      [
        'INVALID_PARAMETER',
        'a Lua source comes with an ABI or is to replace a contract, or a module has no ABI',
      ],
      ['INVALID_PARAMETER', 'the memo is longer than 100 bytes'],
      ['INVALID_PARAMETER', 'the regid of the sender is not mature, or the fee is not in base coins'],
      BAD_REGID,
      [3_070_007, 'the module is not acceptable'],
      ...ABI_ERRORS,
      [3_270_001, 'the sender is not on chain or has no regid'],
      [3_120_013, 'the wallet has no key of the sender'],
      [
        'INVALID_PARAMS',
        'the fee is too small, which the message quantifies, or in a coin that pays no fees',
      ],
      ['INSUFFICIENT_FUNDS', 'the sender has too little'],
      ['WALLET_ERROR', 'the wallet has no key of the sender'],
      ['WALLET_ERROR', 'the transaction was refused; the message is the reason'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.luaCode] }],
    typed: true,
  },
});
