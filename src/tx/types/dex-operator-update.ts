import { byteString, type Codec, text, u8, varint32, varint64, vector } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import type { Json } from '../../codec/json-value.js';
import { type Uid, uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { openModeName } from '../enums.js';
import { freeTextJson } from '../free-text.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** What an update changes: exactly one property of the operator (spec 01 §9.2, update_field). */
export type OperatorUpdate =
  | { readonly field: 1 | 2; readonly value: Uid }
  | { readonly field: 3 | 4; readonly value: string }
  | { readonly field: 5; readonly value: number }
  | { readonly field: 6 | 7; readonly value: bigint }
  | { readonly field: 8; readonly value: readonly bigint[] }
  | { readonly field: 9; readonly value: Uint8Array };

const dexIds = vector(varint64);

const operatorUpdate: Codec<OperatorUpdate> = {
  read(reader) {
    const field = reader.u8();
    switch (field) {
      case 1:
      case 2:
        return { field, value: uid.read(reader) };
      case 3:
      case 4:
        return { field, value: text.read(reader) };
      case 5:
        return { field, value: u8.read(reader) };
      case 6:
      case 7:
        return { field, value: varint64.read(reader) };
      case 8:
        return { field, value: dexIds.read(reader) };
      case 9:
        return { field, value: byteString.read(reader) };
      default:
        throw new DecodeError('Invalid DexOperator update type: iostream error');
    }
  },
  write(writer, update) {
    writer.u8(update.field);
    switch (update.field) {
      case 1:
      case 2:
        return uid.write(writer, update.value);
      case 3:
      case 4:
        return text.write(writer, update.value);
      case 5:
        return u8.write(writer, update.value);
      case 6:
      case 7:
        return varint64.write(writer, update.value);
      case 8:
        return dexIds.write(writer, update.value);
      case 9:
        return byteString.write(writer, update.value);
    }
  },
};

function updateValueText(update: OperatorUpdate): Json {
  switch (update.field) {
    case 1:
    case 2:
      return uidText(update.value);
    case 3:
    case 4:
      return freeTextJson(update.value);
    case 5:
      return openModeName(update.value);
    case 6:
    case 7:
      return String(update.value);
    case 8:
      return `[${update.value.map(id => `{${id}}`).join(',')}]`;
    case 9:
      return update.value;
  }
}

/** DEX_OPERATOR_UPDATE_TX (93): changes one property of an exchange operator. */
export const dexOperatorUpdate = defineTransaction({
  type: 93,
  name: 'DEX_OPERATOR_UPDATE_TX',
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
  fields: { ...STANDARD_FIELDS, dexId: varint32, update: operatorUpdate, ...SIGNATURE },
  json: tx => ({
    update_field: tx.update.field,
    update_value: updateValueText(tx.update),
    dex_id: tx.dexId,
  }),
});
export type DexOperatorUpdate = TransactionOf<typeof dexOperatorUpdate>;
