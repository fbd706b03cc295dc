import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE, FEE, SENDER, TXID_RESULT } from './common-parameters.js';

const PROPOSAL_ID = {
  name: 'proposal_id',
  type: p.txidLenient,
  summary: 'the txid of its request',
} as const;

/** Methods about what is governed, and by whom (spec 02 §5.14). */
export const methods = defineMethods({
  submitproposalapprovaltx: {
    summary: 'Approves a proposal. The last approval that is needed carries it out.',
    params: [
      SENDER,
      PROPOSAL_ID,
      FEE,
      {
        name: 'axc_signature',
        type: p.hexLenient,
        optional: true,
        summary: 'the signature of the payment on the other chain, for a proposal to swap out',
        default: 'none',
      },
    ],
    result: TXID_RESULT,
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.txid] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  getproposal: {
    summary: 'Shows a proposal and who has approved it.',
    params: [PROPOSAL_ID],
    result:
      'object: proposal_type, approval_min_count, expiry_block_height, the members of its type, approvaled_count, approvaled_governors [regid]; empty for an unknown id',
    examples: [{ params: [EXAMPLE.txid], result: {} }],
    allowedInSafeMode: true,
  },

  getgovernors: {
    summary: 'Lists the governors.',
    params: [],
    result: 'object: governors [regid], ascending',
    examples: [{ params: [], result: { governors: ['1-2'] } }],
    allowedInSafeMode: true,
  },

  getsysparam: {
    summary: 'Tells the value of a system parameter.',
    params: [{ name: 'param_name', type: p.string, summary: 'such as ASSET_ISSUE_FEE' }],
    result: 'object: the value by name, an integer or a regid',
    examples: [{ params: ['ASSET_ISSUE_FEE'], result: { ASSET_ISSUE_FEE: 55_000_000_000 } }],
    allowedInSafeMode: true,
  },

  listsysparams: {
    summary: 'Tells the values of all system parameters.',
    params: [],
    result: 'object: the values by name, integers or regids',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getcdpparam: {
    summary: 'Tells the value of a parameter of debt positions, or of all of them.',
    params: [
      { name: 'coin_pair', type: p.string, summary: 'collateral and stable coin, such as WICC:WUSD' },
      {
        name: 'param_name',
        type: p.string,
        optional: true,
        summary: 'such as CDP_INTEREST_PARAM_A',
        default: 'all parameters',
      },
    ],
    result: 'object: the values by name; ratios in percent, amounts in sawi',
    examples: [{ params: ['WICC:WUSD', 'CDP_INTEREST_PARAM_A'], result: { CDP_INTEREST_PARAM_A: 2 } }],
    allowedInSafeMode: true,
  },

  listmintxfees: {
    summary: 'Lists the smallest fee of every transaction type.',
    params: [],
    result:
      'array of objects: txtype_name, txtype_code, minfee_in_wicc, minfee_in_wusd (in sawi), modifiable (by governance)',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },
});

export const governance: MethodArea<NodeServices> = {
  title: 'Governance',
  methods,
  load: async () => (await import('../handlers/governance.js')).handlers,
};
