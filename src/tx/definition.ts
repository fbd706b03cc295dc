import { type Codec, u8, type ValueOf, varintSigned32 } from '../codec/codec.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import type { ByteReader } from '../codec/reader.js';
import type { RegId } from '../codec/regid.js';
import { required } from '../codec/required.js';
import type { Uid } from '../codec/uid.js';
import type { ByteWriter } from '../codec/writer.js';
import type { FeatureVersion, FeeSchedule } from '../config/network.js';
import { PERMISSION, type PermissionName } from './permissions.js';

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
type FieldValue<F> = F extends DependentField<infer T> ? T : ValueOf<F>;
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
type PreimageField<F> = (keyof F & string) | readonly [keyof F & string, Codec<unknown>];

/** The smallest fee of a type, in sawi, the same for both fee coins: one of each schedule (spec 07 §13.2). */
type MinimumFees = Readonly<Record<FeeSchedule, bigint>> & {
  /** Whether a GOV_MINER_FEE proposal may change it (`can_update`). */
  readonly governable: boolean;
};

/**
 * What the rules know of a type beside its fields. Nothing here has a default: a type that does not say one
 * of them does not compile.
 */
interface TransactionFacts {
  /** The feature version from which on it is accepted (spec 01 §9.1). */
  readonly since: FeatureVersion;
  /**
   * Who makes it. `system`: only the producer of a block, or the genesis; it has no signer, pays no fee and
   * is never taken from outside a block (spec 01 §8.3). `reward`: a system transaction that pays the
   * producer, and only the first of its block.
   */
  readonly origin: 'sender' | 'system' | 'reward';
  /** The ways in which its sender may be named (spec 07 §12.1, step 4); none where it has no sender. */
  readonly senders: readonly Uid['kind'][];
  /** What the sender's account must be permitted to do (spec 07 §9). */
  readonly permission: PermissionName | 'none';
  readonly minimumFee: MinimumFees;
  /** Whether the base check compares the fee with the minimum, or the type itself, with its fuel (spec 07 §12.1, step 3). */
  readonly feeCheck: 'base' | 'with-fuel';
  /** Whether the minimum is lower for who stakes base coins, as for orders of the exchange (spec 06 §4). */
  readonly feeDiscount: 'none' | 'stake';
  /**
   * What it has to do with contracts, which decides what its fuel costs: it deploys one, calls a Lua contract,
   * is a list of actions, or neither (spec 01 §8.5).
   */
  readonly contract: 'none' | 'deployment' | 'call' | 'actions';
  /** Whether its valid_height has to be near the height of its block (spec 07 §15). */
  readonly validHeight: 'checked' | 'unchecked';
  /** Where a producer places it in a block: by its fee rate, or before the median prices (spec 07 §16). */
  readonly placement: 'by-fee-rate' | 'before-median';
  /** Bytes that it stays below where only standard transactions are taken (spec 08 §2). */
  readonly standardSize: number;
  /** Whether the head of its JSON form has all base members or only id and type (spec 01 §9.3). */
  readonly baseJson: boolean;
}

interface DefinitionOf<T extends number, N extends string, F extends Readonly<Record<string, Field>>>
  extends TransactionFacts {
  /** The type byte. */
  readonly type: T;
  /** `tx_type` in results (spec 01 §9.1). */
  readonly name: N;
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
}

/** A transaction type as the codec sees it: field lists resolved, value types erased. */
export interface TransactionDefinition extends TransactionFacts {
  readonly type: number;
  readonly name: string;
  readonly fieldNames: readonly string[];
  /** Whether it comes from no sender: a system or reward transaction. */
  readonly system: boolean;
  /** The bit that the sender's permissions must have; undefined when the type needs none. */
  readonly permissionBit: bigint | undefined;
  read(reader: ByteReader, rules: WireRules): Record<string, unknown>;
  write(writer: ByteWriter, tx: Readonly<Record<string, unknown>>, rules: WireRules): void;
  writePreimage(writer: ByteWriter, tx: Readonly<Record<string, unknown>>, rules: WireRules): void;
  json(tx: Readonly<Record<string, unknown>>, context: JsonContext, txid: string): JsonObject | undefined;
}

/** A definition that still knows its number, its name and the type of its values. */
export interface DefinedTransaction<T extends number, N extends string, V> extends TransactionDefinition {
  readonly type: T;
  readonly name: N;
  readonly __value?: V;
}

/** The value type of a transaction of this definition. */
export type TransactionOf<D> = D extends { readonly __value?: infer V } ? V : never;

/** Fields that never enter the preimage. */
const SIGNATURE_FIELDS = new Set(['signature', 'operatorSignature']);

/**
 * Declares a transaction type: its field list, from which encoding, decoding and preimage follow, and every
 * fact that the rules need of it.
 */
export function defineTransaction<
  const T extends number,
  const N extends string,
  F extends Readonly<Record<string, Field>>,
>(definition: DefinitionOf<T, N, F>): DefinedTransaction<T, N, FieldsOf<F> & { readonly type: T }> {
  const { fields, preimage: _, json: __, ...facts } = definition;
  const wire = Object.entries<Field>(fields);
  const byName = new Map<string, Field>(wire);
  const preimage: readonly (readonly [string, Field])[] = definition.preimage
    ? definition.preimage.map(entry =>
        typeof entry === 'string'
          ? ([entry, required(byName.get(entry), 'the field of the preimage')] as const)
          : ([entry[0], entry[1]] as const),
      )
    : wire.filter(([name]) => name !== 'version' && !SIGNATURE_FIELDS.has(name));

  return {
    ...facts,
    fieldNames: wire.map(([name]) => name),
    system: facts.origin !== 'sender',
    permissionBit: facts.permission === 'none' ? undefined : PERMISSION[facts.permission],
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
