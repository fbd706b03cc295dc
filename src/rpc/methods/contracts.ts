import { defineMethods, type MethodArea, type ParameterDeclaration } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE } from './common-parameters.js';

const CONTRACT = {
  name: 'contract_regid',
  type: p.string,
  summary: 'the contract, as getcontractregid names it',
} as const satisfies ParameterDeclaration;

const EXAMPLE_CONTRACT = '320561-1';

/** Methods that read contracts (spec 02 §5.7, spec 03 §11.1). */
export const methods = defineMethods({
  getcontractinfo: {
    summary: 'Shows a contract with its code.',
    params: [CONTRACT],
    result:
      'object: contract_regid, vm_type (1 Lua, 2 WebAssembly), maintainer, upgradable, code (hex), memo, abi, abi_hex',
    examples: [{ params: [EXAMPLE_CONTRACT] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  listcontracts: {
    summary: 'Lists all contracts by their regid.',
    params: [{ name: 'show_detail', type: p.bool, summary: 'with code and ABI' }],
    result: 'object: count, contracts [{contract_regid, memo [, vm_type, upgradable, code, abi]}]',
    examples: [{ params: [false] }],
    allowedInSafeMode: true,
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
    result: 'object: contract_regid, key, value',
    examples: [{ params: [EXAMPLE_CONTRACT, 'owner', false] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  getcontractdataraw: {
    summary: 'Shows what a contract has stored under a key, both in hex (release 1).',
    params: [CONTRACT, { name: 'key', type: p.string, summary: 'the key in hex' }],
    result: 'object: contract_regid, key, value',
    examples: [{ params: [EXAMPLE_CONTRACT, '6f776e6572'] }],
    allowedInSafeMode: true,
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
    result: 'object: account_uid (hex), free_value, frozen_funds [{value, timeout_height, tag (hex)}]',
    examples: [{ params: [EXAMPLE_CONTRACT, EXAMPLE.alice] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  getcontractassets: {
    summary: 'Shows what the addresses of the wallet have of the token of a contract.',
    params: [CONTRACT],
    result: 'object: total_assets, lists [{address, free_value, freezed_value}]',
    examples: [{ params: [EXAMPLE_CONTRACT] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  listcontractassets: {
    summary: 'Lists the free tokens of a contract for every address of the wallet.',
    params: [CONTRACT],
    result: 'array of {addr, asset}, in whole coins of 8 decimals',
    examples: [{ params: [EXAMPLE_CONTRACT] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },
});

export const contracts: MethodArea<NodeServices> = {
  title: 'Contracts',
  methods,
  load: async () => (await import('../handlers/contracts.js')).handlers,
};
