import type { Json } from '../../src/codec/json-value.js';
import { regIdOfInteger } from '../../src/codec/regid.js';
import type { NetworkParameters } from '../../src/config/network.js';
import type { StateReader } from '../../src/state/state.js';
import { CONTRACTS, type Contract } from '../../src/state/tables/contracts.js';
import { actionName } from '../../src/tx/action-name.js';
import type { InlineTransaction } from '../../src/tx/types/universal.js';
import { decodeAbi } from '../wasm/abi/definition.js';
import { AbiSchema } from '../wasm/abi/schema.js';
import { unpackAction } from '../wasm/abi/unpack.js';
import { ContractException } from '../wasm/exception.js';
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

/** The ABI of a record that has one; it was checked when it was stored. */
export function schemaOfRecord(record: Contract): AbiSchema {
  const known = schemas.get(record);
  if (known !== undefined) return known;
  const schema = new AbiSchema(decodeAbi(record.abi));
  schemas.set(record, schema);
  return schema;
}

/** The arguments of an action by the ABI of its contract; undefined where there is none or it does not fit. */
export function actionArguments(
  ledger: AbiLedger,
  { contract, action, data }: Pick<InlineTransaction, 'contract' | 'action' | 'data'>,
): Json | undefined {
  const schema = schemaOf(ledger, contract);
  if (schema === undefined) return undefined;
  try {
    return unpackAction(schema, actionName(action), data);
  } catch (error) {
    if (error instanceof ContractException) return undefined;
    throw error;
  }
}
