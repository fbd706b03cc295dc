import { BAD_REGID } from '../declaration/common-errors.js';
import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const CONTRACT = {
  name: 'contract_regid',
  type: p.string,
  summary: 'the contract, as getcontractregid names it',
} as const satisfies ParameterDeclaration;

/** Methods that read contracts (spec 02 §5.7, spec 03 §11.1). */
export const methods = defineMethods({
  getcontractinfo: {
    summary: 'Shows a contract with its code.',
    params: [CONTRACT],
    result: r.named(
      'Contract',
      r.object({
        contract_regid: r.text(),
        vm_type: r.integer('1: Lua, 2: WebAssembly, 0: a contract of the system, such as 0-800'),
        maintainer: r.text('regid of who may replace the code; empty for a contract of the system'),
        upgradable: r.boolean(),
        code: r.text('hex'),
        memo: r.text(),
        abi: r.text('JSON text; empty for a Lua contract'),
        abi_hex: r.text('its packed form'),
      }),
    ),
    errors: [['INVALID_PARAMS', 'there is no such contract']],
    examples: [{ params: [EXAMPLE.luaContract] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    needsWallet: true,
  },

  listcontracts: {
    summary: 'Lists all contracts by their regid.',
    params: [
      { name: 'show_detail', type: p.bool, summary: 'with code and ABI' },
      { name: 'max_count', type: p.uint32, optional: true, summary: 'most contracts', default: 'all' },
      {
        name: 'after',
        type: p.string,
        optional: true,
        summary: 'only those behind this regid, to go on after a page',
        default: 'empty: from the first one on',
      },
    ],
    result: r.object({
      count: r.integer(),
      contracts: r.array(
        r.object({
          contract_regid: r.text(),
          memo: r.text(),
          vm_type: r.optional(r.integer('with show_detail')),
          upgradable: r.optional(r.boolean('with show_detail')),
          code: r.optional(r.text('with show_detail, in hex')),
          abi: r.optional(r.text('with show_detail')),
        }),
      ),
    }),
    errors: [BAD_REGID],
    examples: [{ params: [false] }, { params: [false, 10, '0-1'] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    needsWallet: true,
  },

  getcontractdata: {
    summary: 'Shows what a contract has stored under a key.',
    params: [
      CONTRACT,
      { name: 'key', type: p.string, summary: 'the key, in hex where the third parameter is true' },
      {
        name: 'hexadecimal_format',
        type: p.bool,
        optional: true,
        default: 'false',
        summary: 'whether key and value are in hex',
      },
    ],
    result: r.object({
      contract_regid: r.text(),
      key: r.text('as given'),
      value: r.text('in hex where that was asked for'),
    }),
    errors: [['INVALID_PARAMETER', 'a regid is malformed, or the contract has nothing under the key']],
    examples: [{ params: [EXAMPLE.luaContract, 'owner', false] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    needsWallet: true,
  },

  getcontractdataraw: {
    summary: 'Shows what a contract has stored under a key, both in hex (release 1).',
    params: [CONTRACT, { name: 'key', type: p.string, summary: 'the key in hex' }],
    result: r.object({ contract_regid: r.text(), key: r.text('as given'), value: r.text('hex') }),
    errors: [['INVALID_PARAMETER', 'a regid is malformed, or the contract has nothing under the key']],
    examples: [{ params: [EXAMPLE.luaContract, '6f776e6572'] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    needsWallet: true,
  },

  getcontractaccountinfo: {
    summary: 'Shows what an account has of the token that a contract manages by itself.',
    params: [
      CONTRACT,
      {
        name: 'account',
        type: p.string,
        summary: 'address or regid, or another name that the contract uses',
      },
      {
        name: 'minconf',
        type: p.int,
        optional: true,
        default: '1',
        summary: '0 to count waiting transactions too',
      },
    ],
    result: r.object({
      account_uid: r.text('its name in the contract, in hex'),
      free_value: r.balance('tokens'),
      frozen_funds: r.array(
        r.object({ value: r.balance('tokens'), timeout_height: r.integer(), tag: r.text('hex') }),
      ),
    }),
    errors: [
      ['MISC_ERROR', 'the regid of the contract is malformed'],
      ['INVALID_ADDRESS_OR_KEY', 'a regid names no account'],
    ],
    examples: [{ params: [EXAMPLE.luaContract, EXAMPLE.alice] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    needsWallet: true,
    needsPool: true,
  },

  getcontractassets: {
    summary: 'Shows what the addresses of the wallet have of the token of a contract.',
    params: [CONTRACT],
    result: r.object({
      total_assets: r.balance('tokens of all addresses'),
      lists: r.array(
        r.object({ address: r.text(), free_value: r.balance('tokens'), freezed_value: r.balance('tokens') }),
      ),
    }),
    errors: [
      ['INVALID_PARAMETER', 'there is no such contract'],
      ['INVALID_ADDRESS_OR_KEY', 'the wallet has no keys'],
    ],
    examples: [{ params: [EXAMPLE.luaContract] }],
    touches: ['reads', 'ledger'],
    needsWallet: true,
  },

  listcontractassets: {
    summary: 'Lists the free tokens of a contract for every address of the wallet.',
    params: [CONTRACT],
    result: r.array(r.object({ addr: r.text(), asset: r.number('tokens, taken as of 8 decimals') })),
    errors: [['MISC_ERROR', 'the regid is malformed']],
    examples: [{ params: [EXAMPLE.luaContract] }],
    touches: ['reads', 'ledger'],
    needsWallet: true,
  },
});
