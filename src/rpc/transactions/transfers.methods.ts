import { BASE_COIN } from '../../tx/symbols.js';
import { SUBMITTING_ERRORS, UNKNOWN_COIN } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, MEMO, SENDER } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { TXID_AND_HASH } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';

const FROM = { ...SENDER, name: 'from' } as const;

/** Methods that send coins (spec 02 §5.6). */
export const methods = defineMethods({
  submitsendtx: {
    ...SUBMITTING,
    summary: 'Sends coins to an account.',
    params: [
      FROM,
      { name: 'to', type: p.uid, summary: 'the account that receives' },
      { name: 'amount', type: p.comboMoney(BASE_COIN), summary: 'at least 10000 sawi' },
      FEE,
      MEMO,
    ],
    errors: [...SUBMITTING_ERRORS, UNKNOWN_COIN, ['INVALID_PARAMETER', 'the amount is 0']],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.bob, 'WICC:1:wi', 'WICC:10000:sawi', 'hello'] }],
  },

  submitsendmultitx: {
    ...SUBMITTING,
    summary: 'Sends coins to one to a hundred accounts.',
    params: [
      FROM,
      {
        name: 'transfer_array',
        type: p.jsonArray,
        summary: 'the transfers, each of at least 10000 sawi',
        elements: r.object({ to_uid: r.text(), symbol_amount_unit: r.text('symbol:amount:unit') }),
      },
      { ...FEE, default: "the network's minimum for every entry" },
      MEMO,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      [16, 'an element names no coin, or the sender has too little for all of them'],
      ['INVALID_PARAMETER', 'a member is missing or an amount is 0'],
    ],
    examples: [
      {
        params: [
          EXAMPLE.alice,
          [
            { to_uid: EXAMPLE.bob, symbol_amount_unit: 'WICC:1:wi' },
            { to_uid: EXAMPLE.carol, symbol_amount_unit: 'WICC:10000:sawi' },
          ],
          'WICC:20000:sawi',
        ],
      },
    ],
  },

  sendtoaddress: {
    ...SUBMITTING,
    summary: 'Sends base coins for the smallest fee (release 1).',
    description:
      'With two parameters they are the receiver and the amount, and the coins come from the first address of the wallet that has enough.',
    params: [
      {
        name: 'sender_or_to',
        type: p.uid,
        summary: 'the account that sends; with two parameters the one that receives',
      },
      {
        name: 'to_or_amount',
        type: p.textOrInteger,
        summary: 'the account that receives; or the amount in sawi',
      },
      { name: 'amount', type: p.amount, optional: true, summary: 'in sawi' },
    ],
    result: TXID_AND_HASH,
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the amount is 0']],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.bob, 100_000_000] }],
  },

  sendtoaddresswithfee: {
    ...SUBMITTING,
    summary: 'Sends base coins for a given fee (release 1).',
    description:
      'With three parameters they are the receiver, the amount and the fee, and the coins come from the first address of the wallet that has enough.',
    params: [
      {
        name: 'sender_or_to',
        type: p.uid,
        summary: 'the account that sends; with three parameters the one that receives',
      },
      {
        name: 'to_or_amount',
        type: p.textOrInteger,
        summary: 'the account that receives; or the amount in sawi',
      },
      { name: 'amount_or_fee', type: p.amount, summary: 'in sawi' },
      { name: 'fee', type: p.amount, optional: true, summary: 'in sawi' },
    ],
    result: TXID_AND_HASH,
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the amount is 0']],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.bob, 100_000_000, 10_000] }],
  },
});
