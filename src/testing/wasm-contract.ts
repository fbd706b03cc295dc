import { readFileSync } from 'node:fs';
import { schemaOf } from '../../vm/universal/contract-abi.js';
import { parseName } from '../../vm/wasm/abi/name.js';
import { packAction } from '../../vm/wasm/abi/pack.js';
import type { AbiSchema } from '../../vm/wasm/abi/schema.js';
import { unpackValue } from '../../vm/wasm/abi/unpack.js';
import { ContractException } from '../../vm/wasm/exception.js';
import { OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import type { Json } from '../codec/json-value.js';
import { regIdInteger } from '../codec/regid.js';
import { required } from '../codec/required.js';
import { REJECT } from '../tx/reject.js';
import { BASE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import type { InlineTransaction } from '../tx/types/universal.js';
import { CallFailed, type CallFailure } from './call-failed.js';
import type { CallOutcome, ViewOutcome } from './call-outcome.js';
import { tableRows } from './contract-data.js';
import type {
  AbiValue,
  ActionName,
  ArgumentsOf,
  TableName,
  UntypedContract,
  ViewArguments,
  ViewName,
  ViewResult,
  WasmContractTypes,
} from './contract-types.js';
import { type CallOptions, DeployedContract } from './deployed-contract.js';
import type { AccountLike } from './dev-account.js';
import { printableTrace } from './json-text.js';
import type { DeployedCode } from './observer.js';
import type {
  FailedRun,
  FailureContext,
  StandardFields,
  TransactionForm,
  TransactionSender,
} from './transaction-sender.js';
import { actionJson, answeredValue } from './typed-values.js';

/** Default fee of a call in sawi. */
const DEFAULT_ACTION_FEE = 100_000_000n;

export interface ActionOptions extends CallOptions {
  /** Further accounts that authorize the action, in addition to the sender. */
  readonly signers?: readonly AccountLike[];
}

/** What a query has answered. */
export interface QueryOutcome<R = AbiValue> {
  readonly value: R;
  readonly trace: Json;
}

/**
 * A contract with actions: in WebAssembly, or one of the system. Its types are those that `coind contract types` has
 * written for it; without them any name and any arguments compile.
 */
export class WasmContract<T extends WasmContractTypes = UntypedContract> extends DeployedContract {
  /** The same contract for another caller. */
  as(caller: AccountLike): WasmContract<T> {
    return new WasmContract(this.sender, this, this.code, caller);
  }

  /** The same contract on another chain that has it, such as a fork. */
  on({ sender }: { readonly sender: TransactionSender }): WasmContract<T> {
    return new WasmContract(sender, this, this.code, this.caller);
  }

  /** Calls an action in a block. @throws CallFailed, ContractException for arguments that do not fit the ABI */
  call<N extends ActionName<T>>(
    action: N,
    args: ArgumentsOf<T, N>,
    options: ActionOptions = {},
  ): CallOutcome {
    const { from, form, failure } = this.#prepare(action, args, options);
    return this.observed('call', action, () => this.sender.send(from, form, failure));
  }

  /** Does the same on a copy of the state, which is discarded. @throws CallFailed */
  simulate<N extends ActionName<T>>(
    action: N,
    args: ArgumentsOf<T, N>,
    options: ActionOptions = {},
  ): ViewOutcome {
    const { from, form, failure } = this.#prepare(action, args, options);
    return this.observed('view', action, () => this.sender.simulate(from, form, failure));
  }

  /** Calls a `@view` of the contract and returns its value. @throws CallFailed */
  view<N extends ViewName<T>>(action: N, args: ViewArguments<T, N>): ViewResult<T, N> {
    return this.query(action, args).value;
  }

  /** As {@link view}, with the call tree. @throws CallFailed */
  query<N extends ViewName<T>>(action: N, args: ViewArguments<T, N>): QueryOutcome<ViewResult<T, N>> {
    const { chain, recorder } = this.sender;
    recorder.begin();
    const query = { contract: regIdInteger(this.id), ...this.#packed(action, args) };
    try {
      const { result, trace } = chain.query(query, recorder);
      if (result !== undefined) {
        const { type, value } = result;
        const answer = answeredValue(this.schema, type, unpackValue(this.schema, type, value));
        return { value: answer as ViewResult<T, N>, trace: printableTrace(trace) };
      }
    } catch (error) {
      if (!(error instanceof ContractException)) throw error;
      throw new CallFailed({
        ...this.#named(action),
        ...ofException(error.code & 0xff, error.detail),
        ...placeOf(recorder, action, error.detail),
        logs: [],
      });
    }
    const reason = `action ${action} answers nothing; only actions that are marked as views do`;
    throw new CallFailed({
      ...this.#named(action),
      ...ofException(REJECT.REJECT_INVALID, reason),
      logs: [],
    });
  }

  /** The ABI as it is on the chain. */
  get schema(): AbiSchema {
    const schema = schemaOf(this.sender.chain, regIdInteger(this.id));
    if (schema === undefined)
      throw new Error(`contract ${this.name} (${this.regId}) has no ABI on this chain`);
    return schema;
  }

  /** All rows of a table, in the order of their keys. @throws RangeError for a table that the ABI does not have */
  rows<N extends TableName<T>>(table: N): T['tables'][N][] {
    const { schema } = this;
    const type = schema.tableType(table);
    if (type === undefined) {
      const known = schema.definition.tables.map(({ name }) => name).join(', ');
      throw new RangeError(`${this.name} has no table ${table}; it has ${known || 'none'}`);
    }
    return tableRows(this.sender.chain.state, this.id, table).map(
      row => answeredValue(schema, type, unpackValue(schema, type, row)) as T['tables'][N],
    );
  }

  #prepare(action: string, args: unknown, { from = this.caller, fee, signers = [] }: ActionOptions) {
    const accounts = [from, ...signers].map(account =>
      regIdInteger(this.sender.accounts.registered(account).regId),
    );
    const inline: InlineTransaction = {
      contract: regIdInteger(this.id),
      ...this.#packed(action, args),
      authorization: accounts.map(account => ({ account, permission: OWNER_PERMISSION })),
    };
    const form: TransactionForm = standard =>
      actionTransaction(standard, [inline], fee ?? DEFAULT_ACTION_FEE, accounts.slice(1));
    return { from, form, failure: actionFailure(this.code, action) };
  }

  #packed(action: string, args: unknown) {
    const { schema } = this;
    return { action: parseName(action), data: packAction(schema, action, actionJson(schema, action, args)) };
  }

  #named(method: string) {
    return { contract: this.code.name, method };
  }
}

/** @param signers - accounts in addition to the payer, in integer form */
export function actionTransaction(
  { signature, ...standard }: StandardFields,
  inlineTransactions: readonly InlineTransaction[],
  fees: bigint,
  signers: readonly bigint[] = [],
) {
  return {
    type: TX.UNIVERSAL,
    ...standard,
    feeSymbol: BASE_COIN,
    fees,
    inlineTransactions,
    signaturePairs: signers.map(account => ({ account, signature })),
    signature,
  } as const;
}

/** Explains why an action was refused. */
export function actionFailure(code: DeployedCode, method: string): FailureContext {
  return ({ code: number, reason }, recorder) => ({
    contract: code.name,
    method,
    ...ofException(number, reason),
    ...placeOf(recorder, method, reason),
    logs: recorder.logs,
  });
}

/** The line at which a contract in AssemblyScript has failed, where it is known. */
function placeOf(
  { failedAt }: Pick<FailedRun, 'failedAt'>,
  method: string,
  reason: string,
): Pick<CallFailure, 'frames' | 'sources'> {
  if (failedAt === undefined) return { frames: [], sources: new Map() };
  const source = readFileSync(failedAt.file, 'utf8');
  // What failed can be an action that the one that was called has queued.
  const name = /, action (\S+), receiver /.exec(reason)?.[1] ?? method;
  return { frames: [{ location: failedAt, name }], sources: new Map([[failedAt.file, source]]) };
}

/** The content of an exception's text (spec 04 §9): number and name, then a line for every place. */
function ofException(code: number, reason: string): Omit<CallFailure, 'contract' | 'method' | 'logs'> {
  const [, number, name, first = ''] = /^\n\((\d+)\) (\w+)\n(.*)/.exec(reason) ?? [];
  const summary = first.replace(/^[^:]*: /, '');
  return {
    code,
    reason,
    summary: number === undefined ? reason : summary,
    exception:
      number === undefined
        ? undefined
        : { code: Number(number), name: required(name, 'the name of the exception') },
    frames: [],
    refusals: [],
    sources: new Map(),
  };
}
