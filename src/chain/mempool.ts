import { NO_WORK, workAlone } from '../../vm/block-work.js';
import type { ContractObserver } from '../../vm/context.js';
import { TRANSACTION_WORK } from '../../vm/work.js';
import type { Json } from '../codec/json-value.js';
import type { VerifyPool } from '../crypto/verify-pool.js';
import type { SignatureCache } from '../ledger/signature-cache.js';
import type { ExecutedTransaction, PendingExecution, Simulation } from '../ledger/types.js';
import type { Overlay } from '../state/state.js';
import { requireWriting } from '../storage/read-only.js';
import { type PreparedTransaction, senderOf } from '../tx/envelope.js';
import { REJECT, reject, TransactionRejected } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';
import { accountName } from './account-name.js';
import { requireBlockSpace, requireRelayable, requireStandard } from './admission-rules.js';
import type { ExecutedBlock } from './executed-block.js';
import { FreeRelayLimiter } from './free-relay-limiter.js';
import { Listeners } from './listeners.js';
import { executedEntry, feeRateOf, type MempoolEntry } from './mempool-entry.js';
import {
  afterEviction,
  DEFAULT_MEMPOOL_LIMITS,
  exceeds,
  exceedsSpace,
  isCrowded,
  type MempoolLimits,
  type MempoolLoad,
} from './mempool-limits.js';
import type { PendingChain } from './pending-chain.js';
import { signatureJobs } from './signature-jobs.js';
import { Turns } from './turns.js';
import { DEFAULT_UNPAID_WORK_LIMITS, takesWork, UnpaidWork, type UnpaidWorkLimits } from './unpaid-work.js';
import { WaitingTraces } from './waiting-traces.js';
import { WaitingTransactions } from './waiting-transactions.js';

const THE_POOL = 'the memory pool';

/** Why a transaction left the pool without being in a block. */
export interface Removal {
  readonly entry: MempoolEntry;
  /** A refusal by the rules; another error is a fault of the program, which the log should show. */
  readonly error: Error;
}

export interface MempoolListener {
  transactionAdded(entry: MempoolEntry): void;
  transactionRemoved(removal: Removal): void;
}

export interface MempoolOptions {
  /** Where the ledger looks for signatures that are verified already. */
  readonly signatures: SignatureCache;
  readonly verifyPool: VerifyPool;
  /** Seconds since 1970. */
  readonly now: () => number;
  readonly limits?: Partial<MempoolLimits>;
  /** Kilobytes a minute of transactions with hardly a fee; default: as many as there are. */
  readonly freeRelay?: number;
  readonly unpaidWork?: Partial<UnpaidWorkLimits>;
}

/** What waits while it is executed, one transaction after the other. */
interface ExecutionOfAll {
  readonly pending: PendingExecution;
  readonly rest: Iterator<MempoolEntry, unknown>;
  /** What failed, to be removed at the end. */
  readonly removals: [MempoolEntry, Error][];
}

/**
 * The pending transactions, in order of arrival. Each of them has been executed on top of those
 * before it, on the pending overlay; so one may spend what an earlier one pays in.
 *
 * A new block changes the height, the time and the state that all of these executions have seen.
 * Whether a result would still be the same cannot be known without executing again: so the pool
 * only drops its overlay, and executes what is left at its next use.
 */
export class Mempool {
  readonly #chain: PendingChain;
  readonly #signatures: SignatureCache;
  readonly #verifyPool: VerifyPool;
  readonly #now: () => number;
  readonly limits: MempoolLimits;
  readonly #freeRelay: FreeRelayLimiter;
  readonly #unpaid: UnpaidWork;
  readonly #listeners = new Listeners<MempoolListener>();
  readonly #waiting = new WaitingTransactions();
  readonly #traces = new WaitingTraces();
  /** Effects of all entries on the newest block; undefined while they are not known. */
  #pending: PendingExecution | undefined;
  /** While these effects are being found out. */
  #again: ExecutionOfAll | undefined;
  /** By block hash, what went into blocks that are not on the disk yet. */
  readonly #packed = new Map<string, readonly MempoolEntry[]>();
  #lastArrival = 0;
  /** Counts down: transactions of a disconnected block arrived before everything that is here. */
  #firstArrival = 0;
  /** A block could not be written: nothing can be executed any more, what waits is only kept. */
  #halted = false;

  constructor(chain: PendingChain, options: MempoolOptions) {
    const { signatures, verifyPool, now, limits, freeRelay, unpaidWork } = options;
    this.#chain = chain;
    this.#signatures = signatures;
    this.#verifyPool = verifyPool;
    this.#now = now;
    this.#freeRelay = new FreeRelayLimiter(freeRelay ?? Number.POSITIVE_INFINITY);
    this.#unpaid = new UnpaidWork({ ...DEFAULT_UNPAID_WORK_LIMITS, ...unpaidWork });
    this.limits = { ...DEFAULT_MEMPOOL_LIMITS, ...limits };
  }

  subscribe(listener: Partial<MempoolListener>): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Number, bytes, fuel and work of the waiting transactions. */
  get load(): MempoolLoad {
    return this.#waiting.load;
  }

  has(txid: string): boolean {
    return this.#waiting.has(txid);
  }

  /** When a transaction of the pool arrived, seconds since 1970. */
  arrivalTime(txid: string): number | undefined {
    return this.#waiting.get(txid)?.time;
  }

  /** A waiting transaction. */
  get(txid: string): MempoolEntry | undefined {
    if (this.#waiting.has(txid) && !this.#halted) this.#executePending();
    return this.#waiting.get(txid);
  }

  /** The call tree of a waiting transaction, of its last execution; undefined for those that were made long ago. */
  traceOf(txid: string): Json | undefined {
    return this.get(txid) && this.#traces.get(txid);
  }

  /** All waiting transactions in the order of arrival. */
  entries(): readonly MempoolEntry[] {
    if (!this.#halted) this.#executePending();
    return [...this.#waiting.sorted()];
  }

  /**
   * As {@link entries}; where they have to be executed first, others have their turns meanwhile. For a caller that
   * keeps the chain from changing.
   */
  async executedEntries(): Promise<readonly MempoolEntry[]> {
    await this.#executeInTurns(async () => {});
    return [...this.#waiting.sorted()];
  }

  /** The state after all pending transactions, read-only: write to a child of it. */
  pendingState(): Overlay {
    return this.#executePending().state;
  }

  /**
   * Simulates transactions after all that wait, and leaves nothing behind.
   * @param observer - sees the runs of contracts
   * @returns what `work` returns
   * @throws TransactionRejected, by an execution, where trial runs have taken too much work lately
   */
  simulate<T>(work: (simulation: Simulation) => T, observer?: ContractObserver): T {
    const { state, context } = this.#executePending();
    const counted = (simulation: Simulation): T => work(this.#countedTrials(simulation));
    return this.#chain.ledger.simulate(state.child(), context, this.#chain.recent, counted, {
      observer,
    });
  }

  #countedTrials(simulation: Simulation): Simulation {
    const execute: Simulation['execute'] = prepared => {
      this.#unpaid.requireTrial(this.#now());
      try {
        const executed = simulation.execute(prepared);
        this.#unpaid.countTrial(workAlone(executed.work), this.#now());
        return executed;
      } catch (error) {
        this.#unpaid.countTrial(workOfFailure(error), this.#now());
        throw error;
      }
    };
    return { state: simulation.state, execute };
  }

  /**
   * Admits a transaction, after the checks of spec 07 §16 in their order; the window of
   * valid_height is the one that blocks have (A1).
   * @throws TransactionRejected
   */
  admit(prepared: PreparedTransaction): MempoolEntry {
    requireWriting(THE_POOL);
    if (this.#waiting.has(prepared.txid)) reject(REJECT.REJECT_INVALID, 'tx-already-in-mempool');
    requireRelayable(prepared);
    if (this.#chain.ledger.network.standardTransactionsOnly) requireStandard(prepared);
    requireBlockSpace(prepared, this.limits.transactionBytes);
    const sender = this.#senderOf(prepared);
    this.#requireShare(sender);
    this.#requireCompetitiveFee(prepared);
    if (takesWork(prepared)) this.#unpaid.require(sender, this.#now());
    this.#freeRelay.pass(prepared, this.#now());
    const entry = this.#enter(prepared, this.#now());
    if (exceeds(this.load, this.limits)) this.#evictFor(entry);
    return entry;
  }

  /**
   * Admits a transaction that was admitted before, by this process or an earlier one: it must be valid, but
   * no limit of the pool keeps it out.
   * @param time - when it arrived, seconds since 1970
   * @throws TransactionRejected
   */
  restore(prepared: PreparedTransaction, time: number): void {
    if (!this.#waiting.has(prepared.txid)) this.#enter(prepared, time);
  }

  #senderOf({ tx, txid }: PreparedTransaction): string {
    return tx.txUid.kind === 'null' ? txid : accountName(this.#executePending().state, senderOf(tx));
  }

  /** Executes a transaction after all that are pending, and adds it. @throws TransactionRejected */
  #enter(prepared: PreparedTransaction, time: number): MempoolEntry {
    const pending = this.#executePending();
    const sender = this.#senderOf(prepared);
    const executed = this.#execute(pending, prepared, sender);
    const entry = executedEntry(
      {
        prepared,
        arrival: ++this.#lastArrival,
        time,
        height: pending.context.height - 1,
        sender,
        bytes: prepared.raw.length,
        fuel: 0n,
        work: NO_WORK,
        feeRate: 0,
      },
      executed,
    );
    this.#traces.keep(prepared.txid, executed.trace);
    this.#waiting.add(entry);
    this.#listeners.notify(listener => listener.transactionAdded?.(entry));
    return entry;
  }

  /** Executes a transaction; what it takes when it fails, nobody pays for. @throws TransactionRejected */
  #execute(pending: PendingExecution, prepared: PreparedTransaction, sender: string): ExecutedTransaction {
    try {
      return pending.execute(prepared);
    } catch (error) {
      this.#unpaid.count(sender, workOfFailure(error), this.#now());
      throw error;
    }
  }

  /**
   * Verifies the signatures of transactions that are going to be admitted, all together, in another
   * thread where that pays: admitting them then finds them verified. Some signers' keys are known
   * only after earlier transactions are admitted; those are verified in turn.
   */
  async verify(many: readonly PreparedTransaction[]): Promise<void> {
    await this.#chain.prefetch(many);
    await this.#ready();
    const pending = this.#executePending();
    const jobs = many.flatMap(prepared =>
      this.#waiting.has(prepared.txid) ? [] : signatureJobs(pending.state, prepared),
    );
    const verdicts = await this.#verifyPool.verifyMany(jobs);
    jobs.forEach(({ txid, signature, publicKeyHex }, i) => {
      if (verdicts[i]) this.#signatures.remember(txid, signature, publicKeyHex);
    });
  }

  /**
   * Admits many transactions, in order. Others have their turns between them.
   * @returns for each one its entry, or why it was refused
   */
  async admitMany(many: readonly PreparedTransaction[]): Promise<(MempoolEntry | Error)[]> {
    const results: (MempoolEntry | Error)[] = [];
    const turns = new Turns();
    await this.#ready();
    for (const prepared of many) {
      if (turns.areDue) {
        await turns.give();
        await this.#ready();
      }
      try {
        results.push(this.admit(prepared));
      } catch (error) {
        results.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    return results;
  }

  /** Removes a transaction; those that depend on it go too. @returns whether it was there */
  drop(txid: string, error: Error = new Error('dropped from the memory pool')): boolean {
    requireWriting(THE_POOL);
    const entry = this.#waiting.get(txid);
    if (entry === undefined) return false;
    this.#giveUp(entry, error);
    this.#forgetEffects();
    this.#executePending();
    return true;
  }

  /** Removes all transactions that wait. */
  clear(error: Error): void {
    requireWriting(THE_POOL);
    for (const entry of [...this.#waiting.unsorted()]) this.#remove(entry, error);
    this.#forgetEffects();
  }

  /**
   * A transaction was tried for a block and failed there. It waits on, unless its sender has had more work for
   * nothing than anyone may.
   */
  failedInBlock(txid: string, error: TransactionRejected): void {
    const entry = this.#waiting.get(txid);
    if (entry && this.#unpaid.count(entry.sender, error.work, this.#now())) this.drop(txid, error);
  }

  /** Follows a new block: what it contains waits no longer, but is kept until the block is on the disk. */
  blockExecuted({ block, hash }: ExecutedBlock): void {
    const packed: MempoolEntry[] = [];
    for (const { txid } of block.transactions) {
      const entry = this.#waiting.get(txid);
      if (entry === undefined) continue;
      this.#forget(entry);
      this.#unpaid.paid(entry.sender, workAlone(entry.work), this.#now());
      packed.push(entry);
    }
    this.#packed.set(hash, packed);
    this.#forgetEffects();
  }

  /** The block is on the disk. */
  blockConnected({ hash }: ExecutedBlock): void {
    this.#packed.delete(hash);
  }

  /** The block could not be written: its transactions are shown again, though this process can do no more for them. */
  blockAbandoned({ hash }: ExecutedBlock): void {
    this.#halted = true;
    const entries = this.#packed.get(hash) ?? [];
    this.#packed.delete(hash);
    this.#putBack(entries);
  }

  /** A block was taken back: its transactions wait again, before all others. */
  blockDisconnected(transactions: readonly PreparedTransaction[]): void {
    const pending = this.#chain.overlay();
    const height = this.#chain.nextContext().height - 1;
    const returned = transactions.filter(
      ({ tx, txid }) => !definitionOf(tx.type).system && !this.#waiting.has(txid),
    );
    this.#firstArrival -= returned.length;
    this.#putBack(
      returned.map((prepared, i) => ({
        prepared,
        arrival: this.#firstArrival + i,
        time: this.#now(),
        height,
        sender: accountName(pending, senderOf(prepared.tx)),
        bytes: prepared.raw.length,
        fuel: 0n,
        work: NO_WORK,
        feeRate: feeRateOf(prepared, 0n),
      })),
    );
  }

  #requireShare(sender: string): void {
    if (this.#waiting.countOf(sender) < this.limits.perSender) return;
    if (isCrowded(this.load, this.limits)) {
      reject(
        REJECT.REJECT_NONSTANDARD,
        'too many waiting transactions of this sender while the pool is crowded',
      );
    }
  }

  /** A full pool does not execute what it would evict at once. */
  #requireCompetitiveFee(prepared: PreparedTransaction): void {
    const { transactions, bytes, ...rest } = this.load;
    const load = { transactions: transactions + 1, bytes: bytes + prepared.raw.length, ...rest };
    if (!exceedsSpace(load, this.limits)) return;
    const best = feeRateOf(prepared, 0n);
    for (const { feeRate } of this.#waiting.unsorted()) if (feeRate < best) return;
    throw poolIsFull();
  }

  /** Evicts the entries with the lowest fee rates, among equal ones the latest. */
  #evictFor(newcomer: MempoolEntry): void {
    const target = afterEviction(this.limits);
    const worstFirst = [...this.#waiting.unsorted()].sort(
      (a, b) => a.feeRate - b.feeRate || b.arrival - a.arrival,
    );
    for (const entry of worstFirst) {
      // What takes no fuel and no work need not go for those of others.
      if (
        entry.fuel === 0n &&
        entry.work.own === 0 &&
        entry.work.code.size === 0 &&
        !exceedsSpace(this.load, target)
      )
        continue;
      if (!exceeds(this.load, target) || (entry !== newcomer && entry.feeRate > newcomer.feeRate)) break;
      this.#giveUp(entry, poolIsFull());
    }
    this.#forgetEffects();
    this.#executePending();
    if (!this.#waiting.has(newcomer.prepared.txid)) throw poolIsFull();
  }

  /** The pending execution; if there is none, everything is executed again in order of arrival. */
  #executePending(): PendingExecution {
    while (this.#pending === undefined) this.#executeNext();
    return this.#pending;
  }

  /** Resolves when something can be executed after all that waits; until the caller next waits, that stays so. */
  async #ready(): Promise<void> {
    await this.#chain.ready();
    await this.#executeInTurns(() => this.#chain.ready());
    await this.#chain.ready();
  }

  /**
   * Executes everything again if that is necessary. Others have their turns between two transactions.
   * @param stable - resolves when the chain does not change
   */
  async #executeInTurns(stable: () => Promise<void>): Promise<void> {
    const turns = new Turns();
    // A block that comes meanwhile begins it anew; whoever cannot wait ends it.
    while (this.#pending === undefined && !this.#halted) {
      if (turns.areDue) {
        await turns.give();
        await stable();
        if (this.#pending !== undefined || this.#halted) return;
      }
      // However slow the machine is, something is done between two turns of the others.
      this.#executeNext();
    }
  }

  /** Executes the next of all that wait; after the last one, their effects are known. */
  #executeNext(): void {
    this.#again ??= this.#beginAgain();
    const { pending, rest, removals } = this.#again;
    const { done, value: entry } = rest.next();
    if (done) {
      this.#again = undefined;
      this.#pending = pending;
      for (const [failed, error] of removals) this.#giveUp(failed, error);
      return;
    }
    try {
      const executed = this.#execute(pending, entry.prepared, entry.sender);
      this.#waiting.replace(entry, executedEntry(entry, executed));
      this.#traces.keep(entry.prepared.txid, executed.trace);
    } catch (error) {
      removals.push([entry, error instanceof Error ? error : new Error(String(error))]);
    }
  }

  #beginAgain(): ExecutionOfAll {
    const chain = this.#chain;
    const pending = chain.ledger.beginPending(chain.overlay(), chain.nextContext(), chain.recent);
    return { pending, rest: this.#waiting.sorted()[Symbol.iterator](), removals: [] };
  }

  /** The effects of what waits are not known any more. */
  #forgetEffects(): void {
    this.#pending = undefined;
    this.#again = undefined;
  }

  #putBack(entries: readonly MempoolEntry[]): void {
    this.#waiting.putBack(entries);
    this.#forgetEffects();
  }

  #forget(entry: MempoolEntry): void {
    this.#waiting.remove(entry);
    this.#traces.forget(entry.prepared.txid);
  }

  /** Removes a transaction that gets into no block: nobody pays for what its executions have taken. */
  #giveUp(entry: MempoolEntry, error: Error): void {
    this.#unpaid.count(entry.sender, workAlone(entry.work), this.#now());
    this.#remove(entry, error);
  }

  #remove(entry: MempoolEntry, error: Error): void {
    this.#forget(entry);
    this.#listeners.notify(listener => listener.transactionRemoved?.({ entry, error }));
  }
}

/** Work that nobody pays for since the execution failed; by a fault of the program it can have been any. */
function workOfFailure(error: unknown): number {
  return error instanceof TransactionRejected ? error.work : TRANSACTION_WORK;
}

/** The answer to a transaction that a full pool has no room for. */
export function poolIsFull(): TransactionRejected {
  return new TransactionRejected(
    REJECT.REJECT_INSUFFICIENTFEE,
    'the memory pool is full and the fee is among its lowest; offer a higher fee or wait for a block',
  );
}
