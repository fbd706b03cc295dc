import { NOT_ALONE } from '../declaration/common-errors.js';
import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const HASH = { name: 'hash', type: p.txid, summary: 'hash of the block' } as const;

/** Methods that disconnect blocks or manage pending transactions (spec 02 §5.3). */
export const methods = defineMethods({
  invalidateblock: {
    summary: 'Disconnects a block and all that follow it, and rejects it from now on.',
    params: [HASH],
    result: r.object({ msg: r.text() }),
    errors: [
      NOT_ALONE,
      ['INVALID_ADDRESS_OR_KEY', 'there is no such block'],
      ['DATABASE_ERROR', 'the block cannot be disconnected'],
    ],
    examples: [{ params: [EXAMPLE.blockHash], result: { msg: 'success' } }],
    touches: ['chain'],
    lockFree: true,
  },

  reconsiderblock: {
    summary: 'Ends the refusal of a block, and puts it back if it still fits.',
    params: [
      HASH,
      {
        name: 'children',
        type: p.bool,
        optional: true,
        summary: 'whether blocks that follow it are accepted again too',
        default: 'false',
      },
    ],
    result: r.object({ msg: r.text() }),
    errors: [
      NOT_ALONE,
      ['INVALID_ADDRESS_OR_KEY', 'there is no such block'],
      ['DATABASE_ERROR', 'the block does not fit'],
    ],
    examples: [{ params: [EXAMPLE.blockHash], result: { msg: 'success' } }],
    touches: ['chain'],
    lockFree: true,
  },

  disconnectblock: {
    summary: 'Disconnects the newest blocks.',
    params: [{ name: 'count', type: p.int, summary: 'how many; 0 and less: none' }],
    result: r.object({ tip: r.text('hash and height') }),
    errors: [NOT_ALONE, ['INVALID_PARAMETER', 'the count is the height or more']],
    examples: [{ params: [1] }],
    touches: ['chain'],
    lockFree: true,
    needsWallet: true,
  },

  getrawmempool: {
    summary: 'Lists the transactions that wait for a block.',
    params: [
      { name: 'verbose', type: p.bool, optional: true, summary: 'whether to show details', default: 'false' },
    ],
    result: r.either(
      r.array(r.txid(), 'sorted by their bytes'),
      r.map(
        'txid, with verbose',
        r.object({
          size: r.integer('bytes'),
          fees_type: r.text('coin of the fee'),
          fees: r.balance(),
          time: r.integer('seconds since 1970'),
          height: r.integer(),
          priority: r.number(),
        }),
      ),
    ),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    needsPool: true,
  },

  droptxfrommempool: {
    summary: 'Removes a transaction that waits for a block, with those that depend on it.',
    params: [
      { name: 'txid', type: p.txid, summary: 'the transaction; nothing happens where it does not wait' },
    ],
    result: r.object({}),
    errors: [['INVALID_PARAMS', 'the txid is none']],
    examples: [{ params: [EXAMPLE.txid], result: {} }],
    touches: ['chain'],
  },

  reloadtxcache: {
    summary: 'Reads the transaction ids that may not be used again yet anew from the newest blocks.',
    params: [],
    result: r.object({ info: r.text() }),
    errors: [],
    examples: [{ params: [], result: { info: 'reload tx cache succeed' } }],
    touches: ['chain'],
    needsWallet: true,
  },

  getmempoolinfo: {
    summary: 'Returns how much waits for a block, and how much may.',
    params: [],
    result: r.object({
      size: r.integer('transactions'),
      bytes: r.integer('of all of them, encoded'),
      fuel: r.integer('that they burned when they were executed last'),
      maxsize: r.integer('transactions that may wait'),
      maxmempool: r.integer('bytes that may wait'),
      own: r.integer('those that were submitted here, which are on the disk'),
      refused: r.integer('those that were accepted and are not valid at present: see listtx'),
      loaded: r.boolean('whether all that waited when the node stopped is back in the pool'),
      unloaded: r.integer(
        'those that are not back yet: calls that change the chain or need the pool wait for them',
      ),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
  },

  savemempool: {
    summary: 'Waits until the transactions that were submitted here and wait for a block are on the disk.',
    description:
      'They are written when they are accepted, before they are acknowledged; so there is nothing to do but to wait for those that are on their way.',
    params: [],
    result: r.object({ saved: r.integer('transactions that a start would put back into the pool') }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['chain'],
  },

  saveblocktofile: {
    summary: 'Writes the bytes of a block to a file on the machine of the node.',
    params: [HASH, { name: 'path', type: p.newFile, summary: 'a file that does not exist yet' }],
    result: r.text('save succeed'),
    errors: [['MISC_ERROR', 'there is no such block, or the file cannot be written']],
    examples: [{ params: [EXAMPLE.blockHash, '/tmp/block.bin'] }],
    touches: ['files', 'node'],
    needsWallet: true,
  },
});
