import type { Mempool } from '../../src/chain/mempool.js';
import type { MempoolEntry } from '../../src/chain/mempool-entry.js';
import { parseJson } from '../../src/codec/json.js';
import { resultOf } from './answer-members.js';
import type { Exchange } from './transcript.js';

/** After everything whose position was recorded. */
const UNKNOWN_POSITION = Number.MAX_SAFE_INTEGER;

/**
 * The order of transactions in recorded blocks. That of the reference follows from fee rates and
 * hashes, and one sender's later transaction may come first there (spec 07 §16). So that contracts
 * get the recorded regids, blocks that correspond to recorded ones take transactions in their order.
 */
export class RecordedOrder {
  /** Index in its block by txid, as far as answers show it. */
  readonly #positions = new Map<string, number>();

  constructor(exchanges: readonly Exchange[]) {
    for (const { answer } of exchanges) {
      if (answer?.includes('"tx_cord"') !== true) continue;
      const { txid, tx_cord: cord } = resultOf(parseJson(answer));
      if (typeof txid === 'string' && typeof cord === 'string') {
        this.#positions.set(txid, Number(cord.split('-')[1]));
      }
    }
  }

  /** Does something during which the pool offers what waits in the recorded order. */
  async during<T>(mempool: Mempool, work: () => Promise<T>): Promise<T> {
    const entries = mempool.entries.bind(mempool);
    const executedEntries = mempool.executedEntries.bind(mempool);
    mempool.entries = () => entries().map(entry => this.#ranked(entry));
    mempool.executedEntries = async () => (await executedEntries()).map(entry => this.#ranked(entry));
    try {
      return await work();
    } finally {
      mempool.entries = entries;
      mempool.executedEntries = executedEntries;
    }
  }

  /** An entry that is packed by its recorded position instead of fee rate and sender. */
  #ranked(entry: MempoolEntry): MempoolEntry {
    const { txid } = entry.prepared;
    return { ...entry, sender: txid, feeRate: -(this.#positions.get(txid) ?? UNKNOWN_POSITION) };
  }
}
