import { submitBlock } from '../../chain/accept-block.js';
import { adoptChain, rewindChain } from '../../chain/adopt-chain.js';
import { type BlockSummary, summaryOf } from '../../chain/block-records.js';
import type { Chain } from '../../chain/chain.js';
import type { ExecutedBlock } from '../../chain/executed-block.js';
import type { FeedSource } from '../../chain/feed-source.js';
import type { Mempool } from '../../chain/mempool.js';
import type { MempoolEntry } from '../../chain/mempool-entry.js';
import { disconnectBlocks, invalidateBlock, reconsiderBlock } from '../../chain/reorganize.js';
import { required } from '../../codec/required.js';
import type { BlockSpacing } from '../../ledger/check-header.js';
import type { StateWriter } from '../../state/state.js';
import { requireWriting } from '../../storage/read-only.js';
import type { Block } from '../../tx/block.js';
import type { PreparedTransaction } from '../../tx/envelope.js';
import { AdmissionQueue } from '../admission-queue.js';
import type {
  ChainControl,
  Consensus,
  HeldConsensus,
  Peer,
  ProductionMode,
  Submission,
} from '../consensus.js';
import { Holding } from '../holding.js';
import { BlockBuilder } from './block-builder.js';
import { BlockProducer } from './block-producer.js';
import { ChainClock, type Clock, SYSTEM_CLOCK } from './clock.js';
import type { ProducerKeys } from './producer-keys.js';
import type { SoloEvents } from './solo-events.js';
import { Submissions } from './submissions.js';

/** Blocks that are remembered for getminedblocks. */
const MINED_BLOCKS = 100;

/** How blocks are made. */
export interface SoloSettings {
  readonly keys: ProducerKeys;
  readonly mode: ProductionMode;
  /** Seconds between blocks in interval mode; default: the network's block interval. */
  readonly interval?: number;
  /** Instant blocks keep the block interval; default false. */
  readonly strictTime?: boolean;
  /** In instant mode, `submit` answers when the transaction waits, before its block is made; default false. */
  readonly deferMining?: boolean;
  /** Bytes of a block; default `PROTOCOL.defaultBlockSize`. */
  readonly maxBlockSize?: number;
  /** Price feeds that are made for each block; default: none. */
  readonly ownFeeds?: FeedSource;
  /** Blocks that are made before production pauses; default: no limit. */
  readonly blockLimit?: number;
  readonly clock?: Clock;
}

export interface SoloParts extends SoloSettings {
  readonly chain: Chain;
  /** Follows the chain: see `connectMempool`. */
  readonly mempool: Mempool;
  /** Gets what goes wrong without a caller that waits for the answer. */
  readonly onProblem: (problem: Error) => void;
}

/**
 * One process that makes all blocks, with the keys of all producers (spec 08 §17).
 *
 * The way of a transaction: `submit` puts it into the admission queue, which admits it to the memory
 * pool in a batch; its caller then waits in `Submissions`. After the batch the block producer makes blocks
 * with the block builder for as long as something waits. When a block is on the disk the chain notifies
 * this class, and the callers of its transactions have their answer.
 */
export class SoloConsensus implements Consensus, ChainControl {
  readonly #chain: Chain;
  readonly #mempool: Mempool;
  readonly #clock: ChainClock;
  readonly #admissions: AdmissionQueue;
  readonly #producer: BlockProducer;
  readonly #submissions = new Submissions();
  readonly #minedBlocks: BlockSummary[] = [];
  /** Hashes of blocks that were made here and are not on the disk yet. */
  readonly #unwrittenOwn = new Set<string>();
  readonly #strictTime: boolean;
  readonly #deferMining: boolean;
  readonly #unsubscribe: (() => void)[] = [];
  /** Blocks that may still be made before production pauses; those of the start do not count. */
  #blocksLeft: number;
  #started = false;
  readonly #holding = new Holding();

  constructor(parts: SoloParts) {
    const { chain, mempool, keys, mode, interval, strictTime = false, maxBlockSize, ownFeeds } = parts;
    const {
      deferMining = false,
      blockLimit = Number.POSITIVE_INFINITY,
      clock: timers = SYSTEM_CLOCK,
    } = parts;
    this.#chain = chain;
    this.#mempool = mempool;
    this.#strictTime = strictTime;
    this.#deferMining = deferMining;
    this.#blocksLeft = blockLimit;
    this.#clock = new ChainClock(timers);
    const events = this.#events(parts.onProblem);
    this.#admissions = new AdmissionQueue(mempool, events);
    const builder = new BlockBuilder({ chain, mempool, keys, maxBlockSize, ownFeeds, events });
    const clock = this.#clock;
    const production = { chain, mempool, builder, timers, clock, interval, strictTime, events };
    this.#producer = new BlockProducer(mode, production);
  }

  /** What follows from the events of the parts. */
  #events(onProblem: (problem: Error) => void): SoloEvents {
    return {
      admitted: txid => this.#outcomeOf(txid),
      batchAdmitted: () => this.#producer.advance(),
      transactionFailed: (txid, error) =>
        onProblem(new Error(`executing transaction ${txid} failed, it was dropped`, { cause: error })),
      blockBuilt: hash => {
        this.#unwrittenOwn.add(hash);
        if (this.#started) this.#countDown();
      },
      roundEnded: problem => this.#submissions.release(txid => this.#mempool.has(txid), problem),
      productionFailed: onProblem,
    };
  }

  get chainControl(): ChainControl {
    return this;
  }

  get makesBlocks(): boolean {
    return !this.paused && this.mode !== 'manual';
  }

  get mode(): ProductionMode {
    return this.#producer.mode;
  }

  get paused(): boolean {
    return this.#producer.paused;
  }

  get problem(): Error | undefined {
    return this.#producer.problem;
  }

  get minedBlocks(): readonly BlockSummary[] {
    return this.#minedBlocks;
  }

  async start(): Promise<void> {
    this.#unsubscribe.push(
      this.#chain.subscribe({
        blockConnected: executed => this.#connected(executed),
        blockAbandoned: (_, error) => this.#submissions.refuseAll(error),
      }),
      this.#mempool.subscribe({
        transactionRemoved: ({ entry, error }) => this.#submissions.refuse(entry.prepared.txid, error),
      }),
    );
    await this.#makeDevelopmentGenesis();
    this.#started = true;
    if (this.#blocksLeft === 0) this.pause();
    this.#producer.start();
  }

  async stop(): Promise<void> {
    this.#holding.stop();
    await this.#admissions.drained();
    await this.#producer.stop();
    await this.#chain.ready();
    await this.#chain.settled();
    this.#submissions.release(() => true);
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
  }

  hold(): HeldConsensus {
    const held = this.#holding.hold();
    this.#producer.setHeld(true);
    return {
      release: () => {
        this.#producer.setHeld(false);
        held.release();
      },
      abandon: () => held.abandon(),
    };
  }

  released(): Promise<void> | undefined {
    return this.#holding.released;
  }

  async submit(prepared: PreparedTransaction): Promise<Submission> {
    requireWriting('the chain');
    this.#holding.requireRunning();
    if (this.#holding.released !== undefined) await this.#holding.untilReleased();
    return this.#admissions.admit(prepared);
  }

  pending(): readonly MempoolEntry[] {
    return this.#mempool.entries();
  }

  tip(): BlockSummary {
    return this.#chain.tip;
  }

  /** Nobody else makes blocks, so the tip is final. */
  finalHeight(): number {
    return this.#chain.tip.header.height;
  }

  peers(): readonly Peer[] {
    return [];
  }

  catchingUp(): boolean {
    return false;
  }

  async produce(count: number): Promise<readonly string[]> {
    requireWriting('the chain');
    this.#holding.requireRunning();
    await this.#holding.untilReleased();
    return this.#producer.produce(count);
  }

  setMode(mode: ProductionMode): void {
    requireWriting('the chain');
    this.#producer.setMode(mode);
  }

  pause(): void {
    requireWriting('the chain');
    this.#producer.setPaused(true);
  }

  resume(): void {
    requireWriting('the chain');
    this.#producer.setPaused(false);
  }

  get blockTime(): number | undefined {
    return this.#producer.timeOfNext;
  }

  setBlockTime(time: number | undefined): void {
    requireWriting('the chain');
    this.#producer.setTimeOfNext(time);
  }

  get clockOffset(): number {
    return this.#clock.offset;
  }

  set clockOffset(milliseconds: number) {
    requireWriting('the chain');
    this.#clock.offset = milliseconds;
    this.#producer.forgetTimeOfNext();
  }

  followClock(listener: (milliseconds: number) => void): void {
    this.#clock.follow(listener);
  }

  async produceEdited(change: (state: StateWriter) => void): Promise<string> {
    requireWriting('the chain');
    this.#holding.requireRunning();
    await this.#holding.untilReleased();
    const [hash] = await this.#producer.produce(1, change);
    return required(hash, 'the hash of the block that was made');
  }

  rewind(height: number): Promise<void> {
    requireWriting('the chain');
    return this.#withoutProduction(() => rewindChain(this.#chain, this.#mempool, height));
  }

  adopt(other: Chain): Promise<void> {
    requireWriting('the chain');
    return this.#withoutProduction(() =>
      adoptChain(this.#chain, this.#mempool, other, { spacing: 'same-second' }),
    );
  }

  /** Runs something while no block is made here by itself. */
  async #withoutProduction<T>(work: () => Promise<T>): Promise<T> {
    this.#holding.requireRunning();
    await this.#holding.untilReleased();
    const { paused } = this.#producer;
    this.#producer.setPaused(true);
    try {
      return await work();
    } finally {
      this.#producer.setPaused(paused);
    }
  }

  async submitBlock(block: Block): Promise<string> {
    requireWriting('the chain');
    await this.#holding.untilReleased();
    // The time of the chain can be ahead of the clock; a block that follows it is not too new.
    const now = Math.max(this.#clock.seconds, this.#chain.head.header.time);
    return submitBlock(this.#chain, block, { spacing: this.#spacing, now });
  }

  async invalidateBlock(hash: string): Promise<void> {
    requireWriting('the chain');
    await this.#holding.untilReleased();
    return invalidateBlock(this.#chain, hash);
  }

  async reconsiderBlock(hash: string, options: { readonly children?: boolean } = {}): Promise<void> {
    requireWriting('the chain');
    await this.#holding.untilReleased();
    return reconsiderBlock(this.#chain, hash, { ...options, spacing: this.#spacing });
  }

  async disconnectBlocks(count: number): Promise<BlockSummary> {
    requireWriting('the chain');
    await this.#holding.untilReleased();
    return disconnectBlocks(this.#chain, count);
  }

  /** What blocks of this chain keep between them, whatever the mode is at the moment. */
  get #spacing(): BlockSpacing {
    return this.#strictTime ? 'interval' : 'same-second';
  }

  #outcomeOf(txid: string): Promise<Submission> {
    if (this.#producer.isInstant && !this.#deferMining) return this.#submissions.outcomeOf(txid);
    return Promise.resolve({ txid, block: undefined });
  }

  #connected(executed: ExecutedBlock): void {
    this.#submissions.confirm(executed);
    // A block of another node, or one that is reconnected, is not made again.
    if (!this.#unwrittenOwn.delete(executed.hash)) return;
    this.#minedBlocks.unshift(summaryOf(executed));
    if (this.#minedBlocks.length > MINED_BLOCKS) this.#minedBlocks.pop();
  }

  /**
   * A network whose coins are complete from block 1 on gets that block at once, with a time that
   * follows from block 0: so it is the same on every machine (spec 08 §16.2).
   */
  async #makeDevelopmentGenesis(): Promise<void> {
    const { network } = this.#chain.ledger;
    if (this.#chain.head.header.height !== 0 || network.forks.systemGenesis !== 1) return;
    this.#producer.setTimeOfNext(network.genesis.time + network.blockInterval.beforeR2);
    await this.#producer.produce(1);
    this.#producer.setTimeOfNext(undefined);
  }

  #countDown(): void {
    this.#blocksLeft--;
    if (this.#blocksLeft === 0) this.pause();
  }
}
