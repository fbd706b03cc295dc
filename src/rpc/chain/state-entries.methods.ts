import { defineMethods, type MethodDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** Keys of a call, at most. */
export const MOST_KEYS = 1000;
/** Entries of a page, where the caller says nothing, and at most. */
export const DEFAULT_PAGE = 100;
export const LARGEST_PAGE = 1000;
/** Bytes of keys and values in an answer, but that one entry is always there. */
export const MOST_BYTES = 1 << 20;

const BLOCK = {
  network: r.text('value of the option nettype'),
  block: r.object(
    {
      height: r.integer(),
      hash: r.text(),
      time: r.integer('seconds since 1970'),
      producer: r.text('its regid'),
      fuel_rate: r.integer('sawi for 100 units of fuel'),
    },
    'after which the state was so',
  ),
};
const KEY = r.text('hex');
const VALUE = r.text('hex');

const STATE = {
  description:
    'A key is the byte of its table, then the key within it, as in the database of the node. All of an answer is of the ' +
    'state after one block, which the answer names: with {"height": n} of an earlier one. Forks of a chain read their ' +
    'state by this.',
  touches: ['reads', 'ledger'],
  atHeight: true,
} as const satisfies Partial<MethodDeclaration>;

/** Methods that show the state as it is stored: what all other methods are computed from. */
export const methods = defineMethods({
  getstateentries: {
    ...STATE,
    summary: 'Shows entries of the state by their keys, encoded as they are stored.',
    params: [
      {
        name: 'keys',
        type: p.array,
        elements: r.text('hex'),
        summary: `of the entries, at most ${MOST_KEYS}`,
      },
    ],
    result: r.object({
      ...BLOCK,
      entries: r.array(
        r.object({ key: KEY, value: r.optional(VALUE) }),
        'in the order of the keys; without a value where there is none',
      ),
      has_more: r.boolean('whether the last keys are not in this answer, as it would be too large'),
    }),
    errors: [
      ['INVALID_PARAMETER', `there are more than ${MOST_KEYS} keys`],
      ['INVALID_PARAMETER', 'a key is no hex, or of no table'],
    ],
    examples: [{ params: [['0200000000000d', '1f']] }],
  },

  liststateentries: {
    ...STATE,
    summary:
      'Lists entries of one table of the state in the order of their keys, encoded as they are stored.',
    params: [
      { name: 'from', type: p.hex, summary: 'the smallest key; the byte of a table alone: its first' },
      {
        name: 'to',
        type: p.hex,
        summary: 'the key before which the list ends, of the same table; empty: the end of the table',
      },
      {
        name: 'reverse',
        type: p.bool,
        optional: true,
        summary: 'whether the greatest key comes first',
        default: 'false',
      },
      {
        name: 'max_count',
        type: p.uint32,
        optional: true,
        summary: `most entries of the answer, from 1 to ${LARGEST_PAGE}`,
        default: String(DEFAULT_PAGE),
      },
    ],
    result: r.object({
      ...BLOCK,
      entries: r.array(r.object({ key: KEY, value: VALUE })),
      has_more: r.boolean('whether there are more: from the last key on, or before it where reversed'),
    }),
    errors: [
      ['INVALID_PARAMETER', 'a key is of no table, or of another one'],
      ['INVALID_PARAMETER', `max_count is not from 1 to ${LARGEST_PAGE}`],
    ],
    examples: [{ params: ['1f', ''] }, { params: ['01', '01ff', true, 2] }],
  },
});
