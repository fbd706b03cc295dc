import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** Methods about other nodes (spec 02 §5.2). */
export const methods = defineMethods({
  getnetworkinfo: {
    summary: 'Returns what this node announces to other nodes.',
    params: [],
    result: r.object({
      version: r.integer(),
      protocolversion: r.integer(),
      timeoffset: r.integer(),
      connections: r.integer(),
      proxy: r.text(),
      relayfee: r.balance('for a thousand bytes'),
      localaddresses: r.array(r.object({ address: r.text(), port: r.integer(), score: r.integer() })),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  getconnectioncount: {
    summary: 'Counts the connections to other nodes.',
    params: [],
    result: r.integer(),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  getpeerinfo: {
    summary: 'Lists the connections to other nodes.',
    params: [
      { name: 'detail', type: p.bool, optional: true, summary: 'whether to add counters', default: 'false' },
    ],
    result: r.array(r.object({ addr: r.text(), inbound: r.boolean() })),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  ping: {
    summary: 'Measures the time of a round trip to every connected node, for getpeerinfo.',
    params: [],
    result: r.nothing,
    errors: [],
    examples: [{ params: [], result: null }],
    touches: ['reads', 'node'],
  },

  addnode: {
    summary: 'Adds a node to the list of those to connect to, removes it, or tries it once.',
    params: [
      { name: 'node', type: p.string, summary: 'host:port' },
      { name: 'command', type: p.string, summary: 'add | remove | onetry' },
    ],
    result: r.nothing,
    errors: [
      ['MISC_ERROR', 'the command is not known'],
      ['IS_LOCALHOST_ERROR', 'the node is this machine'],
      ['NODE_ALREADY_ADDED', 'the node was added before'],
      ['NODE_NOT_ADDED', 'the node was not added before'],
    ],
    examples: [{ params: ['10.0.0.5:18920', 'add'], result: null }],
    touches: ['node'],
    lockFree: true,
  },

  getaddednodeinfo: {
    summary: 'Lists the nodes that were added with addnode.',
    params: [
      { name: 'dns', type: p.bool, summary: 'whether to tell the connections of each' },
      { name: 'node', type: p.string, optional: true, summary: 'only this one' },
    ],
    result: r.array(
      r.object({
        addednode: r.text('host:port'),
        connected: r.optional(r.boolean('with dns')),
        addresses: r.optional(
          r.array(
            r.object({ address: r.text(), connected: r.oneOf(['inbound', 'outbound', 'false']) }),
            'with dns',
          ),
        ),
      }),
    ),
    errors: [['NODE_NOT_ADDED', 'the node was not added']],
    examples: [{ params: [false] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  getnettotals: {
    summary: 'Returns the number of bytes sent to and received from other nodes.',
    params: [],
    result: r.object({
      totalbytesrecv: r.integer(),
      totalbytessent: r.integer(),
      timemillis: r.integer('since 1970'),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  getchaininfo: {
    summary: 'Lists figures of the newest blocks.',
    params: [
      { name: 'count', type: p.int, summary: 'how many blocks, 1 to 10000 and at most the height' },
      { name: 'height', type: p.int, optional: true, summary: 'of the newest one', default: 'the tip' },
    ],
    result: r.array(
      r.object({
        height: r.integer(),
        time: r.integer('seconds since 1970'),
        tx_count: r.integer(),
        fuel_fee: r.amount(),
        fuel_rate: r.integer(),
        miner: r.text('the producer'),
      }),
      'newest first',
    ),
    errors: [
      ['INVALID_PARAMS', 'the height is above the tip, or the count is not from 1 to the height and 10000'],
    ],
    examples: [{ params: [1] }],
    touches: ['reads', 'ledger'],
    lockFree: true,
  },
});
