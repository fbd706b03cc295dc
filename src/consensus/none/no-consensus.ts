import type { BlockSummary } from '../../chain/block-records.js';
import type { Chain } from '../../chain/chain.js';
import type { Mempool } from '../../chain/mempool.js';
import type { MempoolEntry } from '../../chain/mempool-entry.js';
import type { PreparedTransaction } from '../../tx/envelope.js';
import type { Consensus, HeldConsensus, Peer, Submission } from '../consensus.js';

export interface NoConsensusParts {
  readonly chain: Chain;
  /** Follows the chain: see `connectMempool`. */
  readonly mempool: Mempool;
}

/**
 * Makes no blocks and agrees with no other node: the owner of the chain connects blocks to it, such
 * as those of a recording. Transactions are admitted to the memory pool and wait there.
 */
export class NoConsensus implements Consensus {
  readonly makesBlocks = false;
  readonly chainControl = undefined;
  readonly #parts: NoConsensusParts;

  constructor(parts: NoConsensusParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    await this.#parts.chain.ready();
    await this.#parts.chain.settled();
  }

  /** Whoever connects blocks to its chain knows when. */
  hold(): HeldConsensus {
    return { release: () => undefined, abandon: () => undefined };
  }

  released(): undefined {}

  async submit(transaction: PreparedTransaction): Promise<Submission> {
    const { mempool } = this.#parts;
    await mempool.verify([transaction]);
    const [result] = await mempool.admitMany([transaction]);
    if (result instanceof Error) throw result;
    return { txid: transaction.txid, block: undefined };
  }

  pending(): readonly MempoolEntry[] {
    return this.#parts.mempool.entries();
  }

  tip(): BlockSummary {
    return this.#parts.chain.tip;
  }

  /** Blocks are taken as they come, so the tip is final. */
  finalHeight(): number {
    return this.#parts.chain.tip.header.height;
  }

  peers(): readonly Peer[] {
    return [];
  }

  catchingUp(): boolean {
    return false;
  }
}
