import { stringifyJson } from '../codec/json.js';
import type { BatchOperation } from '../storage/key-value-store.js';
import type { RecordPlace } from '../storage/record-log/read-log.js';
import type { Block, BlockHeader } from '../tx/block.js';
import {
  blockSummaryCodec,
  failuresCodec,
  heightCodec,
  heightKey,
  put,
  receiptsCodec,
  recordKey,
  type SystemReceipts,
  stalePlaceCodec,
  summaryOf,
  systemReceiptsCodec,
  transactionRecordCodec,
} from './block-records.js';
import type { ExecutedBlock } from './executed-block.js';
import { editsCodec } from './state-edits.js';

/** What is stored with a block in addition to itself; what executing it produces can be computed again. */
export interface KeptRecords {
  /** The receipts of its transactions and of the block (option genreceipt). */
  readonly receipts: boolean;
  /** The call trees of its universal transactions (option txtrace). */
  readonly traces: boolean;
  /** What was tried for it and skipped (option logfailures). */
  readonly failures: boolean;
}

export const ALL_RECORDS: KeptRecords = { receipts: true, traces: true, failures: true };

/** The block itself, in a chain whose store is all there is. */
export function bytesOperation({ block, raw }: Pick<ExecutedBlock, 'block' | 'raw'>): BatchOperation {
  return { type: 'put', key: heightKey('block', block.header.height), value: raw };
}

/** What makes a block part of the chain, for the batch of its state: its indexes, without the block itself. */
export function connectOperations(executed: ExecutedBlock, kept: KeptRecords): BatchOperation[] {
  const { block, hash, outcome, failures, edits = [] } = executed;
  const { height } = block.header;
  const paid = outcome.maturedReward;
  const operations: BatchOperation[] = [
    put(heightKey('summary', height), blockSummaryCodec, summaryOf(executed)),
    put(heightKey('systemReceipts', height), systemReceiptsCodec, {
      receipts: kept.receipts ? outcome.blockReceipts : [],
      paidReward: paid?.txid,
    }),
    put(recordKey('height', hash), heightCodec, height),
    { type: 'del', key: recordKey('stale', hash) },
    { type: 'del', key: recordKey('stalePlace', hash) },
  ];
  if (kept.failures && failures.length > 0) {
    operations.push(put(heightKey('failures', height), failuresCodec, failures));
  }
  // They stay when the block is disconnected: without them it could not be reconnected. They are
  // not part of the hash, so a block that is made again without them may have the same hash.
  const editsKey = recordKey('edits', hash);
  operations.push(edits.length > 0 ? put(editsKey, editsCodec, edits) : { type: 'del', key: editsKey });
  if (paid !== undefined) {
    const key = recordKey('payment', paid.txid);
    operations.push(kept.receipts ? put(key, receiptsCodec, paid.receipts) : { type: 'del', key });
  }
  const receiptsByTxid = new Map(outcome.executed.map(({ prepared, receipts }) => [prepared.txid, receipts]));
  block.transactions.forEach(({ txid }, index) => {
    // The first reward of block 0 is part of the block, but is not executed.
    const receipts = (kept.receipts && receiptsByTxid.get(txid)) || [];
    operations.push(put(recordKey('transaction', txid), transactionRecordCodec, { height, index, receipts }));
  });
  for (const { prepared, trace } of outcome.executed) {
    if (!kept.traces || trace === undefined) continue;
    const value = Buffer.from(stringifyJson(trace), 'utf8');
    operations.push({ type: 'put', key: recordKey('trace', prepared.txid), value });
  }
  return operations;
}

/** Where the bytes of a stored block are: in the log of blocks, or with a chain without one in the store. */
export type BlockBytes = { readonly place: RecordPlace } | { readonly raw: Buffer };

/** What makes a block known that is not part of the chain. */
export function staleOperation(hash: string, header: BlockHeader, bytes: BlockBytes): BatchOperation {
  if ('raw' in bytes) return { type: 'put', key: recordKey('stale', hash), value: bytes.raw };
  return put(recordKey('stalePlace', hash), stalePlaceCodec, { header, place: bytes.place });
}

/** The reverse of {@link connectOperations}; the block stays known as a stale one. */
export function disconnectOperations(
  block: Block,
  hash: string,
  bytes: BlockBytes,
  { paidReward }: SystemReceipts,
): BatchOperation[] {
  const { height } = block.header;
  const keys = [
    heightKey('block', height),
    heightKey('place', height),
    heightKey('summary', height),
    heightKey('systemReceipts', height),
    heightKey('failures', height),
    recordKey('height', hash),
  ];
  if (paidReward !== undefined) keys.push(recordKey('payment', paidReward));
  for (const { txid } of block.transactions)
    keys.push(recordKey('transaction', txid), recordKey('trace', txid));
  return [...keys.map(key => ({ type: 'del', key }) as const), staleOperation(hash, block.header, bytes)];
}
