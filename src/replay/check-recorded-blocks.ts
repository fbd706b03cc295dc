import { DecodeError } from '../codec/errors.js';
import { verify } from '../crypto/signature.js';
import type { StateReader } from '../state/state.js';
import { ACCOUNTS, REGIDS } from '../state/tables/accounts.js';
import { type Block, blockHash, blockSighash, decodeBlock, encodeBlock, merkleRoot } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import type { RecordedBlock } from './recording.js';

/** A recorded block that contradicts its recording. */
class RecordedBlockFault extends Error {
  override readonly name = 'RecordedBlockFault';
}

/**
 * Decodes all blocks and checks what needs no state: that they encode to the same bytes, have the
 * recorded hashes, build on each other, and have the txids and the merkle root they name (spec 01
 * §13).
 *
 * @throws RecordedBlockFault
 */
export function checkRecordedBlocks(recorded: readonly RecordedBlock[], rules: WireRules): Block[] {
  let parentHash: string | undefined;
  return recorded.map(({ height, hash, raw, json }) => {
    const block = decoded(height, raw, rules);
    const { header, transactions } = block;
    const txids = transactions.map(({ txid }) => txid);
    requireSame(height, 'height', String(header.height), String(height));
    requireSame(height, 'hash', blockHash(header), hash);
    if (parentHash !== undefined) requireSame(height, 'previous block', header.prevBlockHash, parentHash);
    requireSame(height, 'merkle root', header.merkleRoot, merkleRoot(txids));
    requireSame(height, 'list of txids', txids.join(), (json.tx as readonly string[]).join());
    requireSame(height, 'encoding', encodeBlock(block, rules).toString('hex'), raw.toString('hex'));
    parentHash = hash;
    return block;
  });
}

/** How many signatures of blocks are right, and how many are of producers whose key is not known. */
export interface CheckedSignatures {
  readonly valid: number;
  readonly unknownProducer: number;
}

/**
 * Checks the signatures of blocks that were not executed, by the keys that their producers have in a
 * state before them.
 *
 * @throws RecordedBlockFault
 */
export function checkSignatures(blocks: readonly Block[], state: StateReader): CheckedSignatures {
  let valid = 0;
  let unknownProducer = 0;
  for (const { header, transactions } of blocks) {
    const { txUid } = transactions[0]!.tx;
    const keyId = txUid.kind === 'regid' ? state.get(REGIDS, txUid.regId) : undefined;
    const producer = keyId === undefined ? undefined : state.get(ACCOUNTS, keyId);
    if (producer === undefined) {
      unknownProducer++;
      continue;
    }
    const keys = [producer.ownerKey, producer.minerKey].filter(key => key !== '');
    const hash = blockSighash(header);
    if (!keys.some(key => verify(hash, header.signature, Buffer.from(key, 'hex')))) {
      throw new RecordedBlockFault(`block ${header.height}: the signature is not that of its producer`);
    }
    valid++;
  }
  return { valid, unknownProducer };
}

function decoded(height: number, raw: Buffer, rules: WireRules): Block {
  try {
    return decodeBlock(raw, rules);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new RecordedBlockFault(`block ${height} cannot be decoded: ${error.message}`, { cause: error });
  }
}

function requireSame(height: number, what: string, found: string, expected: string): void {
  if (found !== expected) {
    throw new RecordedBlockFault(`block ${height}: its ${what} is ${found}, it must be ${expected}`);
  }
}
