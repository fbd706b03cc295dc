import { decodeAbi } from '../../../vm/wasm/abi/definition.js';
import { abiFromJson } from '../../../vm/wasm/abi/json-form.js';
import { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { createClient, type SubscribingClient } from '../../client/client.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { VM_LUA } from '../../tx/enums.js';
import { BASE_COIN } from '../../tx/symbols.js';
import type { WasmContractTypes } from '../contract-types.js';
import type { AccountLike, DevAccount } from '../dev-account.js';
import { type LuaMethods, methodsOfSource } from '../lua-methods.js';
import type { DeployedCode } from '../observer.js';
import type { Known, MethodsOfFile, TypesOfFile, TypesOfRegId } from '../registered-contracts.js';
import { NodeAccounts } from './node-accounts.js';
import { type ConnectOptions, type NodeCalls, reachNode, sawi } from './node-calls.js';
import type { NodeLink } from './node-contract.js';
import { type DeployableContract, deploy, loadDeployable, planDeployment } from './node-deployment.js';
import { NodeLuaContract } from './node-lua-contract.js';
import { NodeWasmContract } from './node-wasm-contract.js';

/** As `connect` of `coind/testing`. @throws Error, NoReply */
export async function connectedNode(url: string, options: ConnectOptions): Promise<ConnectedNode> {
  const { calls, credentials } = await reachNode(url, options);
  return new ConnectedNode(calls, createClient({ url, credentials }));
}

/** How a contract is deployed on a node. */
export interface NodeDeployOptions {
  /** Who deploys, signs and pays: the wallet of the node has the key. */
  readonly from: AccountLike;
  /** In sawi; default: what suffices. */
  readonly fee?: bigint;
}

/** A running node. */
export class ConnectedNode {
  readonly #link: NodeLink;

  constructor(
    calls: NodeCalls,
    /** All methods of the node (docs/rpc.md). */
    readonly client: SubscribingClient,
  ) {
    this.#link = { calls, accounts: new NodeAccounts(calls) };
  }

  /** Height of the newest block. */
  async height(): Promise<number> {
    return Number(await this.#link.calls.call('getblockcount'));
  }

  /** An account that the node knows. @throws CallError */
  account(account: AccountLike): Promise<DevAccount> {
    return this.#link.accounts.find(account);
  }

  /** Free coins in sawi. @throws CallError */
  async balance(account: AccountLike, symbol: string = BASE_COIN): Promise<bigint> {
    const text = typeof account === 'string' ? account : account.keyId;
    const { tokens } = await this.#link.calls.object('getaccountinfo', text);
    const token = (tokens as JsonObject)[symbol] as JsonObject | undefined;
    return sawi(token?.free_amount);
  }

  /**
   * A Lua contract, by its regid.
   * @param methods - make argument bytes; default: those that the source on the chain declares
   * @throws CallError, RangeError where it is no Lua contract
   */
  async luaContract<M extends LuaMethods = Record<never, never>>(
    regId: string,
    methods?: M,
  ): Promise<NodeLuaContract<M>> {
    const { code, account } = await this.#contract(regId, 'lua');
    const known = methods ?? (methodsOfSource(code.code, regId) as M);
    return new NodeLuaContract(this.#link, { account, code, methods: known }, undefined);
  }

  /** A WebAssembly contract, or one of the system such as `0-800`, by its regid. @throws CallError, RangeError */
  async wasmContract<T extends WasmContractTypes = never, const R extends string = string>(
    regId: R,
  ): Promise<NodeWasmContract<Known<T, TypesOfRegId<R>>>> {
    const { code, account } = await this.#contract(regId, 'wasm');
    const { abi } = await this.#link.calls.object('wasm_getabi', regId);
    const schema = new AbiSchema(abiFromJson(abi as Json));
    return new NodeWasmContract(this.#link, { account, code, schema }, undefined);
  }

  /** Deploys a Lua contract, and waits for the block. @throws CallFailed, CallError */
  async deployLua<M extends LuaMethods = never, const F extends string = string>(
    options: { readonly file: F; readonly methods?: M } & NodeDeployOptions,
  ): Promise<NodeLuaContract<Known<M, MethodsOfFile<F>>>> {
    const { contract, account } = await this.#deployed(options.file, options);
    const { code } = contract;
    const methods = (options.methods ?? methodsOfSource(code.code, code.name)) as Known<M, MethodsOfFile<F>>;
    return new NodeLuaContract(this.#link, { account, code, methods }, options.from);
  }

  /** Deploys a WebAssembly contract, and waits for the block. @throws CallFailed, CallError, ContractBuildError */
  async deployWasm<T extends WasmContractTypes = never, const F extends string = string>(
    options: { readonly file: F } & NodeDeployOptions,
  ): Promise<NodeWasmContract<Known<T, TypesOfFile<F>>>> {
    const { contract, account } = await this.#deployed(options.file, options);
    const parts = { account, code: contract.code, schema: new AbiSchema(decodeAbi(contract.abi)) };
    return new NodeWasmContract(this.#link, parts, options.from);
  }

  async #contract(
    regId: string,
    vm: DeployedCode['vm'],
  ): Promise<{ readonly code: DeployedCode; readonly account: DevAccount }> {
    const info = await this.#link.calls.object('getcontractinfo', regId);
    if ((Number(info.vm_type) === VM_LUA) !== (vm === 'lua')) {
      throw new RangeError(`${regId} is no ${vm === 'lua' ? 'Lua contract' : 'contract with actions'}`);
    }
    const code = { vm, name: regId, file: undefined, code: Buffer.from(String(info.code), 'hex') };
    return { code, account: await this.#link.accounts.ofContract(regId) };
  }

  async #deployed(
    file: string,
    { from, fee }: NodeDeployOptions,
  ): Promise<{ readonly contract: DeployableContract; readonly account: DevAccount }> {
    const contract = await loadDeployable(file);
    const plan = await planDeployment(this.#link, contract, { from, fee });
    const { regId } = await deploy(this.#link, plan);
    const account = await this.#link.accounts.ofContract(regId);
    return { contract, account: { ...account, name: contract.code.name } };
  }
}
