import { hash256, sortedMap, varint64 } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** CDP_REDEEM_TX (22): repays debt and takes collateral back. */
export const cdpRedeem = defineTransaction({
  type: 22,
  name: 'CDP_REDEEM_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'CDP',
  minimumFee: { reference: 1_000_000n, development: 100_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    ...STANDARD_FIELDS,
    cdpTxid: hash256,
    scoinsToRepay: varint64,
    assetsToRedeem: sortedMap(varint64),
    ...SIGNATURE,
  },
  json: tx => ({
    cdp_txid: tx.cdpTxid,
    scoins_to_repay: tx.scoinsToRepay,
    assets_to_redeem: tx.assetsToRedeem,
  }),
});
export type CdpRedeem = TransactionOf<typeof cdpRedeem>;
