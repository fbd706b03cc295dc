import { NO_PERMISSIONS } from '../../../../src/tx/permissions.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { defineProposalRules } from '../proposal-rules.js';

/** GOV_ACCOUNT_PERM (6): spec 05 §12.6. */
export const accountPermissions = defineProposalRules(PROPOSAL_TYPES.accountPerms, {
  summary: 'Sets what an account may do.',
  electorate: 'governors',

  check({ accountUid, proposedPermsSum }) {
    if (accountUid.kind === 'null') reject(REJECT.REJECT_INVALID, 'account-uid-empty');
    // Under the same id as in the reference (spec 05 §1, row 29).
    if (proposedPermsSum === NO_PERMISSIONS) reject(REJECT.REJECT_INVALID, 'account-uid-empty');
  },

  apply({ accountUid, proposedPermsSum }, context) {
    const account = context.account(accountUid);
    if (account === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    context.saveAccount({ ...account, permsSum: proposedPermsSum });
  },
});
