import {
  bool,
  byteString,
  bytes,
  type Codec,
  hash160,
  hash256,
  record,
  u8,
  type ValueOf,
  varint8,
  varint16,
  varint64,
  vector,
} from '../codec/codec.js';
import { DecodeError } from '../codec/errors.js';
import type { JsonObject } from '../codec/json-value.js';
import { required } from '../codec/required.js';
import { uid, uidText } from '../codec/uid.js';
import type { JsonContext } from './definition.js';
import { hexText } from './json-members.js';

/**
 * The conditions of UTXO inputs and outputs (spec 01 §12): name, number, direction, and fields.
 * Each body holds the number a second time; on reading the outer one counts. In OP2PH the flag
 * precedes that second number, in all others it follows.
 */
const INNER_TYPE = 'innerType';

interface ConditionDefinition<F> {
  readonly type: number;
  readonly direction: 'in' | 'out';
  readonly body: F;
}

function condition<const T extends number, F extends Readonly<Record<string, Codec<unknown>>>>(
  definition: ConditionDefinition<F> & { readonly type: T },
) {
  return definition;
}

const CONDITIONS = {
  IP2SA: condition({ type: 11, direction: 'in', body: { [INNER_TYPE]: u8 } }),
  IP2MA: condition({
    type: 12,
    direction: 'in',
    body: { [INNER_TYPE]: u8, m: varint8, n: varint8, uids: vector(uid), signatures: vector(bytes) },
  }),
  IP2PH: condition({
    type: 13,
    direction: 'in',
    body: { [INNER_TYPE]: u8, password: byteString },
  }),
  OP2SA: condition({ type: 111, direction: 'out', body: { [INNER_TYPE]: u8, uid } }),
  OP2MA: condition({
    type: 112,
    direction: 'out',
    body: { [INNER_TYPE]: u8, keyId: hash160 },
  }),
  OP2PH: condition({
    type: 113,
    direction: 'out',
    body: { passwordProofRequired: bool, [INNER_TYPE]: u8, passwordHash: hash256 },
  }),
  OCLAIM_LOCK: condition({
    type: 114,
    direction: 'out',
    body: { [INNER_TYPE]: u8, height: varint64 },
  }),
  ORECLAIM_LOCK: condition({
    type: 115,
    direction: 'out',
    body: { [INNER_TYPE]: u8, height: varint64 },
  }),
} as const;

type Definitions = typeof CONDITIONS;
type ConditionOf<D> = D extends { readonly type: infer T; readonly body: infer B }
  ? { readonly type: T } & { readonly [K in Exclude<keyof B, typeof INNER_TYPE>]: ValueOf<B[K]> }
  : never;

/** A condition of an input (types 11 to 13) or output (111 to 115); `type` is the discriminant. */
export type UtxoCondition = { [K in keyof Definitions]: ConditionOf<Definitions[K]> }[keyof Definitions];

/** The numbers of the condition types. */
export const CONDITION_TYPES = Object.fromEntries(
  Object.entries(CONDITIONS).map(([name, { type }]) => [name, type]),
) as { readonly [K in keyof Definitions]: Definitions[K]['type'] };

const byType = new Map<number, ConditionDefinition<Readonly<Record<string, Codec<unknown>>>>>(
  Object.values(CONDITIONS).map(definition => [definition.type, definition]),
);
const nameByType = new Map<number, string>(
  Object.entries(CONDITIONS).map(([name, { type }]) => [type, name]),
);

/** The name that results show in `cond_type`. */
function conditionName(type: UtxoCondition['type']): string {
  return required(nameByType.get(type), 'the declaration of the condition');
}

/** The conditions of one direction; any other number is a decode error (spec 07 U5). */
function conditionIn(direction: 'in' | 'out'): Codec<UtxoCondition> {
  return {
    read(reader) {
      const type = reader.u8();
      const definition = byType.get(type);
      if (definition?.direction !== direction) {
        throw new DecodeError(`Unserialize: nTxType(${type}) error.: iostream error`);
      }
      const value: Record<string, unknown> = { type };
      for (const [name, codec] of Object.entries(definition.body)) {
        const field = codec.read(reader);
        if (name !== INNER_TYPE) value[name] = field;
      }
      return value as UtxoCondition;
    },
    write(writer, value) {
      writer.u8(value.type);
      const fields = value as Readonly<Record<string, unknown>>;
      for (const [name, codec] of Object.entries(
        required(byType.get(value.type), 'the declaration of the condition').body,
      )) {
        codec.write(writer, name === INNER_TYPE ? value.type : fields[name]);
      }
    },
  };
}

/** An output that is spent, and what unlocks it. */
export const utxoInput = record({
  prevUtxoTxid: hash256,
  prevUtxoVoutIndex: varint16,
  conds: vector(conditionIn('in')),
});
export type UtxoInput = ValueOf<typeof utxoInput>;

/** A new output: its amount in sawi, and what locks it. */
export const utxoOutput = record({ coinAmount: varint64, conds: vector(conditionIn('out')) });
export type UtxoOutput = ValueOf<typeof utxoOutput>;

function conditionJson(value: UtxoCondition, context: JsonContext): JsonObject {
  const type = { cond_type: conditionName(value.type), cond_type_code: value.type };
  switch (value.type) {
    case CONDITION_TYPES.IP2SA:
      return type;
    case CONDITION_TYPES.IP2MA:
      return {
        ...type,
        m: value.m,
        n: value.n,
        uids: value.uids.map(uidText),
        signatures: value.signatures.map(hexText),
      };
    case CONDITION_TYPES.IP2PH:
      return { ...type, password: value.password };
    case CONDITION_TYPES.OP2SA:
      return { ...type, uid: uidText(value.uid) };
    case CONDITION_TYPES.OP2MA: {
      const address = context.addressOfKeyId(value.keyId);
      return { ...type, multisign_addr: address, multisign_address: address };
    }
    case CONDITION_TYPES.OP2PH:
      return {
        ...type,
        password_proof_required: value.passwordProofRequired,
        password_hash: value.passwordHash,
      };
    case CONDITION_TYPES.OCLAIM_LOCK:
    case CONDITION_TYPES.ORECLAIM_LOCK:
      return { ...type, height: value.height };
  }
}

/** An input in results (spec 01 §9.3). */
export function utxoInputJson(vin: UtxoInput, context: JsonContext): JsonObject {
  return {
    prev_utxo_txid: vin.prevUtxoTxid,
    prev_utxo_vout_index: vin.prevUtxoVoutIndex,
    conds: vin.conds.map(value => conditionJson(value, context)),
  };
}

/** An output in results (spec 01 §9.3). */
export function utxoOutputJson(vout: UtxoOutput, context: JsonContext): JsonObject {
  return { coin_amount: vout.coinAmount, conds: vout.conds.map(value => conditionJson(value, context)) };
}
