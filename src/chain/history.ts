import type { ChainHistory } from '../../vm/context.js';
import type { RecentTransactions } from '../ledger/types.js';
import type { RecentTransactionIndex } from '../state/tables/recent-transactions.js';
import type { BlockStore } from './block-store.js';
import type { ExecutedBlock } from './executed-block.js';

/** Blocks by height and transactions by id up to the newest block, on the disk or being written. */
export class BlockHistory implements ChainHistory {
  /** @param unwritten - blocks that are being written, as the chain keeps them */
  constructor(
    readonly blocks: BlockStore,
    readonly unwritten: readonly ExecutedBlock[],
  ) {}

  blockHash(height: number): string | undefined {
    const written = this.blocks.header(height);
    return written?.hash ?? this.unwritten.find(({ block }) => block.header.height === height)?.hash;
  }

  transaction(txid: string): ReturnType<ChainHistory['transaction']> {
    const location = this.blocks.transactionLocation(txid);
    if (location !== undefined) {
      const { height, index } = location;
      if (this.blocks.isPruned(height)) return { tx: this.blocks.pastTransaction(txid, height), height };
      const prepared = this.blocks.blockByHeight(height)?.transactions[index];
      return prepared && { tx: prepared.tx, height };
    }
    for (const { block } of this.unwritten) {
      const prepared = block.transactions.find(transaction => transaction.txid === txid);
      if (prepared !== undefined) return { tx: prepared.tx, height: block.header.height };
    }
    return undefined;
  }
}

/** What was there when the newest block had a height, of a history that goes on. */
export class HistoryUpTo implements ChainHistory {
  constructor(
    readonly history: ChainHistory,
    readonly height: number,
  ) {}

  blockHash(height: number): string | undefined {
    return height > this.height ? undefined : this.history.blockHash(height);
  }

  transaction(txid: string): ReturnType<ChainHistory['transaction']> {
    const found = this.history.transaction(txid);
    return found !== undefined && found.height > this.height ? undefined : found;
  }
}

/** The ids that the next block must not contain, with the history that its contracts can ask about. */
export class ChainPast implements RecentTransactions {
  constructor(
    readonly index: RecentTransactionIndex,
    readonly history: ChainHistory,
  ) {}

  /** Number of ids. */
  get size(): number {
    return this.index.size;
  }

  has(txid: string): boolean {
    return this.index.has(txid);
  }
}
