import { byteString, record, text, type ValueOf, varint64, vector } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { memoMembers, transferObject } from '../json-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** One transfer: to whom, of which coin, how many sawi. */
const transfer = record({ toUid: uid, coinSymbol: text, coinAmount: varint64 });
export type Transfer = ValueOf<typeof transfer>;

/** UCOIN_TRANSFER_TX (11): one to a hundred transfers of any coins. */
export const ucoinTransfer = defineTransaction({
  type: 11,
  name: 'UCOIN_TRANSFER_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'SEND_COIN',
  minimumFee: { reference: 100_000n, development: 10_000n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { ...STANDARD_FIELDS, transfers: vector(transfer), memo: byteString, ...SIGNATURE },
  json: (tx, context) => ({
    transfers: tx.transfers.map(t => transferObject(t.toUid, t.coinSymbol, t.coinAmount, context)),
    ...memoMembers(tx.memo),
  }),
});
export type UcoinTransfer = TransactionOf<typeof ucoinTransfer>;
