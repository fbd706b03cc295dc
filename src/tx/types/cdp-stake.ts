import { hash256, sortedMap, text, varint64, ZERO_HASH } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** Whether a stake opens a position, whose id is then the transaction's own. */
export function isNewCdp(tx: { readonly cdpTxid: string }): boolean {
  return tx.cdpTxid === ZERO_HASH;
}

/** CDP_STAKE_TX (21): opens a position (zero `cdpTxid`) or adds to one. */
export const cdpStake = defineTransaction({
  type: 21,
  name: 'CDP_STAKE_TX',
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
    assetsToStake: sortedMap(varint64),
    scoinSymbol: text,
    scoinsToMint: varint64,
    ...SIGNATURE,
  },
  json: (tx, _context, txid) => ({
    cdp_txid: isNewCdp(tx) ? txid : tx.cdpTxid,
    assets_to_stake: tx.assetsToStake,
    scoin_symbol: tx.scoinSymbol,
    scoins_to_mint: tx.scoinsToMint,
  }),
});
export type CdpStake = TransactionOf<typeof cdpStake>;
