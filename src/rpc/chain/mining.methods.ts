import { NOT_ALONE } from '../declaration/common-errors.js';
import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { ACCOUNT_MEMBERS } from '../declaration/shared-results.js';

/** Methods about making blocks (spec 02 §5.4, spec 08 §17). */
export const methods = defineMethods({
  setgenerate: {
    summary: 'Starts or stops block production.',
    description:
      'On a development network true makes the given number of blocks before it answers, false pauses the making of blocks until true.',
    params: [
      { name: 'on', type: p.bool, summary: 'whether to make blocks' },
      { name: 'limit', type: p.int, optional: true, summary: 'how many blocks', default: '1' },
    ],
    result: r.object({ msg: r.text(), blocks: r.array(r.text('hash'), 'that were made') }),
    errors: [
      NOT_ALONE,
      ['INVALID_PARAMETER', 'the limit is not above 0, or the wallet has no key of an account on chain'],
    ],
    examples: [{ params: [true, 1] }],
    touches: ['chain'],
    lockFree: true,
  },

  generate: {
    summary: 'Produces blocks immediately.',
    params: [{ name: 'count', type: p.int, summary: 'how many blocks' }],
    result: r.array(r.text('hash')),
    errors: [NOT_ALONE, ['INVALID_PARAMETER', 'the count is out of range']],
    examples: [{ params: [1] }],
    touches: ['chain'],
    lockFree: true,
  },

  setblocktime: {
    summary: 'Sets the earliest time of the next block, on a development network.',
    params: [{ name: 'time', type: p.uint32, summary: 'seconds since 1970; 0: the clock again' }],
    result: r.object({ time: r.integer() }),
    errors: [NOT_ALONE, ['INVALID_PARAMETER', 'the time is before the newest block']],
    examples: [{ params: [1800000000], result: { time: 1800000000 } }],
    touches: ['chain'],
    lockFree: true,
  },

  setautomine: {
    summary: 'Chooses when blocks are made, on a development network.',
    params: [
      {
        name: 'mode',
        type: p.oneOf('instant', 'interval', 'manual'),
        summary: 'as soon as a transaction is accepted, at intervals, or by setgenerate only',
      },
    ],
    result: r.object({ mode: r.oneOf(['instant', 'interval', 'manual']) }),
    errors: [NOT_ALONE],
    examples: [{ params: ['manual'], result: { mode: 'manual' } }],
    touches: ['chain'],
    lockFree: true,
  },

  getmininginfo: {
    summary: 'Returns the state of block production.',
    params: [],
    result: r.object({
      blocks: r.integer('height'),
      currentblocksize: r.integer('bytes of the newest block made here'),
      currentblocktx: r.integer('its transactions'),
      errors: r.text('why the last attempt to make a block failed, or empty'),
      genblocklimit: r.integer(),
      pooledtx: r.integer('transactions that wait'),
      nettype: r.text(),
      posmaxnonce: r.integer(),
      generate: r.boolean('whether blocks are made without being asked for'),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
  },

  submitblock: {
    summary: 'Offers a block to the chain.',
    params: [
      { name: 'block', type: p.hex, summary: 'the bytes of the block in hex' },
      { name: 'ignored', type: p.any, optional: true, summary: 'for older callers, has no effect' },
    ],
    result: r.either(
      r.object({ status: r.oneOf(['OK']), txid: r.text('hash of the block') }),
      r.object({ status: r.oneOf(['rejected']), reject_code: r.integer(), info: r.text('the reason') }),
    ),
    errors: [NOT_ALONE, ['DESERIALIZATION_ERROR', 'the bytes are no block']],
    examples: [
      { params: [EXAMPLE.rawBlock], result: { status: 'rejected', reject_code: 0, info: 'duplicate' } },
    ],
    touches: ['chain'],
  },

  getminedblocks: {
    summary: 'Lists the blocks that this process has made, at most 100.',
    params: [{ name: 'count', type: p.int, optional: true, summary: 'how many', default: 'all' }],
    result: r.array(
      r.object({
        time: r.integer('seconds since 1970'),
        nonce: r.integer(),
        height: r.integer(),
        total_fuel_fee: r.amount(),
        fuel_rate: r.integer(),
        tx_count: r.integer(),
        block_size: r.integer('bytes'),
        txid: r.text('hash of the block'),
        preblockhash: r.text(),
      }),
      'newest first',
    ),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  getminerbyblocktime: {
    summary: 'Returns the producer whose turn it is at a block time.',
    params: [
      { name: 'height', type: p.int, summary: 'of the block, above 0' },
      { name: 'time', type: p.int, summary: 'of the block, seconds since 1970' },
    ],
    result: r.object({
      miner_regid: r.text(),
      miner_addr: r.text(),
      top_idx: r.integer('position in the order of turns'),
      votes: r.amount(),
    }),
    errors: [
      [
        'INVALID_PARAMETER',
        'height or time is not above 0, or validators decide who makes a block and it is not there yet',
      ],
    ],
    examples: [{ params: [100, 1800000000] }],
    touches: ['reads', 'ledger'],
    lockFree: true,
  },

  listdelegates: {
    summary: 'Lists the producers in the order of their votes.',
    params: [{ name: 'count', type: p.int, optional: true, summary: 'how many', default: 'all' }],
    result: r.object({ delegates: r.array(r.object({ ...ACCOUNT_MEMBERS, active_votes: r.balance() })) }),
    errors: [['INVALID_PARAMETER', 'the count is not from 1 to the number of producers']],
    examples: [{ params: [3] }],
    touches: ['reads', 'ledger'],
    needsWallet: true,
  },

  gettotalbpssize: {
    summary: 'Returns the number of block producers.',
    params: [],
    result: r.object({ total_bps_size: r.integer() }),
    errors: [],
    examples: [{ params: [], result: { total_bps_size: 11 } }],
    touches: ['reads', 'ledger'],
  },
});
