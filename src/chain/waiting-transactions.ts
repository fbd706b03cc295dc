import { BlockWork } from '../../vm/block-work.js';
import type { MempoolEntry } from './mempool-entry.js';
import type { MempoolLoad } from './mempool-limits.js';

/** The transactions that wait, in the order of their arrival, and what they add up to. */
export class WaitingTransactions {
  /** By txid; in the order of arrival where `#isSorted` says so. */
  #entries = new Map<string, MempoolEntry>();
  /** Whether nothing was put back since the entries were sorted. */
  #isSorted = true;
  readonly #countBySender = new Map<string, number>();
  #bytes = 0;
  #fuel = 0n;
  readonly #work = new BlockWork();

  /** Number, bytes, fuel and work. */
  get load(): MempoolLoad {
    return { transactions: this.#entries.size, bytes: this.#bytes, fuel: this.#fuel, work: this.#work.units };
  }

  has(txid: string): boolean {
    return this.#entries.has(txid);
  }

  get(txid: string): MempoolEntry | undefined {
    return this.#entries.get(txid);
  }

  /** How many are of a sender. */
  countOf(sender: string): number {
    return this.#countBySender.get(sender) ?? 0;
  }

  /** All of them, in no particular order. */
  unsorted(): Iterable<MempoolEntry> {
    return this.#entries.values();
  }

  /** All of them in the order of arrival. Entries may be replaced meanwhile. */
  sorted(): Iterable<MempoolEntry> {
    this.#sort();
    return this.#entries.values();
  }

  /** Adds one that has arrived after all others. */
  add(entry: MempoolEntry): void {
    this.#entries.set(entry.prepared.txid, entry);
    this.#bytes += entry.bytes;
    this.#fuel += entry.fuel;
    this.#work.add(entry.work);
    this.#countBySender.set(entry.sender, this.countOf(entry.sender) + 1);
  }

  /** Adds some that arrived before others: they get their place when it is needed. */
  putBack(entries: readonly MempoolEntry[]): void {
    for (const entry of entries) this.add(entry);
    this.#isSorted &&= entries.length === 0;
  }

  /** Takes over what another execution of a waiting transaction has shown. */
  replace(entry: MempoolEntry, again: MempoolEntry): void {
    this.#entries.set(entry.prepared.txid, again);
    this.#fuel += again.fuel - entry.fuel;
    this.#work.remove(entry.work);
    this.#work.add(again.work);
  }

  remove(entry: MempoolEntry): void {
    this.#entries.delete(entry.prepared.txid);
    this.#bytes -= entry.bytes;
    this.#fuel -= entry.fuel;
    this.#work.remove(entry.work);
    const count = this.countOf(entry.sender) - 1;
    if (count > 0) this.#countBySender.set(entry.sender, count);
    else this.#countBySender.delete(entry.sender);
  }

  /** Once for all blocks that a reorganisation takes back: sorting after each would take quadratic time. */
  #sort(): void {
    if (this.#isSorted) return;
    const sorted = [...this.#entries].sort(([, a], [, b]) => a.arrival - b.arrival);
    this.#entries = new Map(sorted);
    this.#isSorted = true;
  }
}
