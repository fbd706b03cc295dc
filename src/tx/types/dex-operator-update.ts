import { byteString, type Codec, text, u8, varint32, varint64, vector } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import type { Json } from '../../codec/json-value.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { openModeName } from '../enums.js';
import { freeTextJson } from '../free-text.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

interface FieldDefinition<N extends number, T> {
  /** `update_field` on the wire and in results. */
  readonly field: N;
  readonly codec: Codec<T>;
  /** `update_value` in results. */
  readonly json: (value: T) => Json;
}

function define<const N extends number, T>(definition: FieldDefinition<N, T>): FieldDefinition<N, T> {
  return definition;
}

/** The properties of an operator that an update can change (spec 01 §9.2, update_field). */
const FIELDS = {
  OWNER_UID: define({ field: 1, codec: uid, json: uidText }),
  FEE_RECEIVER_UID: define({ field: 2, codec: uid, json: uidText }),
  NAME: define({ field: 3, codec: text, json: freeTextJson }),
  PORTAL_URL: define({ field: 4, codec: text, json: freeTextJson }),
  OPEN_MODE: define({ field: 5, codec: u8, json: openModeName }),
  MAKER_FEE_RATIO: define({ field: 6, codec: varint64, json: String }),
  TAKER_FEE_RATIO: define({ field: 7, codec: varint64, json: String }),
  ORDER_OPEN_DEXOP_LIST: define({
    field: 8,
    codec: vector(varint64),
    json: ids => `[${ids.map(id => `{${id}}`).join(',')}]`,
  }),
  MEMO: define({ field: 9, codec: byteString, json: memo => memo }),
} as const;

type Fields = typeof FIELDS;
type UpdateOf<D> =
  D extends FieldDefinition<infer N, infer T> ? { readonly field: N; readonly value: T } : never;

/** What an update changes: exactly one property of the operator; `field` is one of {@link OPERATOR_FIELD}. */
export type OperatorUpdate = { [K in keyof Fields]: UpdateOf<Fields[K]> }[keyof Fields];

/** The number of each property that an update can change. */
export const OPERATOR_FIELD = Object.fromEntries(
  Object.entries(FIELDS).map(([name, { field }]) => [name, field]),
) as { readonly [K in keyof Fields]: Fields[K]['field'] };

const byNumber = new Map<number, FieldDefinition<number, unknown>>(
  Object.values(FIELDS).map(definition => [definition.field, definition as FieldDefinition<number, unknown>]),
);

function definitionOf(field: number): FieldDefinition<number, unknown> {
  const definition = byNumber.get(field);
  if (definition === undefined) throw new DecodeError('Invalid DexOperator update type: iostream error');
  return definition;
}

const operatorUpdate: Codec<OperatorUpdate> = {
  read(reader) {
    const { field, codec } = definitionOf(reader.u8());
    return { field, value: codec.read(reader) } as OperatorUpdate;
  },
  write(writer, { field, value }) {
    writer.u8(field);
    definitionOf(field).codec.write(writer, value);
  },
};

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
    update_value: definitionOf(tx.update.field).json(tx.update.value),
    dex_id: tx.dexId,
  }),
});
export type DexOperatorUpdate = TransactionOf<typeof dexOperatorUpdate>;
