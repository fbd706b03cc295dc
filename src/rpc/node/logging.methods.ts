import { CATEGORY_NAMES, LOG_CATEGORIES, LOG_LEVELS } from '../../config/log-categories.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const LEVELS = r.object(
  Object.fromEntries(CATEGORY_NAMES.map(category => [category, r.text(LOG_CATEGORIES[category])])),
);
const ALL_LEVELS = Object.fromEntries(CATEGORY_NAMES.map(category => [category, 'info']));

/** Methods that control the log while the node runs. */
export const methods = defineMethods({
  getloglevels: {
    summary: 'Shows the level of each part of the log.',
    params: [],
    result: LEVELS,
    errors: [],
    examples: [{ params: [], result: { ...ALL_LEVELS } }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  setloglevel: {
    summary: 'Changes the level of a part of the log, or of all, until the node ends.',
    params: [
      {
        name: 'category',
        type: p.oneOf('all', ...CATEGORY_NAMES),
        summary: 'the part of the log; all are all of them',
      },
      { name: 'level', type: p.oneOf(...LOG_LEVELS), summary: 'of the least important lines' },
    ],
    result: LEVELS,
    errors: [],
    examples: [{ params: ['rpc', 'info'] }],
    touches: ['node'],
    lockFree: true,
  },
});
