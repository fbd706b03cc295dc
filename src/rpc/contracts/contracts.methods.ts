import { BAD_REGID } from '../declaration/common-errors.js';
import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { RECEIPT } from '../declaration/shared-results.js';

const CONTRACT = {
  name: 'contract_regid',
  type: p.string,
  summary: 'the contract, as getcontractregid names it',
} as const satisfies ParameterDeclaration;

/** What a run of a contract has done; what it has called has the same form. */
const CALL = r.named(
  'ContractCall',
  r.object({
    contract: r.text('regid'),
    kind: r.oneOf(['lua', 'action']),
    call: r.any('of Lua: arguments in hex and coins; of an action: contract, action, authorization and data'),
    fuel: r.optional(r.amount('units; of Lua with that of the actions that it has called')),
    kinds: r.map('kind', r.amount(), 'units by kind, of Lua'),
    logs: r.array(r.text()),
    changes: r.array(
      r.object({
        key: r.text('hex'),
        before: r.either(r.text('hex'), r.nothing),
        after: r.either(r.text('hex'), r.nothing),
        line: r.optional(r.integer('of a Lua contract')),
      }),
      'what it has stored, changed and deleted',
    ),
    receipts: r.array(RECEIPT, 'coins that it has moved'),
    refusals: r.array(
      r.object({ line: r.integer(), function: r.text(), reason: r.text() }),
      'functions of mylib that have done nothing',
    ),
    calls: r.array(r.any('as this one'), 'what it has called, told or queued'),
  }),
);

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

  gettxcalls: {
    summary: 'Shows which contracts a confirmed transaction has called, and what each has done.',
    description:
      'The block of the transaction is executed again on the state before it; the further back, the longer it takes.',
    params: [{ name: 'txid', type: p.txid, summary: 'id of the transaction' }],
    result: r.object({
      height: r.integer('of its block'),
      calls: r.array(CALL, 'in order; none for a transaction that calls no contract'),
    }),
    errors: [
      ['INVALID_ADDRESS_OR_KEY', 'there is no such transaction in the chain'],
      ['INVALID_PARAMETER', 'the state before its block is not kept any more'],
    ],
    examples: [{ params: [EXAMPLE.universalTxid] }],
    touches: ['reads', 'node'],
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
