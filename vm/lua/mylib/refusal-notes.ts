/**
 * Why a function of `mylib` has done nothing. The reference answers with no result and says no more (spec 03 §8.1);
 * whoever observes a run is told the reason, and nothing of it reaches the contract, its fuel or its work.
 */
import type { HostRefusal } from '../../context.js';
import type { LuaRuntime } from '../value/runtime.js';

export class RefusalNotes {
  #reason: string | undefined;

  constructor(private readonly tell: (refusal: HostRefusal) => void) {}

  /** Notes a reason; the first one of a call is the cause of the others. */
  note(reason: string): undefined {
    this.#reason ??= reason;
    return undefined;
  }

  /** Tells the reason that the call of a function has left, if any. */
  ended(machine: LuaRuntime, name: string): void {
    const reason = this.#reason;
    if (reason === undefined) return;
    this.#reason = undefined;
    const place = machine.callingPlace();
    const isIgnored = place !== undefined && !place.isResultRead();
    this.tell({ line: place?.line ?? 0, function: `mylib.${name}`, reason, isIgnored });
  }

  /** Tells why something that a call has queued could not be done when the script had ended. */
  failedAfterwards(name: string, line: number | undefined, reason: string): void {
    this.tell({ line: line ?? 0, function: `mylib.${name}`, reason, isIgnored: false });
  }
}
