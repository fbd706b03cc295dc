import { bool, byteString, record, text, u8, type ValueOf, varint64, vector } from '../../codec/codec.js';
import { regId } from '../../codec/regid.js';
import type { NetworkParameters } from '../../config/network.js';
import { matcherRegId } from '../../config/system-accounts.js';
import { OPEN_PUBLIC } from '../../tx/enums.js';
import { u32Key } from '../key-codecs.js';
import type { StateReader } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { PREFIX } from './prefixes.js';

const operator = record({
  owner: regId,
  /** Gets the operator's fees and signs its orders. */
  feeReceiver: regId,
  name: text,
  portalUrl: text,
  /** OPEN_PUBLIC or OPEN_PRIVATE: whether its orders trade with those of every other operator. */
  openMode: u8,
  /** Fees of a trade, in parts of 10^8. */
  makerFeeRatio: varint64,
  takerFeeRatio: varint64,
  /** The operators whose orders its private orders trade with, ascending by id. */
  sharedWith: vector(varint64),
  /** Only an activated operator takes new orders. */
  activated: bool,
  memo: byteString,
});
/** An operator of the exchange (spec 06 §5.1). */
export type DexOperator = ValueOf<typeof operator>;

/** The built-in operator's id; it is stored once its owner has changed it. */
export const BUILT_IN_OPERATOR_ID = 0;

/** The operators by id. */
export const DEX_OPERATORS = defineTable({
  name: 'dex-operators',
  prefix: PREFIX.dexOperators,
  key: u32Key,
  value: valueCodec(operator),
  consensus: true,
});

/** The built-in operator as it is at first. */
function builtInOperator(network: NetworkParameters): DexOperator {
  return {
    owner: matcherRegId(network),
    feeReceiver: matcherRegId(network),
    name: 'wayki-dex',
    portalUrl: 'https://dex.waykichain.com',
    openMode: OPEN_PUBLIC,
    makerFeeRatio: 40_000n,
    takerFeeRatio: 40_000n,
    sharedWith: [],
    activated: true,
    memo: new Uint8Array(),
  };
}

/** The operator of an id; the built-in one always exists. */
export function dexOperator(
  state: StateReader,
  network: NetworkParameters,
  id: number,
): DexOperator | undefined {
  const stored = state.get(DEX_OPERATORS, id);
  return stored ?? (id === BUILT_IN_OPERATOR_ID ? builtInOperator(network) : undefined);
}
