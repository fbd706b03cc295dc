import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE } from './common-parameters.js';

const HASH = { name: 'hash', type: p.txidLenient, summary: 'hash of the block' } as const;

/** Methods that take blocks back or deal with what waits for a block (spec 02 §5.3). */
export const methods = defineMethods({
  invalidateblock: {
    summary: 'Takes a block back with all that follow it, and refuses it from now on.',
    params: [HASH],
    result: 'object: msg',
    examples: [{ params: [EXAMPLE.blockHash], result: { msg: 'success' } }],
    allowedInSafeMode: true,
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
    result: 'object: msg',
    examples: [{ params: [EXAMPLE.blockHash], result: { msg: 'success' } }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  disconnectblock: {
    summary: 'Takes the newest blocks back.',
    params: [{ name: 'count', type: p.int, summary: 'how many; 0 and less: none' }],
    result: 'object: tip',
    examples: [{ params: [1] }],
    allowedInSafeMode: true,
    lockFree: true,
    needsWallet: true,
  },

  getrawmempool: {
    summary: 'Lists the transactions that wait for a block.',
    params: [
      { name: 'verbose', type: p.bool, optional: true, summary: 'whether to show details', default: 'false' },
    ],
    result:
      'array of txids, sorted by their bytes; verbose: object by txid of size, fees_type, fees, time, height, priority',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  droptxfrommempool: {
    summary: 'Removes a transaction that waits for a block, with those that depend on it.',
    params: [
      { name: 'txid', type: p.string, summary: 'the transaction; nothing happens where it does not wait' },
    ],
    result: 'object: empty',
    examples: [{ params: [EXAMPLE.txid], result: {} }],
    allowedInSafeMode: true,
  },

  reloadtxcache: {
    summary: 'Reads the transaction ids that may not be used again yet anew from the newest blocks.',
    params: [],
    result: 'object: info',
    examples: [{ params: [], result: { info: 'reload tx cache succeed' } }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  saveblocktofile: {
    summary: 'Writes the bytes of a block to a file on the machine of the node.',
    params: [HASH, { name: 'path', type: p.string, summary: 'the file, outside of the data directory' }],
    result: 'text: save succeed',
    examples: [{ params: [EXAMPLE.blockHash, '/tmp/block.bin'], result: 'save succeed' }],
    allowedInSafeMode: true,
    needsWallet: true,
  },
});

export const chainControl: MethodArea<NodeServices> = {
  title: 'Chain control',
  methods,
  load: async () => (await import('../handlers/chain-control.js')).handlers,
};
