import { byteString, bytes, text, varint8, varint32, varint64 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { openModeName } from '../enums.js';
import { hexText, memoMembers } from '../json-members.js';
import { orderTermMembers } from '../order-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';
import { ORDER_FACTS } from './order-facts.js';

const ORDER_FIELDS = {
  ...STANDARD_FIELDS,
  orderType: varint8,
  orderSide: varint8,
  assetSymbol: text,
  coinSymbol: text,
  assetAmount: varint64,
  coinAmount: varint64,
  price: varint64,
  dexId: varint32,
} as const;

/** DEX_ORDER_TX (90): a limit or market order, on any exchange operator. */
export const dexOrder = defineTransaction({
  type: 90,
  name: 'DEX_ORDER_TX',
  since: 'R3',
  ...ORDER_FACTS,
  fields: { ...ORDER_FIELDS, memo: byteString, ...SIGNATURE },
  json: tx => ({ ...orderTermMembers(tx), has_operator_config: false, ...memoMembers(tx.memo) }),
});
export type DexOrder = TransactionOf<typeof dexOrder>;

/** DEX_OPERATOR_ORDER_TX (91): an order with terms of the operator, who signs it too. */
export const dexOperatorOrder = defineTransaction({
  type: 91,
  name: 'DEX_OPERATOR_ORDER_TX',
  since: 'R3',
  ...ORDER_FACTS,
  fields: {
    ...ORDER_FIELDS,
    openMode: varint8,
    makerFeeRatio: varint64,
    takerFeeRatio: varint64,
    operatorUid: uid,
    operatorTxFee: varint64,
    memo: byteString,
    ...SIGNATURE,
    operatorSignature: bytes,
  },
  json: (tx, context) => ({
    ...orderTermMembers(tx),
    has_operator_config: true,
    open_mode: openModeName(tx.openMode),
    taker_fee_ratio: tx.takerFeeRatio,
    maker_fee_ratio: tx.makerFeeRatio,
    operator_uid: uidText(tx.operatorUid),
    operator_addr: context.addressOf(tx.operatorUid),
    operator_signature: hexText(tx.operatorSignature),
    ...memoMembers(tx.memo),
  }),
});
export type DexOperatorOrder = TransactionOf<typeof dexOperatorOrder>;
