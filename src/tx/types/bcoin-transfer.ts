import { byteString, varint64, varintSigned32 } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { memoMembers, transferObject } from '../json-members.js';
import { SIGNATURE } from '../standard-fields.js';
import { BASE_COIN } from '../symbols.js';

/** BCOIN_TRANSFER_TX (3): a transfer of the base coin; succeeded by UCOIN_TRANSFER_TX. */
export const bcoinTransfer = defineTransaction({
  type: 3,
  name: 'BCOIN_TRANSFER_TX',
  since: 'R1',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'SEND_COIN',
  minimumFee: { reference: 10_000_000n, development: 10_000n, governable: false },
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
    toUid: uid,
    fees: varint64,
    coinAmount: varint64,
    memo: byteString,
    ...SIGNATURE,
  },
  json: (tx, context) => ({
    transfers: [transferObject(tx.toUid, BASE_COIN, tx.coinAmount, context)],
    ...memoMembers(tx.memo),
  }),
});
export type BcoinTransfer = TransactionOf<typeof bcoinTransfer>;
