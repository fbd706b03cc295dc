import { decode } from '../codec/codec.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { type Block, blockHash, encodeBlock } from '../tx/block.js';
import { senderOf } from '../tx/envelope.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import {
  blockSummaryCodec,
  heightCodec,
  heightKey,
  kindRange,
  put,
  recordKey,
  type TransactionRecord,
  transactionRecordCodec,
} from './block-records.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import type { TaskControl } from './tasks.js';

/** Blocks whose records are written together. */
const BATCH = 200;

/** What the making of an index has found. */
export interface Reindexed {
  readonly transactions: number;
  /** Those whose receipts are gone: only executing everything again gives them back (`-reindex`). */
  readonly withoutReceipts: number;
  /** Entries that belonged to no transaction of the chain. */
  readonly removed: number;
}

/**
 * Makes the index of blocks and transactions anew from the bytes of the blocks that are kept: summaries, heights
 * by hash, places by txid. Receipts stay. Entries that no block has are removed.
 * @param store - of the chain
 */
export async function reindexBlocks(
  chain: Chain,
  store: KeyValueStore,
  task: TaskControl,
): Promise<Reindexed> {
  const { blocks, tip } = chain;
  let [transactions, withoutReceipts] = [0, 0];
  let operations: BatchOperation[] = [];
  const flush = async (): Promise<void> => {
    await store.batch(operations);
    operations = [];
  };
  const tipHeight = tip.header.height;
  for (let height = blocks.lowestKept; height <= tipHeight; height++) {
    const block = blocks.blockByHeight(height);
    if (block === undefined)
      throw new ChainError('corrupt', `block ${height} belongs to the chain, but is not stored`);
    operations.push(...blockOperations(chain, block));
    const records = store.getMany(block.transactions.map(({ txid }) => recordKey('transaction', txid)));
    for (const [index, { txid }] of block.transactions.entries()) {
      const receipts = recordOf(records[index])?.receipts;
      if (receipts === undefined) withoutReceipts++;
      const record = { height, index, receipts: receipts ?? [] };
      operations.push(put(recordKey('transaction', txid), transactionRecordCodec, record));
      transactions++;
    }
    if (height % BATCH === 0) await flush();
    task.report(height, tipHeight);
    await task.turn();
  }
  await flush();
  return { transactions, withoutReceipts, removed: await removeStrangers(chain, store, task) };
}

function blockOperations({ ledger }: Chain, block: Block): BatchOperation[] {
  const hash = blockHash(block.header);
  const { height } = block.header;
  const [reward] = block.transactions;
  if (reward === undefined) throw new ChainError('corrupt', `block ${height} has no transaction`);
  const summary = {
    hash,
    header: block.header,
    size: encodeBlock(block, wireRulesOf(ledger.network)).length,
    transactionCount: block.transactions.length,
    producer: senderOf(reward.tx),
  };
  return [
    put(heightKey('summary', height), blockSummaryCodec, summary),
    put(recordKey('height', hash), heightCodec, height),
  ];
}

/** Undefined where nothing is stored, or what does not decode. */
function recordOf(bytes: Buffer | undefined): TransactionRecord | undefined {
  if (bytes === undefined) return undefined;
  try {
    return decode(transactionRecordCodec, bytes);
  } catch {
    return undefined;
  }
}

/** Removes entries by txid whose block does not have them at their place. @returns how many */
async function removeStrangers(
  { blocks, tip }: Chain,
  store: KeyValueStore,
  task: TaskControl,
): Promise<number> {
  const strangers: BatchOperation[] = [];
  for (const [key, value] of store.iterate(kindRange('transaction'))) {
    const record = recordOf(value);
    await task.turn();
    if (record !== undefined && (blocks.isPruned(record.height) || record.height === 0)) continue;
    const { height = 0, index = 0 } = record ?? {};
    const block = height <= tip.header.height ? blocks.blockByHeight(height) : undefined;
    const txid = block?.transactions[index]?.txid;
    if (txid !== undefined && recordKey('transaction', txid).equals(key)) continue;
    strangers.push({ type: 'del', key: Buffer.from(key) });
  }
  await store.batch(strangers);
  return strangers.length;
}
