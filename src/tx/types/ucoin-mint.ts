import { text, varint64, varintSigned32 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE } from '../standard-fields.js';

/** UCOIN_MINT_TX (12): creates coins; only in the system genesis block. */
export const ucoinMint = defineTransaction({
  type: 12,
  name: 'UCOIN_MINT_TX',
  since: 'R2',
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
  baseJson: false,
  fields: {
    version: varintSigned32,
    txUid: uid,
    validHeight: varintSigned32,
    coinSymbol: text,
    coinAmount: varint64,
    ...SIGNATURE,
  },
  json: (tx, context) => ({
    ver: tx.version,
    tx_uid: uidText(tx.txUid),
    to_addr: context.addressOf(tx.txUid),
    coin_symbol: tx.coinSymbol,
    coin_amount: tx.coinAmount,
    valid_height: tx.validHeight,
  }),
});
export type UcoinMint = TransactionOf<typeof ucoinMint>;
