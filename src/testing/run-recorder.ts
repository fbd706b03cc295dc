import type { BalanceShortage, ContractObserver, ContractRunReport, HostRefusal } from '../../vm/context.js';
import type { CoverageCounters } from '../../vm/coverage.js';
import type { CountingModule, SourcePlace } from '../../vm/wasm/coverage/counting-module.js';
import type { RefusedCall } from './call-outcome.js';
import { chargeListener, coverageCounters, lineObservers, notifyObservers } from './observer.js';

/** Records what the runs of one call have logged and how the last one ended, and notifies the observers. */
export class RunRecorder implements ContractObserver {
  #logs: string[] = [];
  #refusals: RefusedCall[] = [];
  #shortage: BalanceShortage | undefined;
  #report: ContractRunReport | undefined;
  #failedAt: SourcePlace | undefined;

  /** What was logged since `begin`. */
  get logs(): readonly string[] {
    return this.#logs;
  }

  /** What functions of `mylib` have refused since `begin`. */
  get refusals(): readonly RefusedCall[] {
    return this.#refusals;
  }

  /** How the last run since `begin` ended; undefined when none did. */
  get report(): ContractRunReport | undefined {
    return this.#report;
  }

  /** Forgets the call before. */
  begin(): void {
    this.#logs = [];
    this.#refusals = [];
    this.#shortage = undefined;
    this.#report = undefined;
    this.#failedAt = undefined;
  }

  /** Where a contract in AssemblyScript has failed since `begin`; known only while lines are counted. */
  get failedAt(): SourcePlace | undefined {
    return this.#failedAt;
  }

  get coverage(): CoverageCounters | undefined {
    const counters = coverageCounters();
    if (counters === undefined) return undefined;
    return {
      lua: code => counters.lua(code),
      wasm: code => {
        const counting = counters.wasm(code);
        return counting && this.#noting(counting);
      },
    };
  }

  #noting({ code, places, ended }: CountingModule): CountingModule {
    return {
      code,
      places,
      ended: (counts, failedAt) => {
        this.#failedAt ??= failedAt;
        ended(counts, failedAt);
      },
    };
  }

  get luaLines(): ContractObserver['luaLines'] {
    return lineObservers();
  }

  get charged(): ContractObserver['charged'] {
    return chargeListener();
  }

  /** The last balance that did not suffice since `begin`. */
  get shortage(): BalanceShortage | undefined {
    return this.#shortage;
  }

  /** Not a method: runs keep it as a function. */
  readonly lacked = (shortage: BalanceShortage): void => {
    this.#shortage = shortage;
  };

  /** Not a method: runs keep it as a function. */
  readonly refused = (refusal: HostRefusal): void => {
    this.#refusals.push(refusal);
    notifyObservers(({ runs }) => runs?.refused?.(refusal));
  };

  log(line: string): void {
    this.#logs.push(line);
    notifyObservers(({ runs }) => runs?.log(line));
  }

  ended(report: ContractRunReport): void {
    this.#report = report;
    notifyObservers(({ runs }) => runs?.ended(report));
  }
}
