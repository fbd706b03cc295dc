import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, MEMO, SENDER } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { SUBMITTING } from '../declaration/submitting.js';

/** An operator (spec 02 §4.6). */
const OPERATOR = r.named(
  'DexOperator',
  r.object({
    id: r.integer(),
    owner_regid: r.text(),
    owner_addr: r.text(),
    fee_receiver_regid: r.text(),
    fee_receiver_addr: r.text(),
    name: r.text(),
    portal_url: r.text(),
    order_open_mode: r.oneOf(['PUBLIC', 'PRIVATE']),
    maker_fee_ratio: r.amount('x 10^8'),
    taker_fee_ratio: r.amount('x 10^8'),
    order_open_dexop_list: r.array(r.integer(), 'operators whose orders may take its waiting orders'),
    memo: r.text(),
    memo_hex: r.text('the bytes of the memo'),
    activated: r.boolean('whether it takes orders'),
  }),
);

/** Methods about operators of the exchange (spec 06 §5). */
export const methods = defineMethods({
  submitdexoperatorregtx: {
    ...SUBMITTING,
    summary: 'Registers an operator of the exchange, for a fee of 1100 base coins.',
    description: 'It takes orders once governance has activated it, see submitdexswitchproposal.',
    params: [
      SENDER,
      { name: 'owner_uid', type: p.uid, summary: 'who may change it; owns no other operator' },
      { name: 'fee_receiver_uid', type: p.uid, summary: 'who gets its fees and signs its orders' },
      { name: 'dex_name', type: p.string, summary: 'at most 32 bytes' },
      { name: 'portal_url', type: p.string, summary: 'where users find it' },
      {
        name: 'order_open_mode',
        type: p.oneOf('PUBLIC', 'PRIVATE'),
        summary: 'whether orders of other operators may take its waiting orders',
      },
      { name: 'maker_fee_ratio', type: p.uint64, summary: 'x 10^8, at most 50000000' },
      { name: 'taker_fee_ratio', type: p.uint64, summary: 'x 10^8, at most 50000000' },
      {
        name: 'order_open_dexop_list',
        type: p.jsonArray,
        summary: 'ids of the operators whose orders may take its waiting orders; empty: all of them',
        elements: r.integer(),
      },
      FEE,
      MEMO,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMS', 'an account has no mature regid'],
      ['INVALID_PARAMETER', 'a memo is longer than 100 bytes'],
    ],
    examples: [
      {
        params: [
          EXAMPLE.bob,
          EXAMPLE.bob,
          EXAMPLE.alice,
          'mydex',
          'http://dex.example',
          'PUBLIC',
          2_000_000,
          2_000_000,
          [0],
        ],
      },
    ],
  },

  submitdexopupdatetx: {
    ...SUBMITTING,
    aliases: [{ name: 'submitdexoperatorupdatetx', summary: 'an older name' }],
    summary: 'Changes one property of an operator, for a fee of 110 base coins.',
    description:
      'Fields: 1 owner, 2 fee receiver, 3 name, 4 portal url, 5 open mode, 6 maker fee ratio, 7 taker fee ratio, 8 list of operators, 9 memo.',
    params: [
      { ...SENDER, summary: 'the owner of the operator' },
      { name: 'dex_id', type: p.uint32, summary: 'the operator' },
      { name: 'update_field', type: p.int, summary: '1 to 9' },
      { name: 'value', type: p.any, summary: 'the new value' },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'the field is not known, or its value of a wrong type'],
      ['INVALID_PARAMS', 'the value is malformed'],
    ],
    examples: [{ params: [EXAMPLE.alice, 1, 3, 'another name'] }],
  },

  getdexoperator: {
    summary: 'An operator of the exchange.',
    params: [{ name: 'dex_id', type: p.uint32, summary: 'its id; 0 is built in' }],
    result: OPERATOR,
    errors: [['INVALID_PARAMS', 'there is no such operator']],
    examples: [{ params: [0] }],
    touches: ['reads', 'ledger'],
  },

  getdexoperatorbyowner: {
    summary: 'The operator that an account owns.',
    params: [{ name: 'owner_uid', type: p.uid, summary: 'the account' }],
    result: OPERATOR,
    errors: [
      ['INVALID_ADDRESS_OR_KEY', 'the account does not exist'],
      ['INVALID_PARAMS', 'the account is not registered or owns no operator'],
    ],
    examples: [{ params: [EXAMPLE.settler] }],
    touches: ['reads', 'ledger'],
  },
});
