import { NO_WORK, workAlone } from '../../vm/block-work.js';
import type { ContractObserver } from '../../vm/context.js';
import type { Json } from '../codec/json-value.js';
import type { VerifyPool } from '../crypto/verify-pool.js';
import type { SignatureCache } from '../ledger/signature-cache.js';
import type { ContractQuery, PendingExecution, QueryAnswer, Simulation } from '../ledger/types.js';
import type { Overlay } from '../state/state.js';
import { requireWriting } from '../storage/read-only.js';
import { type PreparedTransaction, senderOf } from '../tx/envelope.js';
import { REJECT, reject, type TransactionRejected } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';
import { accountName } from './account-name.js';
import { requireBlockSpace, requireRelayable, requireStandard } from './admission-rules.js';
import { evictFor, poolIsFull, requireCompetitiveFee } from './eviction.js';
import type { ExecutedBlock } from './executed-block.js';
import { FreeRelayLimiter } from './free-relay-limiter.js';
import { Listeners } from './listeners.js';
import { executedEntry, feeRateOf, type MempoolEntry } from './mempool-entry.js';
import {
  DEFAULT_MEMPOOL_LIMITS,
  exceeds,
  isCrowded,
  type MempoolLimits,
  type MempoolLoad,
} from './mempool-limits.js';
import type { PendingChain } from './pending-chain.js';
import { PoolExecution } from './pool-execution.js';
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

/**
 * The pending transactions, in order of arrival. Each of them has been executed on top of those
 * before it, on the pending overlay; so one may spend what an earlier one pays in.
 *
 * After a new block all of them are executed again, at the next use of the pool.
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
  readonly #execution: PoolExecution;
  /** By block hash, what went into blocks that are not on the disk yet. */
  readonly #packed = new Map<string, readonly MempoolEntry[]>();
  #lastArrival = 0;
  /** Counts down: transactions of a disconnected block arrived before everything that is here. */
  #firstArrival = 0;

  constructor(chain: PendingChain, options: MempoolOptions) {
    const { signatures, verifyPool, now, limits, freeRelay, unpaidWork } = options;
    this.#chain = chain;
    this.#signatures = signatures;
    this.#verifyPool = verifyPool;
    this.#now = now;
    this.#freeRelay = new FreeRelayLimiter(freeRelay ?? Number.POSITIVE_INFINITY);
    this.#unpaid = new UnpaidWork({ ...DEFAULT_UNPAID_WORK_LIMITS, ...unpaidWork });
    this.limits = { ...DEFAULT_MEMPOOL_LIMITS, ...limits };
    this.#execution = new PoolExecution(chain, {
      entries: () => this.#waiting.sorted(),
      execute: (entry, pending) => this.#executeAgain(entry, pending),
      failed: (entry, error) => this.#giveUp(entry, error),
    });
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

  /** Whether exactly this transaction waits, with these signatures. */
  holds({ txid, raw }: PreparedTransaction): boolean {
    return this.#waiting.get(txid)?.prepared.raw.equals(raw) ?? false;
  }

  /** When a transaction of the pool arrived, seconds since 1970. */
  arrivalTime(txid: string): number | undefined {
    return this.#waiting.get(txid)?.time;
  }

  /** A waiting transaction, or one of a block that is on its way to the disk: for readers of the tip that waits too. */
  get(txid: string): MempoolEntry | undefined {
    if (this.#waiting.has(txid) && !this.#execution.isHalted) this.#execution.atOnce();
    return this.#waiting.get(txid) ?? this.#unwritten().find(({ prepared }) => prepared.txid === txid);
  }

  /** The call tree of a waiting transaction, of its last execution; undefined for those that were made long ago. */
  traceOf(txid: string): Json | undefined {
    return this.get(txid) && this.#traces.get(txid);
  }

  /** All waiting transactions in the order of arrival. */
  entries(): readonly MempoolEntry[] {
    if (!this.#execution.isHalted) this.#execution.atOnce();
    return [...this.#waiting.sorted()];
  }

  /** All that is in no block for readers of the tip: the waiting ones, after those of blocks on their way to the disk. */
  unconfirmed(): readonly MempoolEntry[] {
    const waiting = this.entries();
    return [...this.#unwritten(), ...waiting];
  }

  #unwritten(): MempoolEntry[] {
    return [...this.#packed.values()].flat();
  }

  /**
   * As {@link entries}; where they have to be executed first, others have their turns meanwhile. For a caller that
   * keeps the chain from changing.
   */
  async executedEntries(): Promise<readonly MempoolEntry[]> {
    await this.#execution.inTurns(async () => {});
    return [...this.#waiting.sorted()];
  }

  /** The state after all pending transactions, read-only: write to a child of it. */
  pendingState(): Overlay {
    return this.#execution.atOnce().state;
  }

  /**
   * Simulates transactions after all that wait, and leaves nothing behind.
   * @param client - who asks for it, under one name
   * @param observer - sees the runs of contracts
   * @returns what `work` returns
   * @throws TransactionRejected, by an execution, where trial runs have taken too much work lately
   */
  simulate<T>(client: string, work: (simulation: Simulation) => T, observer?: ContractObserver): T {
    const { state, context } = this.#execution.atOnce();
    const counted = (simulation: Simulation): T =>
      work({
        state: simulation.state,
        execute: prepared => this.#unpaid.trial(client, () => simulation.execute(prepared), this.#now()),
      });
    return this.#chain.ledger.simulate(state.child(), context, this.#chain.recent, counted, {
      observer,
    });
  }

  /**
   * Asks a contract about the state after the newest block (spec 04 §10.5).
   * @param client - who asks, under one name
   * @throws ContractException; TransactionRejected where queries have taken too much work lately
   */
  query(client: string, query: ContractQuery): QueryAnswer {
    const { ledger } = this.#chain;
    return this.#unpaid.query(
      client,
      work => ledger.query(this.#chain.overlay(), this.#chain.nextContext(), query, undefined, work),
      this.#now(),
    );
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
    requireCompetitiveFee(prepared, this.#waiting, this.limits);
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
    return tx.txUid.kind === 'null' ? txid : accountName(this.#execution.atOnce().state, senderOf(tx));
  }

  /** Executes a transaction after all that are pending, and adds it. @throws TransactionRejected */
  #enter(prepared: PreparedTransaction, time: number): MempoolEntry {
    const pending = this.#execution.atOnce();
    const sender = this.#senderOf(prepared);
    const executed = this.#unpaid.execute(sender, () => pending.execute(prepared), this.#now());
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

  /** Executes a waiting transaction after a new block. @throws TransactionRejected */
  #executeAgain(entry: MempoolEntry, pending: PendingExecution): void {
    const { prepared, sender } = entry;
    const executed = this.#unpaid.execute(sender, () => pending.execute(prepared), this.#now());
    this.#waiting.replace(entry, executedEntry(entry, executed));
    this.#traces.keep(prepared.txid, executed.trace);
  }

  /**
   * Resolves when something can be executed after all that waits, which others have their turns for; until the
   * caller next waits, that stays so.
   */
  ready(): Promise<void> {
    return this.#execution.ready();
  }

  /**
   * Verifies the signatures of transactions that are going to be admitted, all together, in another
   * thread where that pays: admitting them then finds them verified. Some signers' keys are known
   * only after earlier transactions are admitted; those are verified in turn.
   */
  async verify(many: readonly PreparedTransaction[]): Promise<void> {
    await this.#chain.prefetch(many);
    await this.#execution.ready();
    const pending = this.#execution.atOnce();
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
    await this.#execution.ready();
    for (const prepared of many) {
      if (turns.areDue) {
        await turns.give();
        await this.#execution.ready();
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
    this.#execution.forget();
    this.#execution.atOnce();
    return true;
  }

  /** Removes all transactions that wait. */
  clear(error: Error): void {
    requireWriting(THE_POOL);
    for (const entry of [...this.#waiting.unsorted()]) this.#remove(entry, error);
    this.#execution.forget();
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
    this.#execution.forget();
  }

  /** The block is on the disk. */
  blockConnected({ hash }: ExecutedBlock): void {
    this.#packed.delete(hash);
  }

  /** The block could not be written: its transactions are shown again, though this process can do no more for them. */
  blockAbandoned({ hash }: ExecutedBlock): void {
    this.#execution.halt();
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

  #evictFor(newcomer: MempoolEntry): void {
    evictFor(newcomer, this.#waiting, this.limits, entry => this.#giveUp(entry, poolIsFull()));
    this.#execution.forget();
    this.#execution.atOnce();
    if (!this.#waiting.has(newcomer.prepared.txid)) throw poolIsFull();
  }

  #putBack(entries: readonly MempoolEntry[]): void {
    this.#waiting.putBack(entries);
    this.#execution.forget();
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
