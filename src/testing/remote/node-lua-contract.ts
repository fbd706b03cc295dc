import { BASE_COIN } from '../../tx/symbols.js';
import { type Arguments, encodeArguments, layoutOf } from '../byte-layout.js';
import { CallFailed } from '../call-failed.js';
import type { CallOutcome, ViewOutcome } from '../call-outcome.js';
import type { AccountLike, DevAccount } from '../dev-account.js';
import { type BoundMethods, bound, type LuaCallOptions, luaFailure } from '../lua-contract.js';
import type { LuaMethods } from '../lua-methods.js';
import type { DeployedCode } from '../observer.js';
import { NodeContract, type NodeLink } from './node-contract.js';

/** A Lua contract of a running node: the same calls as on a development chain, each a promise. */
export class NodeLuaContract<M extends LuaMethods = LuaMethods> extends NodeContract {
  readonly #given: M;
  readonly #options: LuaCallOptions;
  /** Calls by the names of the methods. */
  readonly methods: BoundMethods<M, Promise<CallOutcome>>;
  /** The same, of which nothing stays. */
  readonly views: BoundMethods<M, Promise<ViewOutcome>>;

  constructor(
    link: NodeLink,
    parts: { readonly account: DevAccount; readonly code: DeployedCode; readonly methods: M },
    caller: AccountLike | undefined,
    options: LuaCallOptions = {},
  ) {
    super(link, parts.account, parts.code, caller);
    this.#given = parts.methods;
    this.#options = options;
    this.methods = bound(parts.methods, (name, args) => this.#call(name, args, {}));
    this.views = bound(parts.methods, (name, args) => this.#view(name, args, {}));
  }

  /** The same contract for another caller, whose key the wallet of the node has, and for other options. */
  as(caller: AccountLike, options: LuaCallOptions = this.#options): NodeLuaContract<M> {
    const parts = { account: this, code: this.code, methods: this.#given };
    return new NodeLuaContract(this.link, parts, caller, options);
  }

  /** Calls the contract, and waits for the block. @throws CallFailed, CallError */
  call(args: Arguments, options: LuaCallOptions = {}): Promise<CallOutcome> {
    return this.#call(undefined, args, options);
  }

  /** Does the same on a copy of the state, which is discarded. @throws CallFailed, CallError */
  view(args: Arguments, options: LuaCallOptions = {}): Promise<ViewOutcome> {
    return this.#view(undefined, args, options);
  }

  async #view(name: string | undefined, args: Arguments, options: LuaCallOptions): Promise<ViewOutcome> {
    return (await this.#tried(name, args, options)).outcome;
  }

  async #call(name: string | undefined, args: Arguments, options: LuaCallOptions): Promise<CallOutcome> {
    const { sender, hex, money, outcome } = await this.#tried(name, args, options);
    const fee = { ...this.#options, ...options }.fee;
    const paid = fee === undefined ? [] : [`${BASE_COIN}:${fee}:sawi`];
    return this.submitted('submitucontractcalltx', [sender, this.regId, hex, money, ...paid], outcome);
  }

  async #tried(name: string | undefined, args: Arguments, given: LuaCallOptions) {
    const options = { ...this.#options, ...given };
    const { accounts } = this.link;
    const { address: sender } = await accounts.find(this.callerOf(options.from));
    const layout = layoutOf(args);
    const hex = encodeArguments(layout, await accounts.names(layout.accounts)).toString('hex');
    const { coins = 0n } = options;
    const { symbol, amount } = typeof coins === 'object' ? coins : { symbol: BASE_COIN, amount: coins };
    const money = `${symbol}:${amount}:sawi`;
    const failure = luaFailure(this.code, name ?? hex);
    const outcome = await this.simulated(
      [sender, this.regId, hex, money],
      (rejected, run) => new CallFailed(failure(rejected, run)),
    );
    return { sender, hex, money, outcome };
  }
}
