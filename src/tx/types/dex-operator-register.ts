import { byteString, text, u8, varint64, vector } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { freeTextJson } from '../free-text.js';
import { memoMembers } from '../json-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** DEX_OPERATOR_REGISTER_TX (92): registers an exchange operator. */
export const dexOperatorRegister = defineTransaction({
  type: 92,
  name: 'DEX_OPERATOR_REGISTER_TX',
  since: 'R3',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'DEX',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    ...STANDARD_FIELDS,
    ownerUid: uid,
    feeReceiverUid: uid,
    dexName: text,
    portalUrl: text,
    openMode: u8,
    makerFeeRatio: varint64,
    takerFeeRatio: varint64,
    orderOpenDexops: vector(varint64),
    memo: byteString,
    ...SIGNATURE,
  },
  json: tx => ({
    owner_uid: uidText(tx.ownerUid),
    fee_receiver_uid: uidText(tx.feeReceiverUid),
    dex_name: freeTextJson(tx.dexName),
    portal_url: freeTextJson(tx.portalUrl),
    maker_fee_ratio: tx.makerFeeRatio,
    taker_fee_ratio: tx.takerFeeRatio,
    ...memoMembers(tx.memo),
  }),
});
export type DexOperatorRegister = TransactionOf<typeof dexOperatorRegister>;
