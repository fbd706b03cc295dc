import { varint64 } from '../../codec/codec.js';
import type { RegId } from '../../codec/regid.js';
import { SYSTEM_PARAMETERS, type SystemParameterName } from '../../config/system-parameters.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey, u32Key } from '../key-codecs.js';
import type { StateReader } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { regIdKey } from './keys.js';
import { presence } from './presence.js';

/** System parameters that governance has set, by their number. */
export const SYSTEM_PARAMS = defineTable({
  name: 'system-parameters',
  prefix: TABLE_PREFIX.systemParameters,
  key: u32Key,
  value: valueCodec(varint64),
  consensus: true,
});

/** Minimum fees that governance has set, in sawi, by transaction type and coin of the fee. */
export const MINER_FEES = defineTable({
  name: 'minimum-fees',
  prefix: TABLE_PREFIX.minimumFees,
  key: tupleKey<[type: number, symbol: string]>(u32Key, textKey),
  value: valueCodec(varint64),
  consensus: true,
});

/** The governors that governance has appointed (spec 05 §11). */
export const GOVERNORS = defineTable<RegId, true>({
  name: 'governors',
  prefix: TABLE_PREFIX.governors,
  key: regIdKey,
  value: presence,
  consensus: true,
});

/** The value of a system parameter; a stored zero counts as the default (spec 05 §5.1). */
export function systemParameter(state: StateReader, name: SystemParameterName): bigint {
  const { code, defaultValue } = SYSTEM_PARAMETERS[name];
  return state.get(SYSTEM_PARAMS, code) || defaultValue;
}
