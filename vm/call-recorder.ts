import type { CallFrame, CallTreeObserver, EnteredRun, LeftRun, StoredChange } from './call-tree.js';
import type { ContractObserver, ContractRunReport, HostRefusal } from './context.js';

/** Records the call trees of transactions, by their ids. */
export class CallRecorder implements ContractObserver {
  readonly #roots = new Map<string, CallFrame[]>();
  /** The frames that are not closed, innermost last. */
  readonly #open: CallFrame[] = [];

  /** What a transaction has called, in order; empty for one that has called no contract. */
  callsOf(txid: string): readonly CallFrame[] {
    return this.#roots.get(txid) ?? [];
  }

  /** All that was recorded since `clear`, in order. */
  get calls(): readonly CallFrame[] {
    return [...this.#roots.values()].flat();
  }

  clear(): void {
    this.#roots.clear();
    this.#open.length = 0;
  }

  log(line: string): void {
    this.#open.at(-1)?.logs.push(line);
  }

  ended({ fuel, traceback }: ContractRunReport): void {
    const index = this.#open.findLastIndex(({ kind }) => kind === 'lua');
    const frame = this.#open[index];
    // Of actions, the whole transaction is reported when all of them are closed.
    if (frame === undefined) return;
    // Actions that an exception has broken off are still open.
    this.#open.length = index + 1;
    frame.kinds = fuel;
    frame.frames.push(...traceback);
  }

  /** Not a method: runs keep it as a function. */
  readonly refused = ({ line, function: name, reason }: HostRefusal): void => {
    this.#open.at(-1)?.refusals.push({ line, function: name, reason });
  };

  readonly callTree: CallTreeObserver = {
    entered: run => this.#enter(run),
    stored: change => this.#store(change),
    left: end => this.#leave(end),
    closed: () => void this.#open.pop(),
  };

  #enter(run: EnteredRun): void {
    const frame: CallFrame = {
      ...run,
      ...{ fuel: undefined, kinds: {}, logs: [], changes: [], receipts: [], refusals: [] },
      ...{ failure: undefined, frames: [], calls: [] },
    };
    const parent = this.#open.at(-1);
    // What an exception has broken off is still open when the next transaction begins.
    if (parent?.txid !== run.txid) this.#open.length = 0;
    const siblings = this.#open.at(-1)?.calls ?? this.#roots.get(run.txid);
    if (siblings === undefined) this.#roots.set(run.txid, [frame]);
    else siblings.push(frame);
    this.#open.push(frame);
  }

  #store(change: StoredChange): void {
    this.#open.at(-1)?.changes.push(change);
  }

  #leave({ fuel, receipts, console, failure }: LeftRun): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    frame.fuel = fuel;
    // Those of what it has called are shown there.
    const ofCalls = new Set(frame.calls.flatMap(call => call.receipts));
    frame.receipts = receipts.filter(receipt => !ofCalls.has(receipt));
    frame.failure = failure;
    if (console !== undefined) frame.logs.push(...console.split('\n').filter(line => line !== ''));
  }
}
