import { isVisibleToContracts } from '../../../vm/lua/mylib/past-transactions.js';
import { bytes, hash256, optional, record, type ValueOf, vector } from '../../codec/codec.js';
import type { Block } from '../../tx/block.js';
import { type BlockSummary, blockSummaryCodec } from '../block-records.js';
import type { BlockStore } from '../block-store.js';
import { ChainError } from '../errors.js';
import type { TaskControl } from '../tasks.js';
import { TransactionPlaces } from './transaction-places.js';

/** What a snapshot has of a block: all that the blocks after it, and their contracts, can ask about. */
export const historyCodec = record({
  summary: blockSummaryCodec,
  /** Ids of its transactions, in their order. */
  txids: vector(hash256),
  /** Of each of them the bytes, where contracts can ask about more than its height. */
  visible: vector(optional(bytes)),
});
export type HistoryRecord = ValueOf<typeof historyCodec>;

/**
 * The history of a chain up to a height, block by block. Of blocks that are not kept any more it is put
 * together from the index of transactions, which takes 40 bytes of memory for each of theirs.
 * @param pastBytes - the bytes of a transaction whose block is not kept, if contracts can ask about them
 * @throws ChainError `corrupt`
 */
export async function* historyOf(
  blocks: BlockStore,
  height: number,
  {
    places,
    pastBytes,
    task,
  }: {
    /** Every transaction of the chain with its place, in any order. */
    readonly places: () => Iterable<readonly [txid: string, place: { height: number; index: number }]>;
    readonly pastBytes: (txid: string) => Buffer | undefined;
    readonly task: TaskControl;
  },
): AsyncGenerator<HistoryRecord> {
  const pruned = Math.min(blocks.lowestKept - 1, height);
  const ofPruned = new TransactionPlaces();
  if (pruned > 0) {
    for (const [txid, place] of places()) {
      if (place.height > 0 && place.height <= pruned) ofPruned.add(txid, place);
      await task.turn();
    }
    ofPruned.sort();
  }
  for (let at = 0; at <= height; at++) {
    const summary = stored(at, blocks.header(at));
    if (at > 0 && at <= pruned) {
      const txids = ofPruned.txidsOf(at);
      yield { summary, txids, visible: txids.map(pastBytes) };
    } else {
      yield ofBlock(summary, stored(at, blocks.blockByHeight(at)));
    }
    await task.turn();
  }
}

function ofBlock(summary: BlockSummary, { transactions }: Block): HistoryRecord {
  return {
    summary,
    txids: transactions.map(({ txid }) => txid),
    visible: transactions.map(({ tx, raw }) => (isVisibleToContracts(tx) ? raw : undefined)),
  };
}

function stored<T>(height: number, found: T | undefined): T {
  if (found !== undefined) return found;
  throw new ChainError('corrupt', `block ${height} belongs to the chain, but is not stored completely`);
}
