import { isSystemContract } from '../../vm/universal/contract-abi.js';
import { CODE_CONTRACT } from '../../vm/universal/native-contracts/code-contract.js';
import { parseName } from '../../vm/wasm/abi/name.js';
import { StreamWriter } from '../../vm/wasm/abi/stream.js';
import { OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import { NO_REGID, parseRegId, type RegId, regIdInteger, regIdRaw, regIdText } from '../codec/regid.js';
import { encodeAddress } from '../crypto/address.js';
import { hash160 } from '../crypto/hash.js';
import { CONTRACTS } from '../state/tables/contracts.js';
import { VM_LUA, VM_WASM } from '../tx/enums.js';
import { TX } from '../tx/transactions.js';
import type { InlineTransaction } from '../tx/types/universal.js';
import type { CallOutcome } from './call-outcome.js';
import {
  type LoadedContract,
  type LuaSource,
  loadLua,
  loadWasm,
  type WasmSource,
} from './contract-source.js';
import type { WasmContractTypes } from './contract-types.js';
import type { AccountLike, DevAccount } from './dev-account.js';
import { checkLuaSource, LuaContract, luaFailure } from './lua-contract.js';
import { type LuaMethods, methodsOfSource } from './lua-methods.js';
import { type DeployedCode, notifyObservers } from './observer.js';
import type { TransactionForm, TransactionSender } from './transaction-sender.js';
import { actionFailure, actionTransaction, WasmContract } from './wasm-contract.js';

/** Fee of a deployment of WebAssembly unless it is given, in sawi: enough for the largest module. */
export const WASM_DEPLOYMENT_FEE = 1_000_000_000n;
/** Module and ABI with the little around them. */
const MAX_SETCODE_BYTES = 3 * 1_048_576;
const NO_BYTES = new Uint8Array();

/** Deploys a Lua contract by a transaction of `from`. @throws CallFailed */
export function deployLua<M extends LuaMethods>(
  sender: TransactionSender,
  options: LuaSource & { readonly fee?: bigint; readonly methods?: M },
  from: AccountLike,
): LuaContract<M> {
  const code = deployedCode('lua', loadLua(options));
  checkLuaSource(code);
  const methods = options.methods ?? (methodsOfSource(code.code, code.file ?? code.name) as M);
  const fees = options.fee ?? sender.minimumFee(TX.LCONTRACT_DEPLOY);
  const contract = { code: code.code, memo: NO_BYTES };
  const form: TransactionForm = standard => ({ type: TX.LCONTRACT_DEPLOY, ...standard, contract, fees });
  const deployed = sender.send(from, form, luaFailure(code, 'deploy'));
  const account = accountOfContract(sender, positionOf(deployed), code.name);
  notifyObservers(each => each.deployed?.(code));
  return new LuaContract(sender, { account, code, methods }, from);
}

/** Deploys a WebAssembly contract by an action of `from`. @throws CallFailed, ContractBuildError */
export async function deployWasm<T extends WasmContractTypes>(
  sender: TransactionSender,
  options: WasmSource & { readonly fee?: bigint },
  from: AccountLike,
): Promise<WasmContract<T>> {
  const loaded = await loadWasm(options);
  const code = deployedCode('wasm', loaded);
  const payer = regIdInteger(sender.accounts.registered(from).regId);
  const action = setCodeAction(payer, { code: loaded.code, abi: loaded.abi });
  const form: TransactionForm = standard =>
    actionTransaction(standard, [action], options.fee ?? WASM_DEPLOYMENT_FEE);
  const deployed = sender.send(from, form, actionFailure(code, 'deploy'));
  const account = accountOfContract(sender, positionOf(deployed), code.name);
  notifyObservers(each => each.deployed?.(code));
  return new WasmContract(sender, account, code, from);
}

/**
 * A Lua contract that is on the chain.
 * @param given - its methods; default: those that its source declares
 * @throws RangeError
 */
export function attachLua<M extends LuaMethods>(
  sender: TransactionSender,
  regId: string,
  given: M | undefined,
  caller: AccountLike,
): LuaContract<M> {
  const id = requireRegId(regId);
  const record = sender.chain.state.get(CONTRACTS, id);
  if (record?.vmType !== VM_LUA) throw new RangeError(`${regId} is no Lua contract on this chain`);
  const code = deployedCode('lua', { name: regId, file: undefined, code: record.code });
  const methods = given ?? (methodsOfSource(record.code, regId) as M);
  return new LuaContract(sender, { account: accountOfContract(sender, id, regId), code, methods }, caller);
}

/** A WebAssembly contract that is on the chain, or one of the system. @throws RangeError */
export function attachWasm<T extends WasmContractTypes>(
  sender: TransactionSender,
  regId: string,
  caller: AccountLike,
): WasmContract<T> {
  const id = requireRegId(regId);
  const record = sender.chain.state.get(CONTRACTS, id);
  if (record?.vmType !== VM_WASM && !isSystemContract(sender.chain.network, regIdInteger(id))) {
    throw new RangeError(`${regId} is no WebAssembly contract on this chain, nor one of the system`);
  }
  const code = deployedCode('wasm', { name: regId, file: undefined, code: record?.code ?? NO_BYTES });
  return new WasmContract(sender, accountOfContract(sender, id, regId), code, caller);
}

function deployedCode(vm: DeployedCode['vm'], { name, file, code }: LoadedContract): DeployedCode {
  return { vm, name, file, code };
}

/** A contract has the regid of the transaction that deployed it (spec 03 §4.3). */
function positionOf({ height, index }: CallOutcome): RegId {
  return { height, index };
}

/** The account of a contract follows from its regid; those of the system need not exist. */
function accountOfContract(sender: TransactionSender, regId: RegId, name: string): DevAccount {
  const keyId = hash160(regIdRaw(regId)).toString('hex');
  const address = encodeAddress(sender.chain.network.addressVersion, keyId);
  return { name, keyId, address, regId: regIdText(regId) };
}

/** @throws RangeError for a text that is no regid */
export function requireRegId(text: string): RegId {
  const regId = parseRegId(text);
  if (regId === undefined) throw new RangeError(`${JSON.stringify(text)} is no regid, which is height-index`);
  return regId;
}

/**
 * The action that deploys a module (spec 04 §8.1).
 * @param maintainer - who deploys it, and may replace its code
 * @param contract - whose code is replaced; default: a new one
 */
export function setCodeAction(
  maintainer: bigint,
  { code, abi }: { readonly code: Uint8Array; readonly abi: Uint8Array },
  contract = NO_REGID,
): InlineTransaction {
  const writer = new StreamWriter(MAX_SETCODE_BYTES);
  writer.u64(regIdInteger(contract));
  writer.u64(maintainer);
  writer.u8(VM_WASM);
  writer.bytes(code);
  writer.bytes(abi);
  // No memo.
  writer.bytes(NO_BYTES);
  return {
    contract: CODE_CONTRACT,
    action: parseName('setcode'),
    data: writer.finish(),
    authorization: [{ account: maintainer, permission: OWNER_PERMISSION }],
  };
}
