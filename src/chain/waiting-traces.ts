import { LRUCache } from 'lru-cache';
import { stringifyJson } from '../codec/json-print.js';
import type { Json } from '../codec/json-value.js';

/** Characters of all call trees that are kept, as JSON. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/**
 * The call trees of transactions that wait, from their last execution. They are shown and nothing else: what
 * they take has a limit of its own, beyond which those that were not made or asked for for longest are
 * forgotten, and never counts against the transactions.
 */
export class WaitingTraces {
  readonly #traces = new LRUCache<string, Json & object>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: trace => stringifyJson(trace).length + 1,
  });

  get(txid: string): Json | undefined {
    return this.#traces.get(txid);
  }

  keep(txid: string, trace: Json | undefined): void {
    if (typeof trace === 'object' && trace !== null) this.#traces.set(txid, trace);
    else this.#traces.delete(txid);
  }

  forget(txid: string): void {
    this.#traces.delete(txid);
  }
}
