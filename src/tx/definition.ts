import { type Codec, u8, type ValueOf, varintSigned32 } from '../codec/codec.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import type { ByteReader } from '../codec/reader.js';
import type { RegId } from '../codec/regid.js';
import type { Uid } from '../codec/uid.js';
import type { ByteWriter } from '../codec/writer.js';

/**
 * The one rule of the wire format that depends on the network: median prices are eight fixed
 * bytes while the transaction's own valid_height is below `varintPricesFrom` (spec 01 §9.2, type 17).
 */
export interface WireRules {
  readonly varintPricesFrom: number;
}

/** A field whose encoding depends on the fields before it and on the network. */
export interface DependentField<T> {
  codecFor(rules: WireRules, fieldsBefore: Readonly<Record<string, unknown>>): Codec<T>;
}

/** A field of a transaction: nearly always just a codec. */
export type Field = Codec<unknown> | DependentField<unknown>;
export type FieldValue<F> = F extends DependentField<infer T> ? T : ValueOf<F>;
export type FieldsOf<F> = { readonly [K in keyof F]: FieldValue<F[K]> };

/** What the JSON form of a transaction needs beyond its own fields. */
export interface JsonContext {
  /** The address of the account that a uid names, or an empty text when there is none. */
  addressOf(uid: Uid): string;
  /** The regid of the account that a uid names, or undefined when there is no account or it has none. */
  regIdOf(uid: Uid): RegId | undefined;
  /** The address of a key id. */
  addressOfKeyId(keyId: string): string;
  /** The arguments of a contract action as its ABI shows them, or undefined when no ABI does. */
  actionArguments(contract: bigint, action: bigint, data: Uint8Array): Json | undefined;
}

/** One field of the signature preimage: by name, or by name with another encoding than on the wire. */
export type PreimageField<F> = (keyof F & string) | readonly [keyof F & string, Codec<unknown>];

interface DefinitionOf<T extends number, F extends Readonly<Record<string, Field>>> {
  /** The type byte. */
  readonly type: T;
  /** `tx_type` in results (spec 01 §9.1). */
  readonly name: string;
  /** All fields after the type byte in wire order. The first is always the version. */
  readonly fields: F;
  /**
   * The preimage after version and type byte, where it is not simply the fields in wire order
   * without the version and without the signatures (spec 01 §9.2, last column).
   */
  readonly preimage?: readonly PreimageField<F>[];
  /**
   * Members of the JSON form after the head (spec 01 §9.3); undefined for a transaction that
   * prints as an empty object. `txid` is in display order.
   */
  readonly json: (
    tx: FieldsOf<F> & { readonly type: T },
    context: JsonContext,
    txid: string,
  ) => JsonObject | undefined;
  /** Whether the JSON form's head has all base members or only id and type; the default is true. */
  readonly baseJson?: boolean;
  /**
   * Whether only the producer of a block, or the genesis, makes this type: it has no signer, pays
   * no fee and is never taken from outside a block (spec 01 §8.3). The default is false.
   */
  readonly system?: boolean;
}

/** A transaction type as the codec sees it: field lists resolved, value types erased. */
export interface TransactionDefinition {
  readonly type: number;
  readonly name: string;
  readonly fieldNames: readonly string[];
  readonly baseJson: boolean;
  readonly system: boolean;
  read(reader: ByteReader, rules: WireRules): Record<string, unknown>;
  write(writer: ByteWriter, tx: Readonly<Record<string, unknown>>, rules: WireRules): void;
  writePreimage(writer: ByteWriter, tx: Readonly<Record<string, unknown>>, rules: WireRules): void;
  json(tx: Readonly<Record<string, unknown>>, context: JsonContext, txid: string): JsonObject | undefined;
}

/** The value type of a transaction of this definition. */
export type TransactionOf<D> = D extends { readonly __value?: infer V } ? V : never;

/** Fields that never enter the preimage. */
const SIGNATURE_FIELDS = new Set(['signature', 'operatorSignature']);

/**
 * Declares a transaction type by its field list; encoding, decoding and preimage follow from it.
 */
export function defineTransaction<const T extends number, F extends Readonly<Record<string, Field>>>(
  definition: DefinitionOf<T, F>,
): TransactionDefinition & { readonly __value?: FieldsOf<F> & { readonly type: T } } {
  const wire = Object.entries(definition.fields);
  const byName = new Map<string, Field>(wire);
  const preimage: readonly (readonly [string, Field])[] = definition.preimage
    ? definition.preimage.map(entry =>
        typeof entry === 'string' ? ([entry, byName.get(entry)!] as const) : ([entry[0], entry[1]] as const),
      )
    : wire.filter(([name]) => name !== 'version' && !SIGNATURE_FIELDS.has(name));

  return {
    type: definition.type,
    name: definition.name,
    fieldNames: wire.map(([name]) => name),
    baseJson: definition.baseJson ?? true,
    system: definition.system ?? false,
    read(reader, rules) {
      const tx: Record<string, unknown> = { type: definition.type };
      for (const [name, field] of wire) tx[name] = codecOf(field, rules, tx).read(reader);
      return tx;
    },
    write(writer, tx, rules) {
      for (const [name, field] of wire) codecOf(field, rules, tx).write(writer, tx[name]);
    },
    writePreimage(writer, tx, rules) {
      varintSigned32.write(writer, tx.version as number);
      u8.write(writer, definition.type);
      for (const [name, field] of preimage) codecOf(field, rules, tx).write(writer, tx[name]);
    },
    json: (tx, context, txid) => definition.json(tx as FieldsOf<F> & { readonly type: T }, context, txid),
  };
}

function codecOf(field: Field, rules: WireRules, tx: Readonly<Record<string, unknown>>): Codec<unknown> {
  return 'codecFor' in field ? field.codecFor(rules, tx) : field;
}
