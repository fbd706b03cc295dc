import { regIdOfInteger } from '../../src/codec/regid.js';
import type { NetworkParameters } from '../../src/config/network.js';
import type { StateReader } from '../../src/state/state.js';
import { CONTRACTS, type Contract } from '../../src/state/tables/contracts.js';
import { decodeAbi } from '../wasm/abi/definition.js';
import { AbiSchema } from '../wasm/abi/schema.js';
import { ASSET_CONTRACT } from '../wasm/inline-authorization.js';
import { assetContract } from './asset-contract.js';
import { nativeContracts } from './native-contracts/index.js';

const schemas = new WeakMap<Contract, AbiSchema>();

/** What determines which contracts exist: a network and its state. */
export interface AbiLedger {
  readonly network: NetworkParameters;
  readonly state: StateReader;
}

/** Whether a contract belongs to the system of a network: it has no record (spec 04 §8). */
export function isSystemContract(network: NetworkParameters, contract: bigint): boolean {
  return contract === ASSET_CONTRACT || nativeContracts(network).has(contract);
}

/** The ABI of a contract in integer form; undefined if there is none. */
export function schemaOf({ network, state }: AbiLedger, contract: bigint): AbiSchema | undefined {
  if (contract === ASSET_CONTRACT) return assetContract().schema;
  const native = nativeContracts(network).get(contract);
  if (native !== undefined) return native.schema;
  const regId = regIdOfInteger(contract);
  const record = regId && state.get(CONTRACTS, regId);
  return record && record.abi.length > 0 ? schemaOfRecord(record) : undefined;
}

/** Bytes of the ABI of a contract; 0 for contracts of the system, whose ABI is always there. */
export function abiSizeOf({ state }: AbiLedger, contract: bigint): number {
  const regId = regIdOfInteger(contract);
  return (regId && state.get(CONTRACTS, regId)?.abi.length) ?? 0;
}

/** The ABI of a record that has one; it was checked when it was stored. */
export function schemaOfRecord(record: Contract): AbiSchema {
  const known = schemas.get(record);
  if (known !== undefined) return known;
  const schema = new AbiSchema(decodeAbi(record.abi));
  schemas.set(record, schema);
  return schema;
}
