import { stringifyJson } from '../../src/codec/json.js';
import type { DifferenceRule } from '../../src/replay/difference-rule.js';
import type { Difference } from '../../src/replay/json-difference.js';
import { lastPart } from '../../src/replay/representation-rules.js';

/** Conditions of an operator that change nothing. */
const NO_CONDITIONS = stringifyJson({ open_mode: 'PUBLIC', taker_fee_ratio: 0, maker_fee_ratio: 0 });

/** What the specification changes on purpose about lists of orders. */
export const EXCHANGE_RULES: readonly DifferenceRule[] = [
  {
    id: 'end-of-page',
    reason: 'a page of orders ends with the last one that it has; the next page of the reference loses one',
    source: 'spec 06 §1, row 2',
    covers: ({ kind, path }, { method }) =>
      kind === 'value' && method === 'listdexorders' && path === 'body.result.last_pos_info',
  },
  {
    id: 'listed-conditions',
    reason: 'lists show conditions of an operator only for orders that have some',
    source: 'spec 06 §1, row 29',
    covers: (difference, { method }) => method === 'listdexorders' && areNoConditions(difference),
  },
];

/** Whether a list of the reference shows conditions that change nothing, for an order without any. */
function areNoConditions({ kind, path, recorded, ours }: Difference): boolean {
  switch (lastPart(path)) {
    case 'has_operator_config':
      return recorded === true && ours === false;
    case 'operator_config':
      return kind === 'missing' && stringifyJson(recorded ?? null) === NO_CONDITIONS;
    default:
      return false;
  }
}
