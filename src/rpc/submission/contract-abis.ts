import {
  type AbiLedger,
  isSystemContract,
  schemaOf,
  schemaOfRecord,
} from '../../../vm/universal/contract-abi.js';
import { parseName } from '../../../vm/wasm/abi/name.js';
import { packAction } from '../../../vm/wasm/abi/pack.js';
import type { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import type { Json } from '../../codec/json-value.js';
import { parseRegId, type RegId, regIdInteger, regIdText } from '../../codec/regid.js';
import { regIdTextProblem } from '../../codec/regid-text.js';
import { required } from '../../codec/required.js';
import type { StateReader } from '../../state/state.js';
import { CONTRACTS, type Contract } from '../../state/tables/contracts.js';
import { VM_WASM } from '../../tx/enums.js';
import { RpcError } from '../declaration/errors.js';
import { contractFailure, withContractErrors } from './contract-errors.js';

/** Packed arguments of an action are fewer bytes than this. */
const MAX_ACTION_DATA = 4096;

/**
 * `regid(p)` of spec 02 §3.8.
 * @throws RpcError -8
 */
export function regIdParameter(text: string): RegId {
  const regId = parseRegId(text);
  if (regId === undefined) {
    const problem = regIdTextProblem(text);
    throw new RpcError('INVALID_PARAMETER', `invalid regid=${text}, expected height-index: ${problem}`, {
      about: text,
    });
  }
  return regId;
}

/**
 * The ABI of a contract that a caller names: of the system, or a WebAssembly contract.
 * @throws RpcError 3160000, 3070006, 3015001
 */
export function requireSchema(ledger: AbiLedger, contract: RegId): AbiSchema {
  const integer = regIdInteger(contract);
  if (isSystemContract(ledger.network, integer))
    return required(schemaOf(ledger, integer), 'the ABI of a contract of the system');
  const record = requireWasmContract(ledger.state, contract);
  if (record.abi.length === 0) {
    throw contractFailure(
      'abi_not_found_exception',
      `contract '${regIdText(contract)}' has no ABI`,
      'rpc/contract',
    );
  }
  return schemaOfRecord(record);
}

/**
 * The record of a WebAssembly contract.
 * @throws RpcError 3160000, 3070006
 */
export function requireWasmContract(state: StateReader, contract: RegId): Contract {
  const record = state.get(CONTRACTS, contract);
  const text = regIdText(contract);
  if (record === undefined) {
    throw contractFailure('contract_exception', `cannot get contract '${text}'`, 'rpc/contract');
  }
  if (record.vmType !== VM_WASM) {
    throw contractFailure(
      'vm_type_mismatch',
      `contract '${text}' is not a WebAssembly contract`,
      'rpc/contract',
    );
  }
  return record;
}

/**
 * A contract of users: those of the system keep neither code nor tables.
 * @throws RpcError 3260002
 */
export function refuseSystemContract({ network }: AbiLedger, contract: RegId, wanted: string): void {
  if (!isSystemContract(network, regIdInteger(contract))) return;
  throw contractFailure(
    'native_contract_access_exception',
    `cannot get ${wanted} from native contract '${regIdText(contract)}'`,
    'rpc/contract',
  );
}

/** An action's name and its packed arguments. */
export interface PackedAction {
  /** In integer form. */
  readonly action: bigint;
  readonly data: Buffer;
}

/**
 * Packs the arguments of an action by its contract's ABI.
 * @throws RpcError with an exception of the ABI; 3050012 for a bad name; 3280001 for too many bytes
 */
export function packedAction(schema: AbiSchema, action: string, args: Json): PackedAction {
  const packed = withContractErrors(() => ({
    action: parseName(action),
    data: packAction(schema, action, args),
  }));
  if (packed.data.length >= MAX_ACTION_DATA) {
    throw contractFailure(
      'inline_transaction_data_size_exceeds_exception',
      `the arguments take ${packed.data.length} bytes, fewer than ${MAX_ACTION_DATA} are allowed`,
      'rpc/contract',
    );
  }
  return packed;
}
