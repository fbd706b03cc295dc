import { byteString, varint64, varintSigned32 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { hexText } from '../json-members.js';
import { SIGNATURE } from '../standard-fields.js';
import { BASE_COIN } from '../symbols.js';

/** LCONTRACT_INVOKE_TX (4): calls a Lua contract and moves base coins to it. */
export const lcontractInvoke = defineTransaction({
  type: 4,
  name: 'LCONTRACT_INVOKE_TX',
  since: 'R1',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'CONTRACT',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: false },
  feeCheck: 'with-fuel',
  feeDiscount: 'none',
  contract: 'call',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    version: varintSigned32,
    validHeight: varintSigned32,
    txUid: uid,
    appUid: uid,
    fees: varint64,
    coinAmount: varint64,
    arguments: byteString,
    ...SIGNATURE,
  },
  json: (tx, context) => ({
    to_addr: context.addressOf(tx.appUid),
    to_uid: uidText(tx.appUid),
    coin_symbol: BASE_COIN,
    coin_amount: tx.coinAmount,
    arguments: hexText(tx.arguments),
  }),
});
export type LcontractInvoke = TransactionOf<typeof lcontractInvoke>;
