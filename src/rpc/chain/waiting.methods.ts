import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** Longest time that a call may wait. */
export const MOST_WAITING_SECONDS = 600;

const TIMEOUT = {
  name: 'timeout',
  type: p.int,
  optional: true,
  summary: `seconds to wait at most, 0 to ${MOST_WAITING_SECONDS}`,
  default: '60',
} as const satisfies ParameterDeclaration;

const ERRORS = [
  ['INVALID_PARAMETER', 'the time is out of range, or the number of confirmations is not positive'],
  ['NODE_BUSY', 'too many calls wait for blocks already'],
] as const;

/** Methods that wait for blocks, for programs that speak nothing but HTTP; see docs/events.md for more. */
export const methods = defineMethods({
  waitfornewblock: {
    summary: 'Waits until there is another newest block, and returns it.',
    description:
      'With the hash of the newest block that the caller knows nothing is missed between two calls: where it is not the newest any more, the answer comes at once. Other calls do not wait for this one.',
    params: [
      TIMEOUT,
      {
        name: 'known_hash',
        type: p.txid,
        optional: true,
        summary: 'hash of the newest block that the caller knows',
        default: 'that of the newest block now',
      },
    ],
    result: r.object({
      height: r.integer('of the newest block'),
      hash: r.text(),
      is_new: r.boolean('whether it is another block than the known one; false when the time was over'),
    }),
    errors: ERRORS,
    examples: [{ params: [0] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  waitforconfirmation: {
    summary: 'Waits until a transaction is in a block with so many confirmations.',
    description:
      'The transaction need not be known yet. A block that is taken back takes its confirmations along. Other calls do not wait for this one.',
    params: [
      { name: 'txid', type: p.txid, summary: 'id of the transaction' },
      {
        name: 'confirmations',
        type: p.int,
        optional: true,
        summary: 'blocks to wait for, its own included',
        default: '1',
      },
      TIMEOUT,
    ],
    result: r.object({
      txid: r.txid(),
      confirmed: r.boolean('whether it has that many; false when the time was over'),
      confirmations: r.integer('1 in the newest block; 0 while it is in no block'),
      height: r.optional(r.integer('of its block, if it is in one')),
      block_hash: r.optional(r.text('of its block, if it is in one')),
    }),
    errors: ERRORS,
    examples: [{ params: [EXAMPLE.txid, 1, 0] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },
});
