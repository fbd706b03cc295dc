import { byteString, text, varint64, varintSigned32 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { hexText } from '../json-members.js';
import { SIGNATURE } from '../standard-fields.js';

/** UCONTRACT_INVOKE_TX (15): calls a Lua contract and moves any coin to it. */
export const ucontractInvoke = defineTransaction({
  type: 15,
  name: 'UCONTRACT_INVOKE_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'CONTRACT',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: false },
  feeCheck: 'base',
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
    arguments: byteString,
    fees: varint64,
    feeSymbol: text,
    coinSymbol: text,
    coinAmount: varint64,
    ...SIGNATURE,
  },
  json: (tx, context) => ({
    to_addr: context.addressOf(tx.appUid),
    to_uid: uidText(tx.appUid),
    coin_symbol: tx.coinSymbol,
    coin_amount: tx.coinAmount,
    arguments: hexText(tx.arguments),
  }),
});
export type UcontractInvoke = TransactionOf<typeof ucontractInvoke>;
