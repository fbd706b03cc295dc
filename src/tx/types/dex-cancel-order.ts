import { hash256 } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** DEX_CANCEL_ORDER_TX (88): takes an open order back. */
export const dexCancelOrder = defineTransaction({
  type: 88,
  name: 'DEX_CANCEL_ORDER_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'DEX',
  minimumFee: { reference: 100_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'stake',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { ...STANDARD_FIELDS, orderId: hash256, ...SIGNATURE },
  json: tx => ({ order_id: tx.orderId }),
});
export type DexCancelOrder = TransactionOf<typeof dexCancelOrder>;
