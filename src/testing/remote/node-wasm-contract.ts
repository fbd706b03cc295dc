import type { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { CallError } from '../../client/errors.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { CallFailed } from '../call-failed.js';
import type { CallOutcome, ViewOutcome } from '../call-outcome.js';
import type {
  ActionName,
  ArgumentsOf,
  TableName,
  UntypedContract,
  ViewArguments,
  ViewName,
  ViewResult,
  WasmContractTypes,
} from '../contract-types.js';
import type { CallOptions } from '../deployed-contract.js';
import type { AccountLike, DevAccount } from '../dev-account.js';
import type { DeployedCode } from '../observer.js';
import { actionJson, answeredValue } from '../typed-values.js';
import { actionFailure } from '../wasm-contract.js';
import { NodeContract, type NodeLink } from './node-contract.js';

/** Rows that are asked for at a time. */
const PAGE = 1000;

/** A contract with actions of a running node: the same calls as on a development chain, each a promise. */
export class NodeWasmContract<T extends WasmContractTypes = UntypedContract> extends NodeContract {
  constructor(
    link: NodeLink,
    readonly parts: { readonly account: DevAccount; readonly code: DeployedCode; readonly schema: AbiSchema },
    caller: AccountLike | undefined,
  ) {
    super(link, parts.account, parts.code, caller);
  }

  /** The same contract for another caller, whose key the wallet of the node has. */
  as(caller: AccountLike): NodeWasmContract<T> {
    return new NodeWasmContract(this.link, this.parts, caller);
  }

  /** Calls an action, and waits for the block. @throws CallFailed, CallError */
  async call<N extends ActionName<T>>(
    action: N,
    args: ArgumentsOf<T, N>,
    options: CallOptions = {},
  ): Promise<CallOutcome> {
    const { sender, data, outcome } = await this.#tried(action, args, options);
    const paid = options.fee === undefined ? [] : [`${BASE_COIN}:${options.fee}:sawi`];
    return this.submitted('submittx', [sender, this.regId, action, data, ...paid], outcome);
  }

  /** Does the same on a copy of the state, which is discarded. @throws CallFailed, CallError */
  async simulate<N extends ActionName<T>>(
    action: N,
    args: ArgumentsOf<T, N>,
    options: CallOptions = {},
  ): Promise<ViewOutcome> {
    return (await this.#tried(action, args, options)).outcome;
  }

  /** Calls a `@view` of the contract and returns its value. @throws CallFailed */
  async view<N extends ViewName<T>>(action: N, args: ViewArguments<T, N>): Promise<ViewResult<T, N>> {
    const { schema } = this.parts;
    try {
      const data = actionJson(schema, action, args);
      const { result } = await this.link.calls.object('wasm_getresult', this.regId, action, data);
      const { type, value } = result as JsonObject;
      return answeredValue(schema, String(type), value as Json) as ViewResult<T, N>;
    } catch (error) {
      if (!(error instanceof CallError) || error.code < 0) throw error;
      throw new CallFailed(
        actionFailure(this.code, action)({ code: error.code & 0xff, reason: error.message }, NO_RUN),
      );
    }
  }

  /** All rows of a table, in the order of their keys. @throws CallError */
  async rows<N extends TableName<T>>(table: N): Promise<T['tables'][N][]> {
    const { schema } = this.parts;
    const type = schema.tableType(table) ?? table;
    const found: JsonObject[] = [];
    for (let after: readonly Json[] = [], more = true; more; ) {
      const answer = await this.link.calls.object('wasm_gettable', this.regId, table, [], PAGE, ...after);
      const rows = answer.rows as readonly JsonObject[];
      found.push(...rows);
      more = answer.more === true;
      after = [rows.at(-1)?.key ?? ''];
    }
    return found.map(row => answeredValue(schema, type, row) as T['tables'][N]);
  }

  async #tried(action: string, args: unknown, { from }: CallOptions) {
    const { address: sender } = await this.link.accounts.find(this.callerOf(from));
    const data = actionJson(this.parts.schema, action, args);
    const failure = actionFailure(this.code, action);
    const outcome = await this.simulated(
      [sender, this.regId, action, 0, data],
      (rejected, run) => new CallFailed(failure(rejected, run)),
    );
    return { sender, data, outcome };
  }
}

const NO_RUN = { logs: [], refusals: [], failedAt: undefined, report: undefined };
