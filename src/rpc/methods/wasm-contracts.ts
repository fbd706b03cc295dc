import { defineMethods, type MethodArea, type ParameterDeclaration } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE, FEE, SENDER, TXID_RESULT } from './common-parameters.js';

const CONTRACT = {
  name: 'contract',
  type: p.string,
  summary: 'regid of the contract',
} as const satisfies ParameterDeclaration;
const ACTION = { name: 'action', type: p.string, summary: 'name of the action' } as const;
const TABLE = { name: 'table', type: p.string, summary: 'name of the table' } as const;

/** The arguments of an action: by position, by name, or as JSON text of either (spec 02 §3.5). */
export const ACTION_DATA = {
  name: 'data',
  type: p.jsonText({
    allowed: ['array', 'obj'],
    wrongType: 'The contract action args type must be object or array, or string of object or array',
    subject: 'contract data',
  }),
  summary: 'its arguments, by position or by name',
} as const satisfies ParameterDeclaration;

const TRANSFER = [EXAMPLE.aliceRegId, EXAMPLE.bobRegId, '1.00000000 WICC', 'memo'] as const;

/** Methods around WebAssembly contracts and those of the system (spec 02 §5.8). */
export const methods = defineMethods({
  submitsetcodetx: {
    summary: 'Deploys a WebAssembly contract, or replaces its code.',
    params: [
      SENDER,
      { name: 'code_file', type: p.string, summary: 'full path of the module' },
      { name: 'abi_file', type: p.string, summary: 'full path of the ABI in JSON' },
      {
        name: 'contract',
        type: p.string,
        optional: true,
        summary: 'regid of the contract whose code is replaced; empty for a new one',
        default: 'empty',
      },
      FEE,
    ],
    result: `${TXID_RESULT}; getcontractregid tells the regid of the new contract`,
    examples: [{ params: [EXAMPLE.alice, '/tmp/hello.wasm', '/tmp/hello.abi.json'] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
    typed: true,
  },

  submitsetcodertx: {
    summary: 'Hands a WebAssembly contract over to another maintainer.',
    params: [
      SENDER,
      CONTRACT,
      { name: 'maintainer', type: p.string, summary: 'regid of the new maintainer; 0-0: nobody, for ever' },
      FEE,
    ],
    result: TXID_RESULT,
    examples: [{ params: [EXAMPLE.alice, '300-1', EXAMPLE.bobRegId] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  wasm_gettable: {
    summary: 'Lists rows of a table of a contract, in the order of the bytes of their keys.',
    params: [
      CONTRACT,
      TABLE,
      {
        name: 'key_prefix',
        type: p.jsonArray,
        optional: true,
        summary: 'what the keys begin with behind the name of the table: [[type, value]]',
        default: '[]',
      },
      { name: 'max_count', type: p.textOrInteger, optional: true, summary: 'rows at most', default: '100' },
      {
        name: 'begin_key',
        type: p.hexStrict,
        optional: true,
        summary: 'key of a row, as results show it; the rows after it follow',
      },
    ],
    result: 'object: rows (the members of the row, and key), more (whether there are further ones)',
    examples: [{ params: ['300-1', 'accounts', [['regid', EXAMPLE.aliceRegId]], 10] }],
    allowedInSafeMode: true,
  },

  wasm_getrow: {
    summary: 'Shows a row of a table of a contract.',
    params: [
      CONTRACT,
      TABLE,
      { name: 'key', type: p.hexStrict, summary: 'its key, as wasm_gettable shows it' },
    ],
    result: 'object: the members of the row',
    examples: [{ params: ['300-1', 'accounts', '0100002c01000000'] }],
    allowedInSafeMode: true,
  },

  wasm_json2bin: {
    summary: 'Packs the arguments of an action.',
    params: [CONTRACT, ACTION, ACTION_DATA],
    result: 'object: data (hex)',
    examples: [{ params: ['0-800', 'transfer', TRANSFER] }],
    allowedInSafeMode: true,
  },

  wasm_bin2json: {
    summary: 'Unpacks the arguments of an action.',
    params: [CONTRACT, ACTION, { name: 'data', type: p.string, summary: 'packed arguments in hex' }],
    result: 'object: data (the arguments by name)',
    examples: [
      {
        params: [
          '0-800',
          'transfer',
          '0d000000000000000e0000000000000000e1f505000000000857494343000000046d656d6f',
        ],
      },
    ],
    allowedInSafeMode: true,
  },

  wasm_getcode: {
    summary: 'Shows the module of a contract.',
    params: [CONTRACT],
    result: 'object: code (hex)',
    examples: [{ params: ['300-1'] }],
    allowedInSafeMode: true,
  },

  wasm_getabi: {
    summary: 'Shows the ABI of a contract, of the system or of a user.',
    params: [CONTRACT],
    result: 'object: abi (version, types, structs, actions, tables, ricardian_clauses)',
    examples: [{ params: ['0-800'] }],
    allowedInSafeMode: true,
  },

  wasm_gettxtrace: {
    summary: 'Shows what the actions of a confirmed universal transaction have caused.',
    params: [{ name: 'txid', type: p.txidLenient, summary: 'id of the transaction' }],
    result: 'object: tx_trace (trx_id, elapsed, burned_fuel, fuel_rate, minimum_fee, traces)',
    examples: [{ params: [EXAMPLE.txid] }],
    allowedInSafeMode: true,
  },

  wasm_abidefjson2bin: {
    summary: 'Checks an ABI and packs it into the form that contracts have on chain.',
    params: [
      {
        name: 'abi',
        type: p.jsonText({ allowed: ['obj'], wrongType: 'The abi must be an object', subject: 'abi' }),
        summary: 'the ABI, as JSON or JSON text',
      },
    ],
    result: 'object: data (hex)',
    examples: [{ params: [{ version: 'wasm::abi/1.0' }] }],
    allowedInSafeMode: true,
  },

  wasm_getresult: {
    summary: 'Asks a contract: runs an action that changes nothing and answers.',
    params: [CONTRACT, ACTION, ACTION_DATA],
    result: 'object: block_height, result (name, type, value), trace',
    examples: [{ params: ['300-1', 'get_account', [EXAMPLE.aliceRegId]] }],
    allowedInSafeMode: true,
  },
});

export const wasmContracts: MethodArea<NodeServices> = {
  title: 'WebAssembly contracts',
  methods,
  load: async () => (await import('../handlers/wasm-contracts.js')).handlers,
};
