import { NO_PERMISSIONS } from '../../../src/tx/permissions.js';
import { accountPermsClear } from '../../../src/tx/types/account-perms-clear.js';
import { defineHandler } from '../handler.js';

/** ACCOUNT_PERMS_CLEAR_TX (spec 07 §9). */
export const accountPermsClearHandler = defineHandler(accountPermsClear, {
  summary: 'Gives up all permissions of the sender; only a governance proposal gives some back.',

  check() {
    // Nothing beyond the base check: every account may give up its own permissions.
  },

  execute(_tx, context) {
    context.saveAccount({ ...context.sender(), permsSum: NO_PERMISSIONS });
  },
});
