import { hash256, text, varint64 } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** CDP_LIQUIDATE_TX (23): pays another account's debt for its collateral. */
export const cdpLiquidate = defineTransaction({
  type: 23,
  name: 'CDP_LIQUIDATE_TX',
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
    liquidateAssetSymbol: text,
    scoinsToLiquidate: varint64,
    ...SIGNATURE,
  },
  json: tx => ({
    cdp_txid: tx.cdpTxid,
    liquidate_asset_symbol: tx.liquidateAssetSymbol,
    scoins_to_liquidate: tx.scoinsToLiquidate,
  }),
});
export type CdpLiquidate = TransactionOf<typeof cdpLiquidate>;
