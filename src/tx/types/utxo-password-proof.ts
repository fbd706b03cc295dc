import { hash256, u16, varint16 } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** UTXO_PASSWORD_PROOF_TX (19): announces a spender; the preimage has the index as two fixed bytes. */
export const utxoPasswordProof = defineTransaction({
  type: 19,
  name: 'UTXO_PASSWORD_PROOF_TX',
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
    utxoTxid: hash256,
    utxoVoutIndex: varint16,
    passwordProof: hash256,
    ...SIGNATURE,
  },
  preimage: [
    'validHeight',
    'txUid',
    'feeSymbol',
    'fees',
    'utxoTxid',
    ['utxoVoutIndex', u16],
    'passwordProof',
  ],
  json: tx => ({
    utxo_txid: tx.utxoTxid,
    utxo_vout_index: tx.utxoVoutIndex,
    password_proof: tx.passwordProof,
  }),
});
export type UtxoPasswordProof = TransactionOf<typeof utxoPasswordProof>;
