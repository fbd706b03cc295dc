import { CallRecorder } from '../../vm/call-recorder.js';
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
  /** Records the call tree of what is run again; nobody else sees that. */
  #again: CallRecorder | undefined;

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

  /** Records the call tree of something that is run again. */
  callsOf(run: () => void): CallRecorder {
    const recorder = new CallRecorder();
    this.#again = recorder;
    try {
      run();
    } finally {
      this.#again = undefined;
    }
    return recorder;
  }

  get callTree(): ContractObserver['callTree'] {
    return this.#again?.callTree;
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
    if (counters === undefined || this.#again !== undefined) return undefined;
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
    return this.#again === undefined ? lineObservers() : undefined;
  }

  get charged(): ContractObserver['charged'] {
    return this.#again === undefined ? chargeListener() : undefined;
  }

  /** The last balance that did not suffice since `begin`. */
  get shortage(): BalanceShortage | undefined {
    return this.#shortage;
  }

  /** Not a method: runs keep it as a function. */
  readonly lacked = (shortage: BalanceShortage): void => {
    if (this.#again === undefined) this.#shortage = shortage;
  };

  /** Not a method: runs keep it as a function. */
  readonly refused = (refusal: HostRefusal): void => {
    if (this.#again !== undefined) {
      this.#again.refused(refusal);
      return;
    }
    this.#refusals.push(refusal);
    notifyObservers(({ runs }) => runs?.refused?.(refusal));
  };

  log(line: string): void {
    if (this.#again !== undefined) {
      this.#again.log(line);
      return;
    }
    this.#logs.push(line);
    notifyObservers(({ runs }) => runs?.log(line));
  }

  ended(report: ContractRunReport): void {
    if (this.#again !== undefined) {
      this.#again.ended(report);
      return;
    }
    this.#report = report;
    notifyObservers(({ runs }) => runs?.ended(report));
  }
}
