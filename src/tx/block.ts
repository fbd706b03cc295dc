import {
  bytes,
  type Codec,
  encode,
  hash256,
  i32,
  record,
  u32,
  u64,
  type ValueOf,
  vector,
  ZERO_HASH,
} from '../codec/codec.js';
import { ByteReader } from '../codec/reader.js';
import { fromDisplayHex, sha256d, toDisplayHex } from '../crypto/hash.js';
import type { WireRules } from './definition.js';
import { type PreparedTransaction, preparedTransactionCodec } from './envelope.js';

/** The fields of a block header that are hashed, 92 bytes (spec 01 §13.1). */
const HASHED_FIELDS = {
  version: i32,
  prevBlockHash: hash256,
  merkleRoot: hash256,
  time: u32,
  nonce: u32,
  height: u32,
  fuelFee: u64,
  fuelRate: u32,
} as const;

const unsignedHeader = record(HASHED_FIELDS);
const header = record({ ...HASHED_FIELDS, signature: bytes });

/** The codec of headers: the start of every encoded block. */
export const blockHeaderCodec: Codec<BlockHeader> = header;

export type BlockHeader = ValueOf<typeof header>;
export type UnsignedBlockHeader = ValueOf<typeof unsignedHeader>;

/** A block: its header and its transactions, the reward first. */
export interface Block {
  readonly header: BlockHeader;
  readonly transactions: readonly PreparedTransaction[];
}

/** The codec of whole blocks. */
function blockCodec(rules: WireRules): Codec<Block> {
  const transactions = vector(preparedTransactionCodec(rules));
  return {
    read: reader => ({ header: header.read(reader), transactions: transactions.read(reader) }),
    write(writer, block) {
      header.write(writer, block.header);
      transactions.write(writer, block.transactions);
    },
  };
}

/** Decodes a block; bytes after it are ignored. @throws DecodeError */
export function decodeBlock(raw: Uint8Array, rules: WireRules): Block {
  return blockCodec(rules).read(new ByteReader(raw));
}

/** The inverse of {@link decodeBlock}. */
export function encodeBlock(block: Block, rules: WireRules): Buffer {
  return encode(blockCodec(rules), block);
}

/** The 32 bytes that a producer signs: double SHA-256 of the header without its signature. */
export function blockSighash(blockHeader: UnsignedBlockHeader): Buffer {
  return sha256d(encode(unsignedHeader, blockHeader));
}

/** The block hash in display order. */
export function blockHash(blockHeader: UnsignedBlockHeader): string {
  return toDisplayHex(blockSighash(blockHeader));
}

/**
 * The Merkle root of txids in display order (spec 01 §13.2): pairwise double SHA-256, an odd last
 * node paired with itself; no transaction gives the zero hash.
 */
export function merkleRoot(txids: readonly string[]): string {
  let level = txids.map(fromDisplayHex);
  if (level.length === 0) return ZERO_HASH;
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(sha256d(Buffer.concat([level[i]!, level[i + 1] ?? level[i]!])));
    }
    level = next;
  }
  return toDisplayHex(level[0]!);
}
