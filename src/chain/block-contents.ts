import type { Json } from '../codec/json-value.js';
import { required } from '../codec/required.js';
import type { Block } from '../tx/block.js';
import type { Receipt } from '../tx/receipt.js';
import type { BlockStore } from './block-store.js';
import type { ExecutedBlock } from './executed-block.js';
import type { KeptRecords } from './index-operations.js';
import type { MarketEvent } from './market/market-event.js';

/** A block with what is stored of its execution: the same, whether it was just connected or is read later. */
export interface BlockContents {
  readonly block: Block;
  readonly hash: string;
  /** Bytes of the encoded block. */
  readonly size: number;
  /** The receipts that its transactions had when it was made, where they are kept. */
  readonly receiptsOf: (txid: string) => readonly Receipt[];
  readonly traceOf: (txid: string) => Json | undefined;
  readonly blockReceipts: readonly Receipt[];
  /** The reward of an earlier block that it paid. */
  readonly paid: { readonly txid: string; readonly receipts: readonly Receipt[] } | undefined;
  /** What it did to orders, trades and positions. */
  readonly market: readonly MarketEvent[];
}

/** The contents of a block that is being connected, or just was. */
export function contentsOfExecuted(
  { block, hash, raw, outcome }: ExecutedBlock,
  { receipts: keepsReceipts, traces: keepsTraces }: KeptRecords,
  market: readonly MarketEvent[],
): BlockContents {
  const executed = new Map(outcome.executed.map(one => [one.prepared.txid, one]));
  return {
    block,
    hash,
    size: raw.length,
    receiptsOf: txid => (keepsReceipts && executed.get(txid)?.receipts) || [],
    traceOf: txid => (keepsTraces ? executed.get(txid)?.trace : undefined),
    blockReceipts: keepsReceipts ? outcome.blockReceipts : [],
    paid: keepsReceipts ? outcome.maturedReward : undefined,
    market,
  };
}

/**
 * The contents of the block of a height of the chain.
 * @throws ChainError `corrupt`, `pruned`; StorageError `damaged`
 */
export function storedContents(
  blocks: BlockStore,
  height: number,
  market: readonly MarketEvent[],
): BlockContents {
  const { hash, size } = required(blocks.header(height), 'a block of the chain');
  const { receipts = [], paidReward } = blocks.systemReceipts(height) ?? {};
  return {
    block: required(blocks.blockByHeight(height), 'a block of the chain'),
    hash,
    size,
    receiptsOf: txid => blocks.receiptsInBlock(txid) ?? [],
    traceOf: txid => blocks.traceOf(txid),
    blockReceipts: receipts,
    paid:
      paidReward === undefined
        ? undefined
        : { txid: paidReward, receipts: blocks.receiptsOfPayment(paidReward) },
    market,
  };
}
