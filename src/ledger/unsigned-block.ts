import { type Block, merkleRoot } from '../tx/block.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { BlockContext } from './types.js';

const BLOCK_VERSION = 1;

/** The header fields that do not follow from the block's context and transactions. */
export interface HeaderParts {
  readonly prevBlockHash: string;
  readonly nonce: number;
  /** Sum of the fuel fees in sawi. */
  readonly fuelFee: bigint;
}

/** A block without a signature (spec 01 §13.1). */
export function unsignedBlock(
  { height, time, fuelRate }: BlockContext,
  transactions: readonly PreparedTransaction[],
  parts: HeaderParts,
): Block {
  const header = {
    version: BLOCK_VERSION,
    ...parts,
    merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)),
    time,
    height,
    fuelRate,
    signature: new Uint8Array(),
  };
  return { header, transactions };
}
