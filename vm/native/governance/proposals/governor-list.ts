import { isMatureRegId, type RegId, sameRegId } from '../../../../src/codec/regid.js';
import { GOVERNORS } from '../../../../src/state/tables/parameters.js';
import { DISABLE, ENABLE, isOperation } from '../../../../src/tx/enums.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { TransactionContext } from '../../../context.js';
import { governors } from '../electorate.js';
import { defineProposalRules } from '../proposal-rules.js';

/** GOV_BPMC_LIST (2): spec 05 §12.2. */
export const governorList = defineProposalRules(PROPOSAL_TYPES.governors, {
  summary: 'Appoints or removes a governor.',
  electorate: 'producers',

  check({ governorRegId, operation }, context) {
    if (!isOperation(operation)) reject(REJECT.REJECT_INVALID, 'operate_type-illegal');
    if (!isMatureRegId(governorRegId, context.block.height, context.network.regIdMaturity)) {
      reject(REJECT.REJECT_INVALID, 'regid-not-matured');
    }
    const account = context.accountByRegId(governorRegId);
    if (account === undefined) reject(REJECT.REJECT_INVALID, 'regid-not-found');
    // A governor without a key can never approve anything.
    const { governedRangesHold } = context.network.mended;
    if (governedRangesHold && operation === ENABLE && account.ownerKey === '') {
      reject(REJECT.REJECT_INVALID, 'regid-without-key');
    }
    const isAppointed = isGovernor(governorRegId, context);
    if (operation === DISABLE && !isAppointed) reject(REJECT.REJECT_INVALID, 'regid-not-governor');
    if (operation === ENABLE && isAppointed) reject(REJECT.REJECT_INVALID, 'regid-is-governor');
  },

  apply({ governorRegId, operation }, { state }) {
    if (operation === ENABLE) state.put(GOVERNORS, governorRegId, true);
    else state.delete(GOVERNORS, governorRegId);
  },
});

function isGovernor(account: RegId, { state, network }: TransactionContext): boolean {
  return governors(state, network).some(governor => sameRegId(governor, account));
}
