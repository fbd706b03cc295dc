import { record, type ValueOf, varint64 } from '../../codec/codec.js';
import { CDP_PARAMETERS, type CdpParameterName } from '../../config/system-parameters.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey, u32Key } from '../key-codecs.js';
import type { StateReader } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { u8Key } from './keys.js';

/** A collateral and the stable coin that is lent for it. Governance may name pairs that do not exist. */
export interface CdpPair {
  readonly bcoinSymbol: string;
  readonly scoinSymbol: string;
}

/** CDP parameters that governance has set, by pair and number. */
export const CDP_PARAMS = defineTable({
  name: 'cdp-parameters',
  prefix: TABLE_PREFIX.cdpParameters,
  key: tupleKey<readonly [bcoin: string, scoin: string, code: number]>(textKey, textKey, u8Key),
  value: valueCodec(varint64),
  consensus: true,
});

const interestParameters = record({ a: varint64, b: varint64 });
/** The two parameters of the interest formula (spec 05 §6.3). */
export type CdpInterestParameters = ValueOf<typeof interestParameters>;

const interestChangeKey = tupleKey<readonly [bcoin: string, scoin: string, height: number]>(
  textKey,
  textKey,
  u32Key,
);

/** By pair and height, the interest parameters from that height on. A zero in here is a zero, not the default. */
export const CDP_INTEREST_CHANGES = defineTable({
  name: 'cdp-interest-changes',
  prefix: TABLE_PREFIX.cdpInterestChanges,
  key: interestChangeKey,
  value: valueCodec(interestParameters),
  consensus: true,
});

/** The interest parameters of a pair before governance first changes them: always these (spec 05 §6.3, step 1). */
export const INITIAL_INTEREST_PARAMETERS: CdpInterestParameters = Object.freeze({
  a: CDP_PARAMETERS.CDP_INTEREST_PARAM_A.defaultValue,
  b: CDP_PARAMETERS.CDP_INTEREST_PARAM_B.defaultValue,
});

/** The value of a CDP parameter; a stored zero counts as the default (spec 05 §5.2). */
export function cdpParameter(
  state: StateReader,
  { bcoinSymbol, scoinSymbol }: CdpPair,
  name: CdpParameterName,
): bigint {
  const { code, defaultValue } = CDP_PARAMETERS[name];
  return state.get(CDP_PARAMS, [bcoinSymbol, scoinSymbol, code]) || defaultValue;
}

/** A change of the interest parameters of a pair. */
export interface CdpInterestChange extends CdpInterestParameters {
  /** From this height on. */
  readonly height: number;
}

/** All changes of the interest parameters of a pair, the oldest first. */
export function cdpInterestChanges(
  state: StateReader,
  { bcoinSymbol, scoinSymbol }: CdpPair,
): readonly CdpInterestChange[] {
  const prefix = interestChangeKey.prefixOf([bcoinSymbol, scoinSymbol]);
  return Array.from(state.iterate(CDP_INTEREST_CHANGES, { prefix }), ([[, , height], parameters]) => ({
    height,
    ...parameters,
  }));
}
