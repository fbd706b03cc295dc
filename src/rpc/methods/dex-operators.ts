import { defineMethods, type MethodArea, type MethodDeclaration } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE, FEE, MEMO, SENDER, TXID_RESULT } from './common-parameters.js';

const SUBMITTING = {
  result: TXID_RESULT,
  allowedInSafeMode: false,
  needsWallet: true,
  walletUnlocked: true,
} as const satisfies Partial<MethodDeclaration>;

const OPERATOR_RESULT =
  'object: id, owner_regid, owner_addr, fee_receiver_regid, fee_receiver_addr, name, portal_url, order_open_mode, maker_fee_ratio, taker_fee_ratio, order_open_dexop_list, memo, memo_hex, activated';

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
      },
      FEE,
      MEMO,
    ],
    examples: [
      {
        params: [
          EXAMPLE.alice,
          EXAMPLE.alice,
          EXAMPLE.bob,
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
    examples: [{ params: [EXAMPLE.alice, 1, 3, 'another name'] }],
  },

  getdexoperator: {
    summary: 'An operator of the exchange.',
    params: [{ name: 'dex_id', type: p.uint32, summary: 'its id; 0 is built in' }],
    result: OPERATOR_RESULT,
    examples: [{ params: [0] }],
    allowedInSafeMode: true,
  },

  getdexoperatorbyowner: {
    summary: 'The operator that an account owns.',
    params: [{ name: 'owner_uid', type: p.uid, summary: 'the account' }],
    result: OPERATOR_RESULT,
    examples: [{ params: ['1-3'] }],
    allowedInSafeMode: true,
  },
});

export const dexOperators: MethodArea<NodeServices> = {
  title: 'Exchange operators',
  methods,
  load: async () => (await import('../handlers/dex-operators.js')).handlers,
};
