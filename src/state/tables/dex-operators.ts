import {
  bool,
  byteString,
  record,
  text,
  u8,
  type ValueOf,
  varint32,
  varint64,
  vector,
} from '../../codec/codec.js';
import { type RegId, regId, sameRegId } from '../../codec/regid.js';
import type { NetworkParameters } from '../../config/network.js';
import { matcherRegId } from '../../config/system-accounts.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { OPEN_PUBLIC } from '../../tx/enums.js';
import { tupleKey, u32Key, unitKey } from '../key-codecs.js';
import type { StateReader, StateWriter } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { regIdKey } from './keys.js';

const operator = record({
  owner: regId,
  /** Gets the operator's fees and signs its orders. */
  feeReceiver: regId,
  name: text,
  portalUrl: text,
  /** OPEN_PUBLIC or OPEN_PRIVATE: whether orders of other operators may take its waiting orders. */
  openMode: u8,
  /** Fees of a trade, in parts of 10^8. */
  makerFeeRatio: varint64,
  takerFeeRatio: varint64,
  /** The operators whose orders may take its waiting orders, ascending by id; empty: all of them. */
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
  prefix: TABLE_PREFIX.dexOperators,
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

/** The operator that an account owns, where it was registered or changed. */
export const DEX_OPERATOR_OWNERS = defineTable<RegId, number>({
  name: 'dex-operator-owners',
  prefix: TABLE_PREFIX.dexOperatorOwners,
  key: regIdKey,
  value: valueCodec(varint32),
  consensus: true,
});

/** The newest id that was given to an operator. */
export const LAST_DEX_OPERATOR_ID = defineTable({
  name: 'last-dex-operator-id',
  prefix: TABLE_PREFIX.lastDexOperatorId,
  key: unitKey,
  value: valueCodec(varint32),
  consensus: true,
});

const operatorConditions = record({ openMode: u8, makerFeeRatio: varint64, takerFeeRatio: varint64 });
/** Under what conditions an operator takes orders: OPEN_PUBLIC or OPEN_PRIVATE, and its fees times 10^8. */
export type OperatorConditions = ValueOf<typeof operatorConditions>;

const operatorChangeKey = tupleKey<readonly [dexId: number, position: RegId]>(u32Key, regIdKey);

/**
 * By operator and position of the transaction that changed its conditions, those before. Orders that were
 * placed before it keep them, where a network says so.
 */
export const DEX_OPERATOR_CHANGES = defineTable({
  name: 'dex-operator-changes',
  prefix: TABLE_PREFIX.dexOperatorChanges,
  key: operatorChangeKey,
  value: valueCodec(operatorConditions),
  consensus: true,
});

/** The conditions of an operator for what was placed at a position: those before the first change after it. */
export function conditionsAt(
  state: StateReader,
  dexId: number,
  operator: DexOperator,
  position: RegId,
): OperatorConditions {
  const range = { prefix: operatorChangeKey.prefixOf([dexId]), gt: [dexId, position] as const, limit: 1 };
  for (const [, before] of state.iterate(DEX_OPERATOR_CHANGES, range)) return before;
  return operator;
}

/** The id of the operator that an account owns; it owns one at most (spec 06 §5.1). */
export function operatorIdOfOwner(
  state: StateReader,
  network: NetworkParameters,
  owner: RegId,
): number | undefined {
  const id = state.get(DEX_OPERATOR_OWNERS, owner);
  if (id !== undefined) return id;
  const builtIn = state.get(DEX_OPERATORS, BUILT_IN_OPERATOR_ID);
  return builtIn === undefined && sameRegId(owner, matcherRegId(network)) ? BUILT_IN_OPERATOR_ID : undefined;
}

/** Stores an operator; one that changes owner is removed from its former owner. */
export function putOperator(state: StateWriter, id: number, operator: DexOperator): void {
  const before = state.get(DEX_OPERATORS, id);
  if (before !== undefined && !sameRegId(before.owner, operator.owner)) {
    state.delete(DEX_OPERATOR_OWNERS, before.owner);
  }
  state.put(DEX_OPERATORS, id, operator);
  state.put(DEX_OPERATOR_OWNERS, operator.owner, id);
}

/** Registers an operator under the next id. @returns that id */
export function addOperator(state: StateWriter, operator: DexOperator): number {
  const id = (state.get(LAST_DEX_OPERATOR_ID, undefined) ?? BUILT_IN_OPERATOR_ID) + 1;
  state.put(LAST_DEX_OPERATOR_ID, undefined, id);
  putOperator(state, id, operator);
  return id;
}
