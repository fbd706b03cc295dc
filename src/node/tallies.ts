import { workAlone } from '../../vm/block-work.js';
import type { Chain } from '../chain/chain.js';
import type { AnsweredCall } from '../rpc/dispatch/dispatch.js';
import { TimeHistogram } from '../storage/time-histogram.js';
import { definitionOf } from '../tx/transactions.js';

/** Upper bounds of the buckets in which the durations of calls are counted, in seconds. */
const DURATION_BUCKETS: readonly number[] = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];
/** Stands for all names that no method has, of which there could be any number. */
const UNKNOWN = 'unknown';

/** What has happened since the node was started, counted as it happens. */
export class Tallies {
  blocks = 0;
  disconnectedBlocks = 0;
  /** Batches of calls that a limit has ended. */
  cutBatches = 0;
  /** In sawi. */
  fuelFees = 0n;
  /** Units of work that contracts have burned in blocks. */
  fuel = 0n;
  /** Work of blocks beside fuel. */
  work = 0;
  /** Transactions of blocks, by the name of their type. */
  readonly transactions = new Map<string, number>();
  /** Transactions that callers of this node wanted to submit and that were refused, by reject code. */
  readonly refusals = new Map<number, number>();
  /** Calls of methods, by name and by the code of their errors; 0 for those without. */
  readonly calls = new Map<string, Map<number, number>>();
  /** How long the calls of a method took. */
  readonly durations = new Map<string, TimeHistogram>();
  /** Of those calls, the ones that the thread for reading has answered. */
  readElsewhere = 0;

  /** Counts blocks from now on. @returns ends that */
  follow(chain: Chain): () => void {
    return chain.subscribe({
      blockConnected: ({ block, outcome }) => {
        this.blocks++;
        this.fuelFees += outcome.fuelFee;
        for (const { fuel, work } of outcome.executed) {
          this.fuel += fuel;
          this.work += workAlone(work);
        }
        for (const { tx } of block.transactions) add(this.transactions, definitionOf(tx.type).name);
      },
      blockDisconnected: () => {
        this.disconnectedBlocks++;
      },
    });
  }

  /** Counts a call. */
  called({ method = UNKNOWN, code, milliseconds }: AnsweredCall): void {
    const codes = this.calls.get(method) ?? new Map<number, number>();
    this.calls.set(method, codes);
    add(codes, code);
    const durations = this.durations.get(method) ?? new TimeHistogram(DURATION_BUCKETS);
    this.durations.set(method, durations);
    durations.add(milliseconds);
  }

  /** Counts a transaction that was refused. */
  refused(code: number): void {
    add(this.refusals, code);
  }
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
