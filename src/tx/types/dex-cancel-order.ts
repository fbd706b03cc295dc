import { hash256 } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';
import { ORDER_FACTS } from './order-facts.js';

/** DEX_CANCEL_ORDER_TX (88): takes an open order back. */
export const dexCancelOrder = defineTransaction({
  type: 88,
  name: 'DEX_CANCEL_ORDER_TX',
  since: 'R2',
  ...ORDER_FACTS,
  fields: { ...STANDARD_FIELDS, orderId: hash256, ...SIGNATURE },
  json: tx => ({ order_id: tx.orderId }),
});
export type DexCancelOrder = TransactionOf<typeof dexCancelOrder>;
