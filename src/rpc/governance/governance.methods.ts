import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, SENDER } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { EMPTY } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';

const PROPOSAL_ID = {
  name: 'proposal_id',
  type: p.txid,
  summary: 'the txid of its request',
} as const;

/** Methods about what is governed, and by whom (spec 02 §5.14). */
export const methods = defineMethods({
  submitproposalapprovaltx: {
    ...SUBMITTING,
    summary: 'Approves a proposal. The last approval that is needed carries it out.',
    params: [
      SENDER,
      { ...PROPOSAL_ID, type: p.txid },
      FEE,
      {
        name: 'axc_signature',
        type: p.hex,
        optional: true,
        summary: 'the signature of the payment on the other chain, for a proposal to swap out',
        default: 'none',
      },
    ],
    errors: SUBMITTING_ERRORS,
    examples: [{ params: [EXAMPLE.governor, EXAMPLE.proposal] }],
  },

  getproposal: {
    summary: 'Shows a proposal and who has approved it.',
    params: [PROPOSAL_ID],
    result: r.either(
      r.openObject(
        {
          proposal_type: r.integer('1 to 16'),
          approval_min_count: r.integer('approvals that it needs'),
          expiry_block_height: r.integer(),
          approvaled_count: r.integer(),
          approvaled_governors: r.array(r.text('regid')),
        },
        'the members of its type, see spec 02 §4.9',
      ),
      EMPTY,
    ),
    errors: [],
    examples: [{ params: [EXAMPLE.proposal] }, { params: [EXAMPLE.txid], result: {} }],
    touches: ['reads', 'ledger'],
  },

  getgovernors: {
    summary: 'Lists the governors.',
    params: [],
    result: r.object({ governors: r.array(r.text('regid'), 'ascending') }),
    errors: [],
    examples: [{ params: [], result: { governors: ['1-2'] } }],
    touches: ['reads', 'ledger'],
  },

  getsysparam: {
    summary: 'Returns the value of a system parameter.',
    params: [{ name: 'param_name', type: p.string, summary: 'such as ASSET_ISSUE_FEE' }],
    result: r.map('name', r.either(r.amount(''), r.text('regid'))),
    errors: [['INVALID_PARAMETER', 'there is no such parameter']],
    examples: [{ params: ['ASSET_ISSUE_FEE'], result: { ASSET_ISSUE_FEE: 55_000_000_000 } }],
    touches: ['reads', 'ledger'],
  },

  listsysparams: {
    summary: 'Returns the values of all system parameters.',
    params: [],
    result: r.map('name', r.either(r.amount(''), r.text('regid'))),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  getcdpparam: {
    summary: 'Returns the value of a parameter of debt positions, or of all of them.',
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
    result: r.map('name', r.either(r.amount('in sawi, days or as it is'), r.number('percent'))),
    errors: [['INVALID_PARAMETER', 'there is no such pair or parameter']],
    examples: [{ params: ['WICC:WUSD', 'CDP_INTEREST_PARAM_A'], result: { CDP_INTEREST_PARAM_A: 2 } }],
    touches: ['reads', 'ledger'],
  },

  listmintxfees: {
    summary: 'Lists the smallest fee of every transaction type.',
    params: [],
    result: r.array(
      r.object({
        txtype_name: r.text(),
        txtype_code: r.integer(),
        minfee_in_wicc: r.amount(),
        minfee_in_wusd: r.amount(),
        modifiable: r.boolean('by governance'),
      }),
    ),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },
});
