import { ACTION_DATA } from '../contracts/wasm-contracts.methods.js';
import { CONTRACT_ERRORS, PACKING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const PERIOD = {
  name: 'period',
  type: p.int,
  summary: 'milliseconds between two batches, at most 1000; 0 ends the test',
} as const;
const BATCH = { name: 'batch', type: p.int, summary: 'transactions in a batch; 0 ends the test' } as const;

const LOAD_TEST_RESULT = r.object({
  msg: r.text('success'),
  submitted: r.integer('transactions of the test that ran until now'),
  refused: r.integer('those that were refused'),
  last_refusal: r.text('why the last of them was, or empty'),
});
const SIZED = r.object({ count: r.integer(), size: r.text('with its unit'), size_bytes: r.integer() });
const LOAD_TEST =
  'On development networks only. The account of the wallet with the most base coins pays. One test runs at a time: a call ends the one that runs, and its answer counts what that one has done.';

/** Methods for developers of the node itself (spec 02 §5.15). */
export const methods = defineMethods({
  dumpdb: {
    summary: 'Writes the committed state as text.',
    description:
      'A heading for each table, then a line for each entry, in the order of their keys: for comparing nodes.',
    params: [
      {
        name: 'prefix',
        type: p.string,
        optional: true,
        summary: 'name of a table, or * for all',
        default: '*',
      },
      {
        name: 'file',
        type: p.newFile,
        optional: true,
        summary: 'a file that does not exist yet',
        default: 'the standard output of the node',
      },
    ],
    result: r.object({ path: r.optional(r.text('of the file, where one was named')) }),
    errors: [['INVALID_PARAMS', 'there is no such table, or the file cannot be written']],
    examples: [{ params: ['accounts', '/tmp/coind-state.txt'], result: { path: '/tmp/coind-state.txt' } }],
    touches: ['files', 'node'],
  },

  getmemstat: {
    summary: 'Returns what the node keeps in memory for blocks, signatures and pending transactions.',
    description:
      'Blocks are found in the database, so that their indexes take no memory whatever their number.',
    params: [],
    result: r.object({
      block_index_map: SIZED,
      active_chain: SIZED,
      block_index_valid: SIZED,
      signature_cache: SIZED,
      tx_mem_pool: SIZED,
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
  },

  startcommontpstest: {
    summary: 'Submits transfers at a steady pace.',
    description: LOAD_TEST,
    params: [PERIOD, BATCH],
    result: LOAD_TEST_RESULT,
    errors: [
      ['INVALID_PARAMETER', 'period or batch is out of range, or the network is no development network'],
      ['WALLET_ERROR', 'the wallet has no key of a registered account'],
    ],
    examples: [{ params: [0, 0] }],
    touches: ['spends', 'node'],
    lockFree: true,
  },

  startcontracttpstest: {
    summary: 'Submits calls of a Lua contract at a steady pace.',
    description: LOAD_TEST,
    params: [
      { name: 'regid', type: p.uid, summary: 'the contract' },
      PERIOD,
      BATCH,
      {
        name: 'arguments',
        type: p.string,
        optional: true,
        summary: 'what the contract gets, in hex',
        default: 'nothing',
      },
    ],
    result: LOAD_TEST_RESULT,
    errors: [
      ['INVALID_PARAMETER', 'period or batch is out of range, or the network is no development network'],
      ['INVALID_PARAMETER', 'there is no such contract'],
      ['WALLET_ERROR', 'the call fails, or the wallet has no key of a registered account'],
    ],
    examples: [{ params: [EXAMPLE.luaContract, 0, 0] }],
    touches: ['spends', 'node'],
    lockFree: true,
  },

  startwasmtpstest: {
    summary: 'Submits the same action of a WebAssembly or native contract at a steady pace.',
    description: LOAD_TEST,
    params: [
      { name: 'contract', type: p.string, summary: "the contract's regid" },
      { name: 'action', type: p.string, summary: 'its name in the ABI' },
      ACTION_DATA,
      PERIOD,
      BATCH,
    ],
    result: LOAD_TEST_RESULT,
    errors: [
      ['INVALID_PARAMETER', 'period or batch is out of range, or the network is no development network'],
      ...CONTRACT_ERRORS,
      ...PACKING_ERRORS,
      ['WALLET_ERROR', 'the action fails, or the wallet has no key of a registered account'],
    ],
    examples: [
      {
        params: ['0-800', 'transfer', ['0-1', EXAMPLE.bobRegId, '0.00010000 WICC', ''], 0, 0],
      },
    ],
    touches: ['spends', 'node'],
    lockFree: true,
  },

  startheapprofiler: {
    summary: 'Begins to record where the memory of this process is allocated.',
    params: [
      {
        name: 'prefix',
        type: p.prefixOfNewFiles,
        optional: true,
        summary: 'how the paths of profiles begin',
        default: 'coind, in the directory for files',
      },
    ],
    result: r.nothing,
    errors: [['MISC_ERROR', 'files cannot be made there']],
    examples: [{ params: ['/tmp/coind'], result: null }],
    touches: ['node'],
  },

  getheapprofiler: {
    summary: 'Returns whether the heap profiler is running.',
    description: 'The member of the result is spelled as older clients read it.',
    params: [],
    result: r.object({ runing: r.boolean() }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
  },

  dumpheapprofiler: {
    summary: 'Writes what was recorded to a file that the developer tools of a browser open.',
    params: [{ name: 'reason', type: p.string, optional: true, summary: 'for older callers, has no effect' }],
    result: r.either(r.text('path of the file'), r.nothing),
    errors: [['MISC_ERROR', 'the file cannot be written']],
    examples: [{ params: [] }],
    touches: ['files', 'node'],
  },

  stopheapprofiler: {
    summary: 'Ends the recording of where memory is allocated.',
    params: [],
    result: r.nothing,
    errors: [],
    examples: [{ params: [], result: null }],
    touches: ['node'],
  },
});
