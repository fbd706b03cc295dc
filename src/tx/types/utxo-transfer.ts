import { byteString, text, vector } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { memoMembers } from '../json-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';
import { utxoInput, utxoInputJson, utxoOutput, utxoOutputJson } from '../utxo.js';

/** UTXO_TRANSFER_TX (18): spends outputs, makes outputs, or moves coins between outputs and balance. */
export const utxoTransfer = defineTransaction({
  type: 18,
  name: 'UTXO_TRANSFER_TX',
  since: 'R3',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'SEND_UTXO',
  minimumFee: { reference: 100_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    ...STANDARD_FIELDS,
    coinSymbol: text,
    vins: vector(utxoInput),
    vouts: vector(utxoOutput),
    memo: byteString,
    ...SIGNATURE,
  },
  json: (tx, context) => ({
    coin_symbol: tx.coinSymbol,
    vins: tx.vins.map(vin => utxoInputJson(vin, context)),
    vouts: tx.vouts.map(vout => utxoOutputJson(vout, context)),
    ...memoMembers(tx.memo),
  }),
});
export type UtxoTransfer = TransactionOf<typeof utxoTransfer>;
