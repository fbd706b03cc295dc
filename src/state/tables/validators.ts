import { type Codec, hash160, record, u32, type ValueOf, vector } from '../../codec/codec.js';
import { regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { unitKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';

const PUBLIC_KEY_SIZE = 33;

const publicKey: Codec<string> = {
  read: reader => reader.hex(PUBLIC_KEY_SIZE),
  write: (writer, key) => writer.hex(key, PUBLIC_KEY_SIZE),
};

/** A delegate with a seat in consensus. */
const validator = record({
  regId,
  /** The key that signs votes and proposals: compressed, 66 hex digits. */
  publicKey,
  /** Hash160 of that key: the address by which the engine names it (spec 08 §18). */
  address: hash160,
});
export type Validator = ValueOf<typeof validator>;

/** The validators of all heights from one on, in rank order. */
const validatorSet = record({ from: u32, validators: vector(validator) });
export type ValidatorSet = ValueOf<typeof validatorSet>;

/**
 * The sets of validators that the engine was told of and that still matter, the oldest first: that of the next
 * block and those that follow it. Empty where no engine decides.
 */
export const VALIDATOR_SETS = defineTable({
  name: 'validator-sets',
  prefix: TABLE_PREFIX.validatorSets,
  key: unitKey,
  value: valueCodec(vector(validatorSet)),
  consensus: true,
});
