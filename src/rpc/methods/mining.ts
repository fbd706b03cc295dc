import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';

/** Methods about making blocks (spec 02 §5.4, spec 08 §17). */
export const methods = defineMethods({
  setgenerate: {
    summary: 'Makes blocks, or stops making them.',
    description:
      'On a development network true makes the given number of blocks before it answers, false pauses the making of blocks until true.',
    params: [
      { name: 'on', type: p.bool, summary: 'whether to make blocks' },
      { name: 'limit', type: p.int, optional: true, summary: 'how many blocks', default: '1' },
    ],
    result: 'object: msg, blocks [hash]',
    examples: [{ params: [true, 1] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  generate: {
    summary: 'Makes blocks at once.',
    params: [{ name: 'count', type: p.int, summary: 'how many blocks' }],
    result: 'array of block hashes',
    examples: [{ params: [1] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  setblocktime: {
    summary: 'Sets the earliest time of the next block, on a development network.',
    params: [{ name: 'time', type: p.uint32, summary: 'seconds since 1970; 0: the clock again' }],
    result: 'object: time',
    examples: [{ params: [1800000000], result: { time: 1800000000 } }],
    allowedInSafeMode: true,
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
    result: 'object: mode',
    examples: [{ params: ['manual'], result: { mode: 'manual' } }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  getmininginfo: {
    summary: 'Tells about the making of blocks.',
    params: [],
    result:
      'object: blocks, currentblocksize, currentblocktx, errors, genblocklimit, pooledtx, nettype, posmaxnonce, generate',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  submitblock: {
    summary: 'Offers a block to the chain.',
    params: [
      { name: 'block', type: p.hexLenient, summary: 'the bytes of the block in hex' },
      { name: 'ignored', type: p.any, optional: true, summary: 'for older callers, has no effect' },
    ],
    result: 'object: status OK and txid (the block hash); or status rejected, reject_code and info',
    examples: [],
    allowedInSafeMode: true,
  },

  getminedblocks: {
    summary: 'Lists the blocks that this process has made, at most 100.',
    params: [{ name: 'count', type: p.int, optional: true, summary: 'how many', default: 'all' }],
    result:
      'array of objects, newest first: time, nonce, height, total_fuel_fee, fuel_rate, tx_count, block_size, txid (the block hash), preblockhash',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  getminerbyblocktime: {
    summary: 'Tells whose turn it is to make a block at a time.',
    params: [
      { name: 'height', type: p.int, summary: 'of the block, above 0' },
      { name: 'time', type: p.int, summary: 'of the block, seconds since 1970' },
    ],
    result: 'object: miner_regid, miner_addr, top_idx (position in the order of turns), votes',
    examples: [{ params: [100, 1800000000] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  listdelegates: {
    summary: 'Lists the producers in the order of their votes.',
    params: [{ name: 'count', type: p.int, optional: true, summary: 'how many', default: 'all' }],
    result: 'object: delegates [the members of getaccountinfo up to vote_list, and active_votes]',
    examples: [{ params: [3] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  gettotalbpssize: {
    summary: 'Tells how many producers there are.',
    params: [],
    result: 'object: total_bps_size',
    examples: [{ params: [], result: { total_bps_size: 11 } }],
    allowedInSafeMode: true,
  },
});

export const mining: MethodArea<NodeServices> = {
  title: 'Mining',
  methods,
  load: async () => (await import('../handlers/mining.js')).handlers,
};
