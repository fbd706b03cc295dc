import {
  ABI_ERRORS,
  BAD_REGID,
  CONTRACT_ERRORS,
  PACKING_ERRORS,
  UNPACKING_ERRORS,
} from '../declaration/common-errors.js';
import { EXAMPLE, FEE, SENDER } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { TRACE, TX_TRACE } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';

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
    ...SUBMITTING,
    touches: ['spends', 'files'],
    summary: 'Deploys a WebAssembly contract, or replaces its code.',
    params: [
      SENDER,
      { name: 'code_file', type: p.file, summary: 'full path of the module' },
      { name: 'abi_file', type: p.file, summary: 'full path of the ABI in JSON' },
      {
        name: 'contract',
        type: p.string,
        optional: true,
        summary: 'regid of the contract whose code is replaced; empty for a new one',
        default: 'empty',
      },
      FEE,
    ],
    errors: [
      ['INVALID_ADDRESS_OR_KEY', 'the sender is no account'],
      [3, 'a file does not exist'],
      [3_290_001, 'a file cannot be read or has a wrong size'],
      [3_070_007, 'the module is not acceptable'],
      ...ABI_ERRORS,
      [3_270_001, 'the sender is not on chain or has no regid'],
      [3_120_013, 'the wallet has no key of the sender'],
      BAD_REGID,
      ['INVALID_PARAMS', 'the fee is too small, which the message quantifies'],
      ['INSUFFICIENT_FUNDS', 'the sender has too little'],
      ['WALLET_ERROR', 'the transaction was refused; the message is the reason'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.wasmModule, EXAMPLE.wasmAbi] }],
    typed: true,
  },

  submitsetcodertx: {
    ...SUBMITTING,
    touches: ['spends', 'files'],
    summary: 'Hands a WebAssembly contract over to another maintainer.',
    params: [
      SENDER,
      CONTRACT,
      { name: 'maintainer', type: p.string, summary: 'regid of the new maintainer; 0-0: none, permanently' },
      FEE,
    ],
    errors: [
      BAD_REGID,
      ['INVALID_ADDRESS_OR_KEY', 'the sender is no account'],
      [3_270_001, 'the sender is not on chain or has no regid'],
      [3_120_013, 'the wallet has no key of the sender'],
      ['INVALID_PARAMS', 'the fee is too small, which the message quantifies'],
      ['WALLET_ERROR', 'the transaction was refused; the message is the reason'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.wasmContract, EXAMPLE.bobRegId] }],
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
        summary:
          'what the keys begin with behind the name of the table: [[type, value]]; in tables of the SDK the scope, a uint64, comes first',
        default: '[]',
      },
      { name: 'max_count', type: p.textOrInteger, optional: true, summary: 'rows at most', default: '100' },
      {
        name: 'begin_key',
        type: p.hex,
        optional: true,
        summary: 'key of a row, as results show it; the rows after it follow',
      },
    ],
    result: r.object({
      rows: r.array(r.openObject({ key: r.text('hex') }, 'the members of the row, by the ABI')),
      more: r.boolean('whether further rows follow'),
    }),
    errors: [
      ...CONTRACT_ERRORS,
      [3_260_002, 'the contract is one of the system'],
      ['INVALID_PARAMETER', 'max_count is not from 1 to 10000'],
      ...PACKING_ERRORS,
      ...UNPACKING_ERRORS,
    ],
    examples: [
      {
        params: [
          EXAMPLE.wasmContract,
          'deposits',
          [
            ['uint64', 0],
            ['regid', EXAMPLE.aliceRegId],
          ],
          10,
        ],
      },
    ],
    touches: ['reads', 'ledger'],
    atHeight: true,
  },

  wasm_getrow: {
    summary: 'Shows a row of a table of a contract.',
    params: [CONTRACT, TABLE, { name: 'key', type: p.hex, summary: 'its key, as wasm_gettable shows it' }],
    result: r.openObject({}, 'the members of the row, by the ABI'),
    errors: [
      ...CONTRACT_ERRORS,
      [3_260_002, 'the contract is one of the system'],
      [3_160_011, 'there is no such row'],
      [3_015_004, 'the ABI has no such table'],
      ...UNPACKING_ERRORS,
    ],
    examples: [{ params: [EXAMPLE.wasmContract, 'deposits', EXAMPLE.wasmRow] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
  },

  wasm_json2bin: {
    summary: 'Packs the arguments of an action.',
    params: [CONTRACT, ACTION, ACTION_DATA],
    result: r.object({ data: r.text('hex') }),
    errors: [...CONTRACT_ERRORS, ...PACKING_ERRORS],
    examples: [{ params: ['0-800', 'transfer', TRANSFER] }],
    touches: ['reads', 'ledger'],
  },

  wasm_bin2json: {
    summary: 'Unpacks the arguments of an action.',
    params: [CONTRACT, ACTION, { name: 'data', type: p.string, summary: 'packed arguments in hex' }],
    result: r.object({ data: r.any('the arguments by name') }),
    errors: [
      ...CONTRACT_ERRORS,
      [3_280_003, 'the data is empty or longer than 4095 bytes'],
      ['INVALID_PARAMS', 'the data is not hex'],
      [3_015_004, 'the ABI has no such action'],
      ...UNPACKING_ERRORS,
    ],
    examples: [
      {
        params: [
          '0-800',
          'transfer',
          '0d000000000000000e0000000000000000e1f505000000000857494343000000046d656d6f',
        ],
      },
    ],
    touches: ['reads', 'ledger'],
  },

  wasm_getcode: {
    summary: 'Shows the module of a contract.',
    params: [CONTRACT],
    result: r.object({ code: r.text('hex') }),
    errors: [...CONTRACT_ERRORS, [3_260_002, 'the contract is one of the system']],
    examples: [{ params: [EXAMPLE.wasmContract] }],
    touches: ['reads', 'ledger'],
  },

  wasm_getabi: {
    summary: 'Shows the ABI of a contract, of the system or of a user.',
    params: [CONTRACT],
    result: r.object({
      abi: r.openObject({ version: r.text() }, 'types, structs, actions, tables, ricardian_clauses'),
    }),
    errors: CONTRACT_ERRORS,
    examples: [{ params: ['0-800'] }],
    touches: ['reads', 'ledger'],
  },

  wasm_gettxtrace: {
    summary: 'Shows what the actions of a confirmed universal transaction have caused.',
    params: [{ name: 'txid', type: p.txid, summary: 'id of the transaction' }],
    result: r.object({ tx_trace: TX_TRACE }),
    errors: [[3_040_020, 'no trace of such a transaction is stored']],
    examples: [{ params: [EXAMPLE.universalTxid] }],
    touches: ['reads', 'ledger'],
  },

  wasm_abidefjson2bin: {
    summary: 'Checks an ABI and packs it into the form that contracts have on chain.',
    params: [
      {
        name: 'abi',
        type: p.any,
        summary: 'the ABI, an object or JSON text of it',
      },
    ],
    result: r.object({ data: r.text('hex') }),
    errors: ABI_ERRORS,
    examples: [{ params: [{ version: 'wasm::abi/1.0' }] }],
    touches: ['reads', 'ledger'],
  },

  wasm_getresult: {
    summary: 'Queries a contract: runs an action without changing anything and returns its result.',
    params: [CONTRACT, ACTION, ACTION_DATA],
    result: r.object({
      block_height: r.integer(),
      result: r.object({
        name: r.text(),
        type: r.text('in the ABI'),
        value: r.any('the value, by its type'),
      }),
      trace: r.object({
        trx_id: r.txid('of a transaction that does not exist'),
        elapsed: r.integer('microseconds'),
        traces: r.array(TRACE, 'one'),
      }),
    }),
    errors: [
      ...CONTRACT_ERRORS,
      ...PACKING_ERRORS,
      [3_300_001, 'the action returns nothing'],
      [-4, 'queries have taken too much work lately (`unpaid-work-limit`), and how many seconds to wait'],
      [3_000_000, 'the contract is one of the system, which answers no questions'],
      [3_050_003, 'the contract refuses, and says why'],
      [3_070_002, 'the contract traps'],
      [3_090_004, 'the action needs an authority that a query has not'],
    ],
    examples: [{ params: [EXAMPLE.wasmContract, 'saved', [EXAMPLE.aliceRegId]] }],
    touches: ['reads', 'node'],
  },
});
