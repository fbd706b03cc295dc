import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** ACCOUNT_PERMS_CLEAR_TX (50): gives up all permissions of the sender. */
export const accountPermsClear = defineTransaction({
  type: 50,
  name: 'ACCOUNT_PERMS_CLEAR_TX',
  since: 'R3',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'none',
  minimumFee: { reference: 100_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { ...STANDARD_FIELDS, ...SIGNATURE },
  json: () => ({}),
});
export type AccountPermsClear = TransactionOf<typeof accountPermsClear>;
