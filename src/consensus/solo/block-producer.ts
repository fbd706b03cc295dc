import { setImmediate } from 'node:timers/promises';
import type { Chain } from '../../chain/chain.js';
import type { Mempool } from '../../chain/mempool.js';
import { required } from '../../codec/required.js';
import { blockIntervalAt } from '../../ledger/inflation.js';
import type { StateWriter } from '../../state/state.js';
import { TransactionRejected } from '../../tx/reject.js';
import type { ProductionMode } from '../consensus.js';
import { ProductionError } from '../errors.js';
import type { Attempt, BlockBuilder } from './block-builder.js';
import { nextBlockTime } from './block-time.js';
import type { ChainClock, Clock } from './clock.js';
import type { SoloEvents } from './solo-events.js';

/** The last time that a block can have: times are unsigned 32-bit integers. */
const LAST_TIME = 0xffff_ffff;
/** Blocks being written while `produce` makes further ones. */
const MAX_UNWRITTEN = 4;

/** Seconds by which the clock may be behind the newest block before that is a problem. */
const CLOCK_TOLERANCE = 60;

/** Blocks that `produce` makes before it yields to other tasks. */
const BLOCKS_PER_TURN = 16;

export interface BlockProducerParts {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly builder: BlockBuilder;
  readonly timers: Clock;
  readonly clock: ChainClock;
  /** Seconds between blocks in interval mode; undefined takes the network's. */
  readonly interval: number | undefined;
  /** Whether instant blocks keep the interval too, though that may put the chain's time ahead of the clock. */
  readonly strictTime: boolean;
  readonly events: Pick<SoloEvents, 'roundEnded' | 'productionFailed'>;
}

/** Decides when blocks are made (spec 08 §17). However an attempt fails, the transactions stay in the pool. */
export class BlockProducer {
  readonly #parts: BlockProducerParts;
  #mode: ProductionMode;
  #paused = false;
  /** While the start is not complete. */
  #held = false;
  #started = false;
  #stopping = false;
  #problem: Error | undefined;
  /** Why interval mode waits for long. */
  #clockProblem: Error | undefined;
  #timeOfNext: number | undefined;
  #cancelTimer: (() => void) | undefined;
  /** The round of instant blocks that is running. */
  #round: Promise<void> | undefined;
  /** Other work in progress, so that `stop` can wait for it. */
  readonly #running = new Set<Promise<unknown>>();

  constructor(mode: ProductionMode, parts: BlockProducerParts) {
    this.#mode = mode;
    this.#parts = parts;
  }

  get mode(): ProductionMode {
    return this.#mode;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Why the last attempt failed; undefined after a success. */
  get problem(): Error | undefined {
    return this.#problem ?? this.#clockProblem;
  }

  /** Whether a transaction gets into a block at once. */
  get isInstant(): boolean {
    return this.#started && !this.#rests && this.#mode === 'instant';
  }

  /** Minimum number of seconds between blocks; 0: several may have the same time. */
  get spacing(): number {
    if (this.#mode === 'instant' && !this.#parts.strictTime) return 0;
    return this.#interval;
  }

  start(): void {
    this.#started = true;
    this.#follow();
  }

  /** Starts nothing any more; resolves when what is running is done. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#stopping = true;
    this.#cancelTimer?.();
    await this.#round;
    await Promise.allSettled(this.#running);
  }

  setMode(mode: ProductionMode): void {
    this.#mode = mode;
    this.#follow();
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
    this.#follow();
  }

  /** Makes no block by itself until the start is complete. */
  setHeld(held: boolean): void {
    this.#held = held;
    this.#follow();
  }

  /** The time that the next block was told to get. */
  get timeOfNext(): number | undefined {
    return this.#timeOfNext;
  }

  /** The next block gets exactly this time, in seconds. */
  setTimeOfNext(time: number | undefined): void {
    const previous = this.#parts.chain.head.header.time;
    if (time !== undefined && (!Number.isInteger(time) || time < previous || time > LAST_TIME)) {
      throw new ProductionError(
        'bad-time',
        `block time ${time} is not possible: it is a whole number of seconds since 1970, not before ` +
          `the newest block's ${previous} and at most ${LAST_TIME}`,
      );
    }
    this.#timeOfNext = time;
    this.#parts.clock.set(time);
    this.#follow();
  }

  /** The next block gets the time that the clock shows. */
  forgetTimeOfNext(): void {
    this.#timeOfNext = undefined;
    this.#follow();
  }

  /**
   * Makes exactly `count` blocks.
   * @param change - sets something in the state of the first of them
   * @returns their hashes, when all are on the disk
   */
  produce(count: number, change?: (state: StateWriter) => void): Promise<string[]> {
    if (!Number.isInteger(count) || count < 1) {
      throw new ProductionError('bad-count', `${count} blocks cannot be made; the number is 1 or more`);
    }
    const made = this.#produce(count, change);
    this.#running.add(made);
    return made.finally(() => this.#running.delete(made));
  }

  /** In instant mode: makes blocks for what waits, until nothing more can be done. */
  advance(): void {
    if (!this.isInstant) {
      this.#parts.events.roundEnded();
      return;
    }
    this.#round ??= this.#instantRound();
  }

  get #rests(): boolean {
    return this.#paused || this.#held;
  }

  get #interval(): number {
    const { interval, chain } = this.#parts;
    return interval ?? blockIntervalAt(chain.ledger.network, chain.head.header.height + 1);
  }

  /** Does what the current mode requires. */
  #follow(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#clockProblem = undefined;
    if (!this.#started || this.#rests) return;
    if (this.#mode === 'interval') this.#scheduleNext();
    if (this.#mode === 'instant' && this.#parts.mempool.load.transactions > 0) this.advance();
  }

  async #produce(count: number, change?: (state: StateWriter) => void): Promise<string[]> {
    const { chain } = this.#parts;
    const hashes: string[] = [];
    const unwritten: Promise<void>[] = [];
    for (let i = 0; i < count; i++) {
      // A chain in memory never waits for anything: calls and signals would wait for all the blocks.
      if (i % BLOCKS_PER_TURN === BLOCKS_PER_TURN - 1) await setImmediate();
      await chain.ready();
      if (this.#stopping) {
        throw new ProductionError('stopped', `the node is stopping; ${i} of the ${count} blocks are made`);
      }
      const { executed, written } = await this.#attempt(true, i === 0 ? change : undefined);
      written.catch(() => undefined); // It is awaited below; until then it must not count as unhandled.
      hashes.push(required(executed, 'the block that was made').hash);
      unwritten.push(written);
      if (unwritten.length >= MAX_UNWRITTEN) await unwritten.shift();
    }
    await Promise.all(unwritten);
    return hashes;
  }

  /**
   * One block after the other: what arrives while one is being written is in the next one. A
   * transaction that cannot be packed although nothing else was, never will be: it is refused.
   */
  async #instantRound(): Promise<void> {
    const { chain, mempool, events } = this.#parts;
    let failed = false;
    do {
      await chain.ready();
      const attempt = await this.#tryAttempt(false);
      failed = attempt === undefined;
      if (attempt === undefined) break;
      if (attempt.executed === undefined && !this.#refuseFailures(attempt)) break;
      if (!(await this.#isWritten(attempt.written))) break;
    } while (this.isInstant && mempool.load.transactions > 0);
    // In the same step, so that a caller that comes now starts the next round.
    this.#round = undefined;
    events.roundEnded(failed ? this.#problem : undefined);
  }

  /** @returns whether any transaction was refused */
  #refuseFailures({ failures }: Attempt): boolean {
    const { mempool } = this.#parts;
    return (
      failures.filter(({ txid, code, reason }) => mempool.drop(txid, new TransactionRejected(code, reason)))
        .length > 0
    );
  }

  #scheduleNext(): void {
    const { chain, clock, timers } = this.#parts;
    const due = (this.#timeOfNext ?? chain.head.header.time + this.#interval) * 1000;
    if (this.#timeOfNext === undefined) this.#watchClock();
    this.#scheduleIn(Math.max(due - clock.milliseconds, 0), timers);
  }

  /** Says once that no block can be made for a while, because the newest one has a time in the future. */
  #watchClock(): void {
    const { chain, clock, events } = this.#parts;
    const { time } = chain.head.header;
    const behind = time - clock.seconds;
    if (behind <= CLOCK_TOLERANCE) {
      this.#clockProblem = undefined;
      return;
    }
    const isSaid = this.#clockProblem !== undefined;
    this.#clockProblem = new ProductionError(
      'bad-time',
      `the clock is ${behind} seconds behind the newest block, whose time is ${time}: no block is made before ` +
        `the clock shows ${time + this.#interval}. Set the clock of the machine right, or set that of the ` +
        'chain with setblocktime; generate makes blocks at once',
    );
    if (!isSaid) events.productionFailed(this.#clockProblem);
  }

  #scheduleIn(delay: number, timers: Clock): void {
    this.#cancelTimer = timers.schedule(delay, () => {
      const made = this.#intervalBlock();
      this.#running.add(made);
      void made.finally(() => this.#running.delete(made));
    });
  }

  async #intervalBlock(): Promise<void> {
    const { chain, timers } = this.#parts;
    await chain.ready();
    if (!this.#started || this.#rests || this.#mode !== 'interval') return;
    const attempt = await this.#tryAttempt(true);
    const succeeded = attempt !== undefined && (await this.#isWritten(attempt.written));
    if (!this.#started || this.#rests || this.#mode !== 'interval' || chain.failure !== undefined) return;
    this.#cancelTimer?.();
    if (succeeded) this.#scheduleNext();
    // The next producer may be one whose key is here.
    else this.#scheduleIn(this.#interval * 1000, timers);
  }

  async #tryAttempt(allowEmpty: boolean): Promise<Attempt | undefined> {
    try {
      return await this.#attempt(allowEmpty);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** Makes one block on the newest one. Nothing else changes the chain before it is connected. */
  #attempt(allowEmpty: boolean, change?: (state: StateWriter) => void): Promise<Attempt> {
    return this.#parts.chain.exclusive.run(() => this.#exclusiveAttempt(allowEmpty, change));
  }

  async #exclusiveAttempt(allowEmpty: boolean, change?: (state: StateWriter) => void): Promise<Attempt> {
    const { chain, clock, builder } = this.#parts;
    const timeOfNext = this.#timeOfNext;
    const previous = chain.head.header.time;
    const time = timeOfNext ?? nextBlockTime(clock.seconds, previous, { spacing: this.spacing });
    if (time > LAST_TIME) {
      throw new ProductionError(
        'bad-time',
        `the chain's clock is at ${time}, and blocks have times of at most ${LAST_TIME}: set it back, as ` +
          'dev_setTime, dev_revert and dev_reset do',
      );
    }
    const attempt = await builder.build({ time, allowEmpty, change });
    // One that was set meanwhile is for the block after this.
    if (attempt.executed !== undefined && this.#timeOfNext === timeOfNext) this.#timeOfNext = undefined;
    this.#problem = undefined;
    return attempt;
  }

  async #isWritten(written: Promise<void>): Promise<boolean> {
    try {
      await written;
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    this.#problem = error instanceof Error ? error : new Error(String(error));
    this.#parts.events.productionFailed(this.#problem);
  }
}
