import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** ACCOUNT_PERMS_CLEAR_TX (50): gives up all permissions of the sender. */
export const accountPermsClear = defineTransaction({
  type: 50,
  name: 'ACCOUNT_PERMS_CLEAR_TX',
  fields: { ...STANDARD_FIELDS, ...SIGNATURE },
  json: () => ({}),
});
export type AccountPermsClear = TransactionOf<typeof accountPermsClear>;
