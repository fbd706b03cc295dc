import { type Codec, text, varint64 } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { type Uid, uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { freeTextJson } from '../free-text.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** What an update changes: exactly one property of the asset. */
export type AssetUpdateValue =
  | { readonly kind: 'owner_uid'; readonly owner: Uid }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'mint_amount'; readonly amount: bigint };

/** `update_type` of each (spec 01 §9.2). */
const UPDATE_TYPE = { owner_uid: 1, name: 2, mint_amount: 3 } as const satisfies Record<
  AssetUpdateValue['kind'],
  number
>;

/** u8 update_type, then the value of that type (spec 01 §9.2, type 10). */
const assetUpdateValue: Codec<AssetUpdateValue> = {
  read(reader) {
    switch (reader.u8()) {
      case UPDATE_TYPE.owner_uid:
        return { kind: 'owner_uid', owner: uid.read(reader) };
      case UPDATE_TYPE.name:
        return { kind: 'name', name: text.read(reader) };
      case UPDATE_TYPE.mint_amount:
        return { kind: 'mint_amount', amount: varint64.read(reader) };
      default:
        throw new DecodeError('Invalid Asset update type: iostream error');
    }
  },
  write(writer, value) {
    writer.u8(UPDATE_TYPE[value.kind]);
    switch (value.kind) {
      case 'owner_uid':
        uid.write(writer, value.owner);
        return;
      case 'name':
        text.write(writer, value.name);
        return;
      case 'mint_amount':
        varint64.write(writer, value.amount);
        return;
    }
  },
};

/** UIA_UPDATE_TX (10): changes owner or name of a user asset, or mints more of it. */
export const assetUpdate = defineTransaction({
  type: 10,
  name: 'UIA_UPDATE_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'none',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { ...STANDARD_FIELDS, assetSymbol: text, update: assetUpdateValue, ...SIGNATURE },
  json(tx, context) {
    const members = { asset_symbol: tx.assetSymbol, update_type: tx.update.kind };
    switch (tx.update.kind) {
      case 'owner_uid':
        return {
          ...members,
          update_value: uidText(tx.update.owner),
          owner_addr: context.addressOf(tx.update.owner),
        };
      case 'name':
        return { ...members, update_value: freeTextJson(tx.update.name) };
      case 'mint_amount':
        return { ...members, update_value: String(tx.update.amount) };
    }
  },
});
export type AssetUpdate = TransactionOf<typeof assetUpdate>;
