import {
  BUILT_IN_OPERATOR_ID,
  DEX_OPERATORS,
  dexOperator,
} from '../../../../src/state/tables/dex-operators.js';
import { ENABLE, isOperation } from '../../../../src/tx/enums.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { defineProposalRules } from '../proposal-rules.js';

/** GOV_DEX_OP (9): spec 05 §12.9, spec 06 §5.4. */
export const dexOperatorSwitch = defineProposalRules(PROPOSAL_TYPES.dexOperator, {
  summary: 'Lets an operator of the exchange take new orders, or not.',
  electorate: 'governors',

  check({ dexId, operation }, { state, network }) {
    if (dexId === BUILT_IN_OPERATOR_ID) {
      reject(REJECT.REJECT_INVALID, "operator0-can't-be-switched");
    }
    if (!isOperation(operation)) reject(REJECT.REJECT_INVALID, 'operate-type-error');
    const operator = dexOperator(state, network, dexId);
    if (operator === undefined) reject(REJECT.REJECT_INVALID, 'dexoperator-not-exist');
    if (operator.activated === (operation === ENABLE)) reject(REJECT.REJECT_INVALID, 'need-not-update');
  },

  apply({ dexId, operation }, { state, network }) {
    const operator = dexOperator(state, network, dexId);
    if (operator === undefined) reject(REJECT.REJECT_INVALID, 'dexoperator-not-exist');
    state.put(DEX_OPERATORS, dexId, { ...operator, activated: operation === ENABLE });
  },
});
