import type { Json, JsonObject } from '../../codec/json-value.js';
import type { CallOutcome, ViewOutcome } from '../call-outcome.js';
import type { AccountLike, DevAccount } from '../dev-account.js';
import type { DeployedCode } from '../observer.js';
import type { FailedRun } from '../transaction-sender.js';
import type { NodeAccounts } from './node-accounts.js';
import type { NodeCalls } from './node-calls.js';
import { confirmedOutcome, simulatedOutcome, textsOf } from './remote-outcome.js';

/** A node, and who is who there. */
export interface NodeLink {
  readonly calls: NodeCalls;
  readonly accounts: NodeAccounts;
}

/** What a simulated call was refused for, in the form in which failures are explained. */
type Explained = (rejected: { readonly code: number; readonly reason: string }, run: FailedRun) => Error;

/** What contracts of a running node have in common. */
export abstract class NodeContract {
  readonly name: string;
  readonly regId: string;
  readonly address: string;
  readonly keyId: string;

  constructor(
    protected readonly link: NodeLink,
    account: DevAccount,
    readonly code: DeployedCode,
    /** Whoever calls it, where a call names nobody. */
    protected readonly caller: AccountLike | undefined,
  ) {
    this.name = account.name;
    this.regId = account.regId;
    this.address = account.address;
    this.keyId = account.keyId;
  }

  /** @throws TypeError where nobody is named */
  protected callerOf(from: AccountLike | undefined): AccountLike {
    const caller = from ?? this.caller;
    if (caller !== undefined) return caller;
    throw new TypeError(`who calls ${this.name}? Use as(account), or give \`from\``);
  }

  /** What a call would do. @throws the error that `explained` makes of a refusal */
  protected async simulated(params: readonly Json[], explained: Explained): Promise<ViewOutcome> {
    const estimate = await this.link.calls.object('estimatecontractcall', ...params);
    if (estimate.succeeded === true) return simulatedOutcome(estimate);
    const { code, reason } = estimate.error as JsonObject;
    throw explained({ code: Number(code), reason: String(reason) }, runOf(estimate));
  }

  /** Submits a call that a simulation has accepted, and waits for its block. @throws CallError, Error */
  protected async submitted(
    method: string,
    params: readonly Json[],
    simulated: ViewOutcome,
  ): Promise<CallOutcome> {
    const { txid } = await this.link.calls.object(method, ...params);
    return confirmedOutcome(await this.link.calls.confirmed(String(txid)), simulated);
  }
}

/** What a simulation that failed says of the run. @param estimate - an answer of estimatecontractcall */
export function runOf(estimate: JsonObject): FailedRun {
  const { traceback } = estimate.error as JsonObject;
  return {
    logs: textsOf(estimate.log),
    refusals: [],
    failedAt: undefined,
    report: { traceback: textsOf(traceback), errorValue: undefined },
  };
}
