import type { BlockSummary } from '../../chain/block-records.js';
import type { Chain } from '../../chain/chain.js';
import type { Mempool } from '../../chain/mempool.js';
import type { MempoolEntry } from '../../chain/mempool-entry.js';
import { dumpSnapshot } from '../../chain/snapshot/dump-snapshot.js';
import type { KeyValueStore } from '../../storage/key-value-store.js';
import { requireWriting } from '../../storage/read-only.js';
import type { PreparedTransaction } from '../../tx/envelope.js';
import { AdmissionQueue } from '../admission-queue.js';
import type { Consensus, HeldConsensus, Peer, Submission } from '../consensus.js';
import { Holding } from '../holding.js';
import { type AbciAddress, AbciServer } from './abci/abci-server.js';
import { Broadcaster } from './broadcaster.js';
import { EngineClient, type EngineEndpoint } from './engine-client.js';
import { type EngineLog, EngineProcess } from './engine-process.js';
import { askStatus, type EngineStatus } from './engine-status.js';
import { LedgerApplication } from './ledger-application.js';
import { KeptSnapshots } from './state-sync/kept-snapshots.js';

/** Milliseconds between two looks at the engine. */
const STATUS_MILLISECONDS = 1000;

/** Where the engine is, and how it is run. */
export interface EngineSettings {
  /** Where it finds the ledger. */
  readonly abci: AbciAddress;
  /** Its JSON-RPC. */
  readonly rpc: EngineEndpoint;
  /** Its program with its arguments; undefined where somebody else starts it. */
  readonly command: { readonly program: string; readonly arguments: readonly string[] } | undefined;
  readonly log: EngineLog;
  /** The node cannot go on: the ledger could not answer the engine, or there is no engine any more. */
  readonly onFailure: (error: Error) => void;
  /** Bytes of a block that is proposed here; default `PROTOCOL.defaultBlockSize`. */
  readonly maxBlockSize?: number;
  /** Newest blocks that the engine has to keep; default: all of them. */
  readonly keptBlocks?: number | undefined;
  /** The snapshots that are made for nodes that join; default: none. */
  readonly snapshots?: SnapshotSettings | undefined;
}

export interface SnapshotSettings {
  /** Where they are kept. */
  readonly directory: string;
  /** Blocks from one to the next. */
  readonly interval: number;
  /** Bytes that are to be left free on the disk. */
  readonly reserve: number;
}

export interface CometParts extends EngineSettings {
  readonly chain: Chain;
  /** Of the chain: snapshots are made of it. */
  readonly store: KeyValueStore;
  /** Follows the chain: see `connectMempool`. */
  readonly mempool: Mempool;
  /** Gets what goes wrong without a caller that waits for the answer. */
  readonly onProblem: (problem: Error) => void;
}

/** Before the engine has answered for the first time. */
const UNKNOWN_STATUS: EngineStatus = { catchingUp: true, height: 0, peers: [] };

/**
 * One of many nodes that agree by CometBFT (spec 08 §18 to §27). The engine, a process of its own, decides which
 * transactions are in the next block; this node is the application that it asks and tells.
 *
 * The way of a transaction: `submit` admits it to the pool as everywhere, and its caller has its answer. The
 * broadcaster hands it to the engine, which spreads it; each node admits it to its own pool. Who may propose
 * proposes what its pool has; a block that is decided is connected, and events and methods tell who waits for it.
 */
export class CometConsensus implements Consensus {
  readonly makesBlocks = true;
  readonly chainControl = undefined;
  readonly #parts: CometParts;
  readonly #admissions: AdmissionQueue;
  readonly #client: EngineClient;
  readonly #broadcaster: Broadcaster;
  readonly #server: AbciServer;
  readonly #engine: EngineProcess | undefined;
  readonly #snapshots: KeptSnapshots | undefined;
  readonly #holding = new Holding();
  #status = UNKNOWN_STATUS;
  #polling: NodeJS.Timeout | undefined;

  constructor(parts: CometParts) {
    this.#parts = parts;
    const { chain, mempool, onProblem, command, log, maxBlockSize, keptBlocks } = parts;
    const onFailure = (error: Error): void => {
      // Whoever ends this node needs no other reason.
      if (!this.#holding.stopped) parts.onFailure(error);
    };
    this.#admissions = new AdmissionQueue(mempool, {
      admitted: txid => Promise.resolve({ txid, block: undefined }),
      batchAdmitted: () => undefined,
    });
    this.#client = new EngineClient(parts.rpc);
    this.#broadcaster = new Broadcaster({
      client: this.#client,
      stillWaits: txid => mempool.has(txid),
    });
    this.#snapshots = snapshotsOf(parts);
    const application = new LedgerApplication({
      chain,
      mempool,
      admit: prepared => this.#admissions.admit(prepared),
      maxBlockSize,
      keptBlocks,
      snapshots: this.#snapshots,
      released: () => this.#holding.released,
      onProblem,
    });
    this.#server = new AbciServer({ application, onFailure });
    this.#engine = command && new EngineProcess({ ...command, log, onGivenUp: onFailure });
  }

  async start(): Promise<void> {
    await this.#snapshots?.open();
    await this.#server.listen(this.#parts.abci);
    this.#engine?.start();
    this.#polling = setInterval(() => void this.#look(), STATUS_MILLISECONDS);
  }

  /** The engine first: it must not see the ledger end. */
  async stop(): Promise<void> {
    clearInterval(this.#polling);
    this.#holding.stop();
    await this.#broadcaster.stop();
    await this.#engine?.stop();
    await this.#server.close();
    await this.#snapshots?.stop();
    await this.#admissions.drained();
    this.#client.close();
    await this.#parts.chain.ready();
    await this.#parts.chain.settled();
  }

  hold(): HeldConsensus {
    const held = this.#holding.hold();
    return {
      abandon: () => held.abandon(),
      release: () => {
        held.release();
        // What has waited since before the start is to be spread too.
        for (const { prepared } of this.pending()) this.#broadcaster.send(prepared);
      },
    };
  }

  released(): Promise<void> | undefined {
    return this.#holding.released;
  }

  async submit(prepared: PreparedTransaction): Promise<Submission> {
    requireWriting('the chain');
    this.#holding.requireRunning();
    await this.#holding.untilReleased();
    const submission = await this.#admissions.admit(prepared);
    this.#broadcaster.send(prepared);
    return submission;
  }

  pending(): readonly MempoolEntry[] {
    return this.#parts.mempool.entries();
  }

  tip(): BlockSummary {
    return this.#parts.chain.tip;
  }

  /** What is decided is final. */
  finalHeight(): number {
    return this.#parts.chain.tip.header.height;
  }

  peers(): readonly Peer[] {
    return this.#status.peers;
  }

  catchingUp(): boolean {
    return this.#status.catchingUp;
  }

  async #look(): Promise<void> {
    try {
      this.#status = await askStatus(this.#client);
    } catch {
      // It starts, or is away; nobody is connected meanwhile.
      this.#status = { ...this.#status, peers: [] };
    }
  }
}

function snapshotsOf({ snapshots, chain, store, onProblem }: CometParts): KeptSnapshots | undefined {
  if (snapshots === undefined) return undefined;
  const { directory, interval, reserve } = snapshots;
  return new KeptSnapshots({
    directory,
    interval,
    dump: (target, height, task) => dumpSnapshot({ chain, store, target, height, reserve, task }),
    onProblem,
  });
}
