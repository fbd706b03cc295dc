import { uidText } from '../../codec/uid.js';
import { PROTOCOL } from '../../config/network.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { methods } from './network.methods.js';
import { RELAY_FEE } from './relay-fee.js';
import type { NodeServices } from './services.js';

/** Most blocks that getchaininfo lists. */
const MAX_LISTED_BLOCKS = 10_000;

export const handlers = implement<typeof methods, NodeServices>({
  getnetworkinfo: (_args, { amountFormat, consensus }) => ({
    version: PROTOCOL.clientVersion,
    protocolversion: PROTOCOL.protocolVersion,
    timeoffset: 0,
    connections: consensus.peers().length,
    proxy: '',
    relayfee: amountFormat(RELAY_FEE),
    localaddresses: [],
  }),

  getconnectioncount: (_args, { consensus }) => consensus.peers().length,

  getpeerinfo: (_args, { consensus }) =>
    consensus.peers().map(({ address, inbound }) => ({ addr: address, inbound })),

  ping: () => null,

  addnode({ node, command }, { addedNodes }) {
    if (command !== 'add' && command !== 'remove' && command !== 'onetry') {
      throw new RpcError(
        'MISC_ERROR',
        `addnode "node" "command"\n\ncommand is add, remove or onetry, not ${command}`,
      );
    }
    if (node.includes('127.0.0.1:')) {
      throw new RpcError('IS_LOCALHOST_ERROR', "Error: Node can't be a localhost.");
    }
    if (command === 'add') addedNodes.add(node);
    if (command === 'remove') addedNodes.remove(node);
    return null;
  },

  getaddednodeinfo: ({ dns, node }, { addedNodes }) =>
    addedNodes
      .list(node)
      .map(address =>
        dns
          ? { addednode: address, connected: false, addresses: [{ address, connected: 'false' }] }
          : { addednode: address },
      ),

  getnettotals: () => ({ totalbytesrecv: 0, totalbytessent: 0, timemillis: Date.now() }),

  getchaininfo({ count, height: newest }, { chain, tipHeight }) {
    const top = newest ?? tipHeight;
    if (top > tipHeight) {
      const message = `The height exceed the tip height! height=${top}, tip_height=${tipHeight}`;
      throw new RpcError('INVALID_PARAMS', message);
    }
    if (count < 1 || count > top || count > MAX_LISTED_BLOCKS) {
      const limits = `count=${count}, height=${top}, max_count=${MAX_LISTED_BLOCKS}`;
      throw new RpcError('INVALID_PARAMS', `The input count out of range! ${limits}`);
    }
    return Array.from({ length: count }, (_, i) => {
      const summary = chain.blocks.header(top - i);
      if (!summary) throw new RpcError('INTERNAL_ERROR', "Can't read block from disk");
      const { header, transactionCount, producer } = summary;
      return {
        height: header.height,
        time: header.time,
        tx_count: transactionCount,
        fuel_fee: header.fuelFee,
        fuel_rate: header.fuelRate,
        miner: uidText(producer),
      };
    });
  },
});
