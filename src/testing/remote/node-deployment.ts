import { DEPLOYMENT_FUEL_FEE, fuelFeeOf } from '../../../vm/native/fuel-fee.js';
import { smallestActionsFee } from '../../../vm/universal/fuel.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { NO_REGID, parseRegId, regIdInteger, regIdText } from '../../codec/regid.js';
import { regIdUid } from '../../codec/uid.js';
import { encodeTransaction } from '../../tx/envelope.js';
import { TX } from '../../tx/transactions.js';
import { type LoadedContract, loadLua, loadWasm } from '../contract-source.js';
import { requireRegId, setCodeAction, WASM_DEPLOYMENT_FEE } from '../deployment.js';
import type { AccountLike, DevAccount } from '../dev-account.js';
import { Devnet } from '../devnet.js';
import { checkLuaSource } from '../lua-contract.js';
import type { DeployedCode } from '../observer.js';
import { actionFailure, actionTransaction } from '../wasm-contract.js';
import { registered } from './node-accounts.js';
import { sawi } from './node-calls.js';
import type { NodeLink } from './node-contract.js';

const NO_BYTES = new Uint8Array();
/** The wire format of the transactions that are made here does not depend on the network. */
const RULES = { varintPricesFrom: 0 };

/** A contract with everything that the chain keeps of it. */
export interface DeployableContract {
  readonly code: DeployedCode;
  /** Packed ABI; empty for Lua. */
  readonly abi: Uint8Array;
}

/** What a deployment would be: nothing has been sent yet. */
export interface DeploymentPlan {
  readonly contract: DeployableContract;
  /** Who deploys, signs and pays. */
  readonly sender: DevAccount;
  /** The contract whose code is replaced; undefined for a new one. */
  readonly replaces: string | undefined;
  /** In sawi. */
  readonly fee: bigint;
}

/** What a deployment was. */
export interface NodeDeployment {
  readonly txid: string;
  readonly height: number;
  readonly regId: string;
  /** In sawi. */
  readonly fee: bigint;
}

/**
 * Reads a Lua source or a module, or compiles AssemblyScript.
 * @throws CallFailed, ContractBuildError that name the line
 */
export async function loadDeployable(file: string): Promise<DeployableContract> {
  if (file.endsWith('.lua')) {
    const code = deployedCode('lua', loadLua({ file }));
    checkLuaSource(code);
    return { code, abi: NO_BYTES };
  }
  const { abi, ...loaded } = await loadWasm({ file });
  return { code: deployedCode('wasm', loaded), abi };
}

function deployedCode(vm: DeployedCode['vm'], { name, file, code }: LoadedContract): DeployedCode {
  return { vm, name, file, code };
}

/**
 * What deploying a contract takes. A module is tried on a development chain, which says whether it is acceptable.
 *
 * @param options.fee - in sawi; default: what suffices
 * @param options.replaces - regid of the contract whose code is replaced, of WebAssembly only
 * @throws CallFailed, CallError, RangeError
 */
export async function planDeployment(
  link: NodeLink,
  contract: DeployableContract,
  options: {
    readonly from: AccountLike;
    readonly fee?: bigint | undefined;
    readonly replaces?: string | undefined;
  },
): Promise<DeploymentPlan> {
  const sender = await link.accounts.find(options.from);
  registered(sender);
  const { replaces } = options;
  if (replaces !== undefined && contract.code.vm === 'lua') {
    throw new RangeError('the code of a Lua contract cannot be replaced');
  }
  const plan = { contract, sender, replaces, fee: 0n };
  return { ...plan, fee: options.fee ?? (await neededFee(link, plan)) };
}

/** Sends a deployment, which the wallet of the node signs, and waits for its block. @throws CallError, Error */
export async function deploy(link: NodeLink, plan: DeploymentPlan): Promise<NodeDeployment> {
  const { sender, fee, replaces } = plan;
  const tip = Number(await link.calls.call('getblockcount'));
  const raw = hex(encodeTransaction(transactionOf(plan, tip), RULES));
  const { rawtx } = await link.calls.object('signtxraw', raw, [sender.address]);
  const { txid } = await link.calls.object('submittxraw', rawtx as Json);
  const detail = await link.calls.confirmed(String(txid));
  const regId = parseRegId(String(detail.tx_cord));
  if (regId === undefined) throw new TypeError(`the node says no place of transaction ${txid}`);
  link.accounts.forget(sender);
  return { txid: String(txid), height: regId.height, regId: replaces ?? regIdText(regId), fee };
}

/** Whether the chain has exactly this code and ABI under a regid. @throws CallError where it has no contract there */
export async function isDeployedAs(
  link: NodeLink,
  regId: string,
  { code, abi }: DeployableContract,
): Promise<boolean> {
  const info = await link.calls.object('getcontractinfo', regId);
  return info.code === hex(code.code) && String(info.abi_hex ?? '') === hex(abi);
}

/** The transaction before it is signed. A contract keeps its maintainer, who is the sender. */
function transactionOf(
  { contract: { code, abi }, sender, replaces, fee }: DeploymentPlan,
  validHeight: number,
) {
  const regId = registered(sender);
  const standard = { version: 1, validHeight, txUid: regIdUid(regId), signature: NO_BYTES } as const;
  if (code.vm === 'lua') {
    const contract = { code: code.code, memo: NO_BYTES };
    return { type: TX.LCONTRACT_DEPLOY, ...standard, contract, fees: fee } as const;
  }
  const replaced = replaces === undefined ? NO_REGID : requireRegId(replaces);
  const action = setCodeAction(regIdInteger(regId), { code: code.code, abi }, replaced);
  return actionTransaction(standard, [action], fee);
}

/** Room for the signature, by which the transaction becomes longer. */
const SIGNATURE_BYTES = 73;

/** In sawi. The chain may have moved on until the deployment, and with it what fuel costs: hence a fifth more. */
async function neededFee(link: NodeLink, plan: DeploymentPlan): Promise<bigint> {
  if (plan.contract.code.vm === 'lua') {
    const minimum = await minimumFee(link, TX.LCONTRACT_DEPLOY);
    const bytes = encodeTransaction(transactionOf(plan, 0), RULES).length + SIGNATURE_BYTES;
    const bySize = DEPLOYMENT_FUEL_FEE + BigInt(bytes);
    return minimum > bySize ? minimum : bySize;
  }
  const minimum = await minimumFee(link, TX.UNIVERSAL);
  const { tipblock_fuel_rate: rate } = await link.calls.object('getinfo');
  const fuel = fuelOfModule(plan.contract);
  const blockFee = fuelFeeOf(TX.UNIVERSAL, fuel, Number(rate), minimum);
  return (smallestActionsFee(fuel, Number(rate), minimum, blockFee) * 12n) / 10n;
}

/** @throws CallFailed for a module or an ABI that the chain would refuse */
function fuelOfModule({ code, abi }: DeployableContract): bigint {
  const { sender, accounts } = Devnet.start();
  const maintainer = regIdInteger(registered(accounts.alice));
  const action = setCodeAction(maintainer, { code: code.code, abi });
  return sender.simulate(
    accounts.alice,
    standard => actionTransaction(standard, [action], WASM_DEPLOYMENT_FEE),
    actionFailure(code, 'deploy'),
  ).fuel.total;
}

async function minimumFee({ calls }: NodeLink, type: number): Promise<bigint> {
  const fees = (await calls.call('listmintxfees')) as readonly JsonObject[];
  return sawi(fees.find(({ txtype_code: code }) => Number(code) === type)?.minfee_in_wicc);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
