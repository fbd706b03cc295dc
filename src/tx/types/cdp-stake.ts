import { hash256, sortedMap, text, varint64 } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** CDP_STAKE_TX (21): opens a position (zero `cdpTxid`) or adds to one. */
export const cdpStake = defineTransaction({
  type: 21,
  name: 'CDP_STAKE_TX',
  fields: {
    ...STANDARD_FIELDS,
    cdpTxid: hash256,
    assetsToStake: sortedMap(varint64),
    scoinSymbol: text,
    scoinsToMint: varint64,
    ...SIGNATURE,
  },
  json: tx => ({
    cdp_txid: tx.cdpTxid,
    assets_to_stake: tx.assetsToStake,
    scoin_symbol: tx.scoinSymbol,
    scoins_to_mint: tx.scoinsToMint,
  }),
});
export type CdpStake = TransactionOf<typeof cdpStake>;
