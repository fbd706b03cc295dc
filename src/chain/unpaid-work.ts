import { workAlone } from '../../vm/block-work.js';
import { BLOCK_WORK, QUERY_WORK, TRANSACTION_WORK, WorkMeter } from '../../vm/work.js';
import type { ExecutedTransaction } from '../ledger/types.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { REJECT, reject, TransactionRejected } from '../tx/reject.js';
import { definitionOf, TX } from '../tx/transactions.js';
import { ClientWork, SECONDS } from './client-work.js';

/** How much work a node does that nobody pays for (spec 07 §16), in units of `vm/work.ts`. */
export interface UnpaidWorkLimits {
  /** What may be outstanding of one sender. */
  readonly perSender: number;
  /** What may be outstanding of all senders together. */
  readonly inAll: number;
  /** What may be outstanding of trial runs of all clients. */
  readonly trials: number;
  /** The same for queries of contracts. */
  readonly queries: number;
}

/** A block has room for five of the largest transactions. */
const SENDERS = BLOCK_WORK / TRANSACTION_WORK;

/**
 * The limits that follow from that of a sender, in units of work: all of them together, trial runs, and queries, may each
 * have as much as senders that fill a block.
 */
export function unpaidWorkLimits(perSender: number): UnpaidWorkLimits {
  const inAll = SENDERS * perSender;
  return { perSender, inAll, trials: inAll, queries: inAll };
}

/** Two of the largest transactions for a sender. */
export const DEFAULT_UNPAID_WORK_LIMITS = unpaidWorkLimits(2 * TRANSACTION_WORK);

/** Names that are kept before those are forgotten that nothing is known of any more. */
const SWEPT_NAMES = 4096;

/**
 * Bounds the work of what is executed and not paid for: transactions that fail when they are admitted, when
 * they are executed again or when a block is made, those that leave the pool without being in a block, trial
 * runs, and queries. What is outstanding falls with time; work that a block pays for makes up for as much of what the sender
 * has had for nothing, and for trial runs.
 *
 * When all senders together have used up what there is, those go on that have paid for more work lately than
 * they have had for nothing: so nobody keeps them from the node who does not pay as well. Trial runs and queries have no
 * sender that could be held to it: clients share what there is (`ClientWork`).
 *
 * Only what a node takes in depends on it, never what a block may contain.
 */
export class UnpaidWork {
  readonly #limits: UnpaidWorkLimits;
  readonly #all: Bucket;
  readonly #trials: ClientWork;
  readonly #queries: ClientWork;
  readonly #unpaid = new Map<string, Bucket>();
  /** What senders have paid for lately. */
  readonly #paid = new Map<string, Bucket>();

  constructor(limits: UnpaidWorkLimits) {
    this.#limits = limits;
    this.#all = new Bucket(limits.inAll);
    this.#trials = new ClientWork('trial runs', limits.trials);
    this.#queries = new ClientWork('queries of contracts', limits.queries);
  }

  /**
   * Requires that the sender may have another transaction executed.
   * @param sender - under one name (see `accountName`)
   * @param now - seconds since 1970
   * @throws TransactionRejected which names the limit
   */
  require(sender: string, now: number): void {
    const own = this.#unpaid.get(sender);
    if (own?.isFull(now)) refuse(`transactions of the sender ${sender}, which got into no block,`, own, now);
    if (!this.#all.isFull(now)) return;
    const paid = this.#paid.get(sender)?.levelAt(now) ?? 0;
    if (paid > (own?.levelAt(now) ?? 0)) return;
    refuse('transactions of all senders, which got into no block,', this.#all, now);
  }

  /** Counts work of a sender that nobody pays for. @returns whether more than the sender may have is outstanding */
  count(sender: string, work: number, now: number): boolean {
    if (work === 0) return false;
    this.#all.add(work, now);
    const own = bucketOf(this.#unpaid, sender, this.#limits.perSender, now);
    own.add(work, now);
    return own.isFull(now);
  }

  /** Executes a transaction of a sender; what it takes when it fails, nobody pays for. @throws what `execute` throws */
  execute<T>(sender: string, execute: () => T, now: number): T {
    try {
      return execute();
    } catch (error) {
      this.count(sender, workOfFailure(error), now);
      throw error;
    }
  }

  /** Makes a trial run for a client. @throws TransactionRejected which names the limit; what `execute` throws */
  trial(client: string, execute: () => ExecutedTransaction, now: number): ExecutedTransaction {
    this.#trials.require(client, now);
    try {
      const executed = execute();
      this.#trials.add(client, workAlone(executed.work), now);
      return executed;
    } catch (error) {
      this.#trials.add(client, workOfFailure(error), now);
      throw error;
    }
  }

  /**
   * Asks contracts for a client.
   * @param ask - counts what it takes with the meter
   * @throws TransactionRejected which names the limit; what `ask` throws
   */
  query<T>(client: string, ask: (work: WorkMeter) => T, now: number): T {
    this.#queries.require(client, now);
    const work = new WorkMeter(QUERY_WORK);
    try {
      return ask(work);
    } finally {
      this.#queries.add(client, work.spent, now);
    }
  }

  /** Counts work of a sender that a block has paid for. */
  paid(sender: string, work: number, now: number): void {
    if (work === 0) return;
    this.#unpaid.get(sender)?.add(-work, now);
    this.#trials.makeRoom(work, now);
    bucketOf(this.#paid, sender, this.#limits.perSender, now).add(work, now);
  }
}

/** Whether executing a transaction can take more work than its bytes do: it runs contracts or opens outputs. */
export function takesWork({ tx }: PreparedTransaction): boolean {
  return definitionOf(tx.type).contract !== 'none' || tx.type === TX.UTXO_TRANSFER;
}

/** Work of an execution that failed; by a fault of the program it can have been any. */
function workOfFailure(error: unknown): number {
  return error instanceof TransactionRejected ? error.work : TRANSACTION_WORK;
}

/** Work that runs out with time. */
class Bucket {
  readonly limit: number;
  #level = 0;
  #time = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  levelAt(now: number): number {
    // A clock that was set back makes nothing more, and nothing less, outstanding.
    const seconds = Math.max(now - this.#time, 0);
    return Math.max(this.#level - seconds * this.perSecond, 0);
  }

  get perSecond(): number {
    return this.limit / SECONDS;
  }

  isFull(now: number): boolean {
    return this.levelAt(now) >= this.limit;
  }

  add(work: number, now: number): void {
    this.#level = Math.max(this.levelAt(now) + work, 0);
    this.#time = now;
  }
}

function bucketOf(buckets: Map<string, Bucket>, name: string, limit: number, now: number): Bucket {
  const known = buckets.get(name);
  if (known !== undefined) return known;
  if (buckets.size % SWEPT_NAMES === SWEPT_NAMES - 1) {
    for (const [other, bucket] of buckets) if (bucket.levelAt(now) === 0) buckets.delete(other);
  }
  const bucket = new Bucket(limit);
  buckets.set(name, bucket);
  return bucket;
}

function refuse(what: string, bucket: Bucket, now: number): never {
  const { limit, perSecond } = bucket;
  const level = Math.round(bucket.levelAt(now));
  const seconds = Math.floor((level - limit) / perSecond) + 1;
  reject(
    REJECT.REJECT_NONSTANDARD,
    `unpaid-work-limit: ${what} have taken ${level} units of work that nobody paid for, at most ` +
      `${limit} may be outstanding, and it becomes ${Math.floor(perSecond)} less every second: try again in ${seconds} s`,
  );
}
