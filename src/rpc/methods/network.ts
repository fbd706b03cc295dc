import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';

/** Methods about other nodes (spec 02 §5.2). */
export const methods = defineMethods({
  getnetworkinfo: {
    summary: 'Tells what this node says of itself to other nodes.',
    params: [],
    result:
      'object: version, protocolversion, timeoffset, connections, proxy, relayfee, localaddresses [{address, port, score}]',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getconnectioncount: {
    summary: 'Counts the connections to other nodes.',
    params: [],
    result: 'number',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getpeerinfo: {
    summary: 'Lists the connections to other nodes.',
    params: [
      { name: 'detail', type: p.bool, optional: true, summary: 'whether to add counters', default: 'false' },
    ],
    result:
      'array of objects: addr, services, lastsend, lastrecv, bytessent, bytesrecv, conntime, pingtime, version, subver, inbound, startingheight, syncnode',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  ping: {
    summary: 'Measures the time of a round trip to every connected node, for getpeerinfo.',
    params: [],
    result: 'null',
    examples: [{ params: [], result: null }],
    allowedInSafeMode: true,
  },

  addnode: {
    summary: 'Adds a node to the list of those to connect to, removes it, or tries it once.',
    params: [
      { name: 'node', type: p.string, summary: 'host:port' },
      { name: 'command', type: p.string, summary: 'add | remove | onetry' },
    ],
    result: 'null',
    examples: [{ params: ['10.0.0.5:18920', 'add'], result: null }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  getaddednodeinfo: {
    summary: 'Lists the nodes that were added with addnode.',
    params: [
      { name: 'dns', type: p.bool, summary: 'whether to tell the connections of each' },
      { name: 'node', type: p.string, optional: true, summary: 'only this one' },
    ],
    result:
      'array of objects: addednode; with dns also connected and addresses [{address, connected: inbound | outbound | false}]',
    examples: [{ params: [false] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  getnettotals: {
    summary: 'Tells how many bytes went to and came from other nodes.',
    params: [],
    result: 'object: totalbytesrecv, totalbytessent, timemillis',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  getchaininfo: {
    summary: 'Lists figures of the newest blocks.',
    params: [
      { name: 'count', type: p.int, summary: 'how many blocks, 1 to 10000 and at most the height' },
      { name: 'height', type: p.int, optional: true, summary: 'of the newest one', default: 'the tip' },
    ],
    result: 'array of objects, newest first: height, time, tx_count, fuel_fee, fuel_rate, miner',
    examples: [{ params: [1] }],
    allowedInSafeMode: true,
    lockFree: true,
  },
});

export const network: MethodArea<NodeServices> = {
  title: 'Network',
  methods,
  load: async () => (await import('../handlers/network.js')).handlers,
};
