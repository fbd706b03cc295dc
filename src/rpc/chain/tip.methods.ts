import { defineMethods } from '../declaration/method.js';
import * as r from '../declaration/result-types/index.js';

/** Methods that need nothing of the node but the height of its newest block (spec 02 §5.3). */
export const methods = defineMethods({
  getblockcount: {
    summary: 'Returns the height of the newest block.',
    params: [],
    result: r.integer('height'),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
    lockFree: true,
  },
});
