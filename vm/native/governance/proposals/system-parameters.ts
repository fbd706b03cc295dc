import { isNoRegId, regIdFromInteger } from '../../../../src/codec/regid.js';
import { isInRange, SYSTEM_PARAMETERS, systemParameterOf } from '../../../../src/config/system-parameters.js';
import { LAST_VOTE_HEIGHT } from '../../../../src/state/tables/delegates.js';
import { SYSTEM_PARAMS } from '../../../../src/state/tables/parameters.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { TransactionContext } from '../../../context.js';
import { defineProposalRules } from '../proposal-rules.js';
import { isProposableCount, type ProposedParameter } from '../proposed-parameter.js';

/** GOV_SYS_PARAM (1): spec 05 §12.1. */
export const systemParameters = defineProposalRules(PROPOSAL_TYPES.sysParam, {
  summary: 'Sets system parameters.',
  electorate: 'governors',

  check({ params }, context) {
    if (!isProposableCount(params)) reject(REJECT.REJECT_INVALID, 'invalid-params-size');
    for (const parameter of params) checkParameter(parameter, context);
  },

  apply({ params }, { state, block }) {
    for (const { code, value } of params) {
      state.put(SYSTEM_PARAMS, code, value);
      if (code === SYSTEM_PARAMETERS.BP_DELEGATE_VOTE_MIN.code) {
        // Counts as a vote, so that the votes are counted again.
        state.put(LAST_VOTE_HEIGHT, undefined, block.height);
      }
    }
  },
});

function checkParameter({ code, value }: ProposedParameter, context: TransactionContext): void {
  const parameter = systemParameterOf(code);
  if (parameter === undefined) reject(REJECT.REJECT_INVALID, 'params-error');
  if (parameter.since === 'R3.5' && context.featureVersion !== 'R3.5') {
    reject(REJECT.REJECT_INVALID, 'unsupport-sys-param');
  }
  if (!isInRange(parameter, value, context.network.mended))
    reject(REJECT.REJECT_INVALID, 'params-range-error');
  if (parameter.isRegId === true) {
    const regId = regIdFromInteger(value);
    if (isNoRegId(regId) || context.accountByRegId(regId) === undefined) {
      reject(REJECT.REJECT_INVALID, 'account-not-exist');
    }
  }
}
