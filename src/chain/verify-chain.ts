import { required } from '../codec/required.js';
import { type Block, blockHash, encodeBlock, merkleRoot } from '../tx/block.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { Chain } from './chain.js';
import { type TaskControl, UNWATCHED } from './tasks.js';

/** What reading stored blocks again has shown. */
export interface Verification {
  /** Number of blocks that were found to be right, from the tip downwards. */
  readonly verified: number;
  /** What is wrong with the block after them, if anything is. */
  readonly problem: string | undefined;
}

/**
 * Reads the newest blocks from the disk again and checks that they and their indexes agree
 * (verifychain, spec 02 §5.3): bytes, hash, Merkle root, link to the block before, the index of
 * hashes and the index of transactions. Nothing is executed. Of a pruned block there is its header, which
 * must follow on the block before. Others get their turns between two blocks; blocks that are taken back
 * meanwhile are left out.
 *
 * @param depth - number of blocks; 0 means all of them
 * @throws TaskCancelled
 */
export async function verifyChain(
  chain: Chain,
  depth: number,
  task: TaskControl = UNWATCHED,
): Promise<Verification> {
  const tipHeight = chain.tip.header.height;
  const lowest = depth === 0 ? 0 : Math.max(tipHeight - depth + 1, 0);
  for (let height = tipHeight; height >= lowest; height--) {
    if (height > chain.tip.header.height) continue;
    const problem = chain.blocks.isPruned(height) ? brokenLink(chain, height) : problemAt(chain, height);
    if (problem !== undefined)
      return { verified: tipHeight - height, problem: `block ${height}: ${problem}` };
    task.report(tipHeight - height + 1, tipHeight - lowest + 1);
    await task.turn();
  }
  return { verified: tipHeight - lowest + 1, problem: undefined };
}

function brokenLink({ blocks }: Chain, height: number): string | undefined {
  const summary = blocks.header(height);
  if (summary === undefined) return 'its header is not stored';
  const follows = blocks.header(height - 1)?.hash === summary.header.prevBlockHash;
  return follows && blockHash(summary.header) === summary.hash
    ? undefined
    : 'it does not follow on the block before';
}

function problemAt(chain: Chain, height: number): string | undefined {
  const { blocks } = chain;
  const summary = blocks.header(height);
  let raw: Buffer | undefined;
  let block: Block;
  try {
    raw = blocks.rawBlock(height);
    if (summary === undefined || raw === undefined) return 'it is not stored';
    blocks.forget(height);
    block = required(blocks.blockByHeight(height), 'the block');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const hash = blockHash(block.header);
  const txids = block.transactions.map(({ txid }) => txid);
  const isIndexed = (txid: string, index: number) => {
    const location = blocks.transactionLocation(txid);
    return location?.height === height && location.index === index;
  };
  if (!encodeBlock(block, wireRulesOf(chain.ledger.network)).equals(raw))
    return 'its bytes are not canonical';
  if (hash !== summary.hash) return `its hash is ${hash}, listed as ${summary.hash}`;
  if (block.header.height !== height) return `its header says height ${block.header.height}`;
  if (merkleRoot(txids) !== block.header.merkleRoot) return 'the Merkle root is not that of its transactions';
  if (height > 0 && blocks.header(height - 1)?.hash !== block.header.prevBlockHash) {
    return 'it does not follow on the block before';
  }
  if (blocks.heightOf(hash) !== height) return 'the index of block hashes does not have it';
  const missing = txids.find((txid, index) => !isIndexed(txid, index));
  return missing && `the index of transactions does not have ${missing} at its place`;
}
