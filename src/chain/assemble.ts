import { NO_WORK, workAlone } from '../../vm/block-work.js';
import { BLOCK_WORK } from '../../vm/work.js';
import { PROTOCOL } from '../config/network.js';
import type { BlockExecution, BlockOutcome } from '../ledger/types.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { TransactionRejected } from '../tx/reject.js';
import { RESERVED_BYTES } from './block-space.js';
import type { BlockFailure } from './executed-block.js';
import type { FeedSource } from './feed-source.js';
import { isBeforeMedian, type MempoolEntry } from './mempool-entry.js';
import { inPackingOrder } from './packing-order.js';
import { Turns } from './turns.js';

/** What a block is made of, executed. */
export interface Assembly {
  readonly outcome: BlockOutcome;
  /** What was tried and skipped because the rules reject it. */
  readonly failures: readonly BlockFailure[];
  /** The refusals of these, with the work that was done for nothing. */
  readonly refusals: readonly { readonly txid: string; readonly error: TransactionRejected }[];
  /** What was skipped because the program failed; the memory pool must not offer it again. */
  readonly faults: readonly { readonly txid: string; readonly error: unknown }[];
}

export interface AssemblyOptions {
  /** Bytes of the encoded block at most. */
  readonly maxSize?: number | undefined;
  /** Price feeds made for this block, which are not in the memory pool. */
  readonly ownFeeds?: FeedSource | undefined;
  /** Whether a candidate is still to be packed when its place is reached; default: all are. */
  readonly stillWaits?: (txid: string) => boolean;
}

/**
 * Chooses and executes the content of a block (spec 08 §7.2): price feeds, the median of them, the
 * settlement of interest, then everything else, each part in packing order. A transaction that does
 * not fit or fails is skipped. The result is the block's result: it is not executed again.
 *
 * Others have their turns between two transactions: the chain must not change before the promise resolves.
 *
 * @param execution - a block that was just started
 * @param candidates - in the order of arrival
 */
export async function assemble(
  execution: BlockExecution,
  candidates: readonly MempoolEntry[],
  { maxSize = PROTOCOL.defaultBlockSize, ownFeeds, stillWaits = () => true }: AssemblyOptions = {},
): Promise<Assembly> {
  const packing = new Packing(execution, maxSize, stillWaits);
  await packing.tryAll(inPackingOrder(candidates.filter(({ prepared }) => isBeforeMedian(prepared))));
  if (ownFeeds) packing.addOwnFeeds(ownFeeds);
  packing.addMedian();
  packing.trySettlement();
  await packing.tryAll(inPackingOrder(candidates.filter(({ prepared }) => !isBeforeMedian(prepared))));
  return packing.finish();
}

class Packing {
  readonly #execution: BlockExecution;
  readonly #maxSize: number;
  readonly #failures: BlockFailure[] = [];
  readonly #refusals: { txid: string; error: TransactionRejected }[] = [];
  readonly #faults: { txid: string; error: unknown }[] = [];
  /** Senders of whom one transaction did not fit: what they sent later must not overtake it. */
  readonly #waiting = new Set<string>();
  #size = RESERVED_BYTES;
  /** Work of what was tried and failed. */
  #failedWork = 0;
  readonly #turns = new Turns();
  readonly #stillWaits: (txid: string) => boolean;

  constructor(execution: BlockExecution, maxSize: number, stillWaits: (txid: string) => boolean) {
    this.#execution = execution;
    this.#maxSize = maxSize;
    this.#stillWaits = stillWaits;
  }

  async tryAll(entries: readonly MempoolEntry[]): Promise<void> {
    for (const entry of entries) {
      if (this.#turns.areDue) await this.#turns.give();
      if (!this.#stillWaits(entry.prepared.txid)) continue;
      if (this.#waiting.has(entry.sender)) continue;
      // Nobody pays for what fails: a block does no more for it than for all that it contains.
      if (this.#failedWork > BLOCK_WORK) return;
      if (this.#fits(entry)) this.#try(entry.prepared, entry.work);
      else this.#waiting.add(entry.sender);
    }
  }

  addOwnFeeds(source: FeedSource): void {
    const failuresBefore = this.#failures.length;
    for (const prepared of source.feedsFor(this.#execution)) this.#try(prepared);
    source.settled(this.#failures.splice(failuresBefore));
  }

  addMedian(): void {
    const median = this.#execution.medianTransaction();
    if (median === undefined) return;
    this.#execution.execute(median);
    this.#size += median.raw.length;
  }

  /** A block is one without its settlement too, so whatever is wrong with that must not stop it. */
  trySettlement(): void {
    const settlement = this.#execution.settlementTransaction();
    if (settlement !== undefined) this.#try(settlement);
  }

  finish(): Assembly {
    const outcome = this.#execution.end(this.#execution.rewardTransaction());
    return { outcome, failures: this.#failures, refusals: this.#refusals, faults: this.#faults };
  }

  /**
   * For the fuel, the figure of the memory pool has to do (spec 08 §7.2). A block may burn the whole of its
   * fuel: the reference stops one unit before, and so never packs what needs exactly all.
   */
  #fits({ prepared, fuel, work }: MempoolEntry): boolean {
    return (
      this.#size + prepared.raw.length < this.#maxSize &&
      this.#execution.fuel + fuel <= PROTOCOL.maxBlockFuel &&
      this.#execution.work.with(work) <= BLOCK_WORK
    );
  }

  /** @param work - that it took in the memory pool */
  #try(prepared: PreparedTransaction, work = NO_WORK): void {
    try {
      this.#execution.execute(prepared);
      this.#size += prepared.raw.length;
    } catch (error) {
      const { txid } = prepared;
      if (error instanceof TransactionRejected) {
        this.#failedWork += error.work;
        this.#refusals.push({ txid, error });
        this.#failures.push({ txid, code: error.code, reason: error.reason });
      } else {
        this.#failedWork += workAlone(work);
        this.#faults.push({ txid, error });
      }
    }
  }
}
