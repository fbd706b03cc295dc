import { bool, byteString, record, u8, type ValueOf } from '../../codec/codec.js';
import { type RegId, regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { regIdKey } from './keys.js';

const contract = record({
  /** One of `VM_LUA` and `VM_WASM`. */
  vmType: u8,
  /** Who deployed it, and may replace the code where that is allowed. */
  maintainer: regId,
  upgradable: bool,
  code: byteString,
  memo: byteString,
  abi: byteString,
});
/** A deployed contract (spec 03 §3.3). */
export type Contract = ValueOf<typeof contract>;

/** All contracts by the regid of their account. */
export const CONTRACTS = defineTable<RegId, Contract>({
  name: 'contracts',
  prefix: TABLE_PREFIX.contracts,
  key: regIdKey,
  value: valueCodec(contract),
  consensus: true,
});

/** What contracts store, by the contract and the bytes of its key as latin1 text (spec 03 §10.1). */
export const CONTRACT_DATA = defineTable({
  name: 'contract-data',
  prefix: TABLE_PREFIX.contractData,
  key: tupleKey<readonly [contract: RegId, key: string]>(regIdKey, textKey),
  value: valueCodec(byteString),
  consensus: true,
});
