import { defineMethods } from '../declaration/method.js';
import * as r from '../declaration/result-types/index.js';

/** What monitoring asks. */
export const methods = defineMethods({
  getmetrics: {
    summary: 'Shows the metrics of the node in the text form of Prometheus, as GET /metrics answers them.',
    params: [],
    result: r.text('a line for each value, with lines of comments that say what it is'),
    errors: [['MISC_ERROR', 'the optional package prom-client is not installed']],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },
});
