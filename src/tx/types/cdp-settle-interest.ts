import { hash256, varint64, varintSigned32, vector } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE } from '../standard-fields.js';

/** CDP_FORCE_SETTLE_INTEREST_TX (24): positions whose interest is due; the preimage omits the fees. */
export const cdpSettleInterest = defineTransaction({
  type: 24,
  name: 'CDP_FORCE_SETTLE_INTEREST_TX',
  since: 'R3',
  origin: 'system',
  senders: [],
  permission: 'none',
  minimumFee: { reference: 0n, development: 0n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    version: varintSigned32,
    validHeight: varintSigned32,
    txUid: uid,
    fees: varint64,
    cdpList: vector(hash256),
    ...SIGNATURE,
  },
  preimage: ['validHeight', 'txUid', 'cdpList'],
  json: tx => ({ cdp_list: tx.cdpList }),
});
export type CdpSettleInterest = TransactionOf<typeof cdpSettleInterest>;
