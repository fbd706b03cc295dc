import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE } from './common-parameters.js';

/** Methods about this node and its view of the chain as a whole (spec 02 §5.1). */
export const methods = defineMethods({
  getinfo: {
    summary: 'Tells the state of the node, of its wallet and of the newest block.',
    params: [],
    result:
      'object: version, protocol_version, net_type, proxy, public_ip, conf_dir, data_dir, block_interval, genblock, time_offset, WICC_balance, WUSD_balance, WGRT_balance, wallet_unlock_time (of an encrypted wallet), relay_fee_perkb, tipblock_tx_count, tipblock_fuel_rate, tipblock_fuel, tipblock_time, tipblock_hash, tipblock_height, synblock_height, finblock_height, finblock_hash, connections, errors, state',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getcoinunitinfo: {
    summary: 'Lists the units of amounts with their value in sawi.',
    params: [{ name: 'ignored', type: p.any, optional: true, summary: 'for older callers, has no effect' }],
    result: 'object: the number of sawi by name of the unit, ascending',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getfinblockcount: {
    summary: 'Tells the height of the newest block that can no longer be taken back.',
    params: [],
    result: 'number: height',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  getrewardinfo: {
    summary: 'Tells how many base coins blocks have created for the voting contract.',
    params: [],
    result:
      'object: height, block_inflated_reward {start_height, start_time, new_rewards, total_minted, last_minted, last_minted_height, last_minted_time}',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  validateaddr: {
    summary: 'Tells whether a text names an account, and its address.',
    params: [{ name: 'address', type: p.uid, summary: 'address, contract address, regid or public key' }],
    result: 'object: is_valid, addr (the base58 address, or the given text where it names no account)',
    examples: [{ params: [EXAMPLE.alice], result: { is_valid: true, addr: EXAMPLE.alice } }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  validateaddress: {
    summary: 'As validateaddr, with the result of release 1.',
    params: [{ name: 'address', type: p.uid, summary: 'address, contract address, regid or public key' }],
    result: 'object: ret',
    examples: [{ params: [EXAMPLE.alice], result: { ret: true } }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  createmulsig: {
    summary: 'Makes the address of a legacy multi-signature script.',
    description:
      'No transaction type spends from such an address; outputs with a multi-signature condition are made with genutxomultisignaddr.',
    params: [
      { name: 'required', type: p.int, summary: 'how many signatures are needed, at least 1' },
      { name: 'accounts', type: p.array, summary: 'at most 15 accounts whose public keys the wallet has' },
    ],
    result: 'object: addr, script (hex)',
    examples: [{ params: [1, [EXAMPLE.alice, EXAMPLE.bob]] }],
    allowedInSafeMode: true,
    lockFree: true,
    walletUnlocked: true,
  },
});

export const node: MethodArea<NodeServices> = {
  title: 'Node',
  methods,
  load: async () => (await import('../handlers/node.js')).handlers,
};
