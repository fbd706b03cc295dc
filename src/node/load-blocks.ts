import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eventOf } from '../chain/block-log.js';
import type { Chain } from '../chain/chain.js';
import { genesisHashOf } from '../chain/open-chain.js';
import { OptionError } from '../config/option-types.js';
import type { Consensus } from '../consensus/consensus.js';
import { fromDisplayHex } from '../crypto/hash.js';
import { BlockRejected } from '../ledger/block-rejected.js';
import { openOrdinary } from '../storage/ordinary-file.js';
import { readLog, recordsAfter } from '../storage/record-log/read-log.js';
import { RecordReader } from '../storage/record-log/record-reader.js';
import { segmentName, segmentNumbers } from '../storage/record-log/segment-files.js';
import { type Block, blockHash, decodeBlock } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import { wireRulesOf } from '../tx/wire-rules.js';

/*
 * Blocks of another node, from a copy of its `blocks` directory, or from a file in which the reference keeps its
 * blocks: each with four bytes that are the same for all, and its size in bytes (four bytes, the lowest first).
 */

const MARK_BYTES = 4;
const SIZE_BYTES = 4;
/** More than any block may have. */
const LARGEST_BLOCK = 64 << 20;

/** A block that was found, not yet in memory. */
interface FoundBlock {
  readonly hash: string;
  readonly previousHash: string;
  readonly height: number;
  /** Where it is, as messages say it. */
  readonly place: string;
  /** Whether something was set in it without a transaction. */
  readonly isEdited: boolean;
  read(): Promise<Buffer>;
}

/** What became of the blocks of a file. */
export interface LoadedBlocks {
  /** Those that are in the chain now and were not before. */
  readonly loaded: number;
  /** Those that were there before, or belong to another branch. */
  readonly left: number;
}

export interface LoadBlocksParts {
  readonly chain: Chain;
  readonly consensus: Pick<Consensus, 'chainControl'>;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Adds blocks of another node to the chain: those that lead from it to the last of them. Each is verified and
 * executed as one that is submitted.
 * @param path - of a directory or file
 * @throws OptionError that names the place of what cannot be read or is refused; the blocks before it are in the chain
 */
export async function loadBlocks(path: string, parts: LoadBlocksParts): Promise<LoadedBlocks> {
  const { chain, consensus, onProgress } = parts;
  const { chainControl } = consensus;
  if (chainControl === undefined)
    throw new OptionError('option loadblock: blocks come from the other nodes here');
  const rules = wireRulesOf(chain.ledger.network);
  const found = await naming(path, () => findBlocks(path, chain, rules));
  const next = branchTo(found, chain);
  let loaded = 0;
  for (const { place, isEdited, read } of next) {
    if (isEdited) {
      throw new OptionError(
        `option loadblock: the block in ${place} was made with a change of the state that no transaction made. ` +
          `${loaded} blocks before it were loaded. Use dev_dumpState and dev_loadState for such a chain`,
      );
    }
    const block = decodeBlock(await naming(path, read), rules);
    await chainControl.submitBlock(block).catch((error: unknown) => {
      if (!(error instanceof BlockRejected)) throw error;
      throw new OptionError(
        `option loadblock: the block in ${place} is refused: ${error.message}. ${loaded} blocks before it were loaded`,
        { cause: error },
      );
    });
    onProgress(++loaded, next.length);
  }
  return { loaded, left: found.length - loaded };
}

async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OptionError) throw error;
    throw new OptionError(`option loadblock: ${path}: ${(error as Error).message}`, { cause: error });
  }
}

async function findBlocks(path: string, chain: Chain, rules: WireRules): Promise<FoundBlock[]> {
  if (!(await stat(path)).isDirectory()) return blocksOfFile(path, rules);
  if ((await segmentNumbers(path)).length === 0) {
    throw new Error(
      `there is no log of blocks in it; a node has one in its directory ${join('regtest', 'blocks')}`,
    );
  }
  return blocksOfLog(path, fromDisplayHex(genesisHashOf(chain.ledger)), rules);
}

/** The last blocks first found, back to one that follows a block of the chain; in the order of their heights. */
function branchTo(found: readonly FoundBlock[], chain: Chain): FoundBlock[] {
  const known = new Map(found.map(block => [block.hash, block]));
  const branch: FoundBlock[] = [];
  let block = found.reduce<FoundBlock | undefined>(
    (highest, each) => (highest !== undefined && highest.height > each.height ? highest : each),
    undefined,
  );
  while (block !== undefined && chain.blocks.heightOf(block.hash) === undefined) {
    branch.push(block);
    const { previousHash, height, place } = block;
    block = known.get(previousHash);
    if (block === undefined && chain.blocks.heightOf(previousHash) === undefined) {
      throw new OptionError(
        `option loadblock: the block of height ${height} in ${place} follows ${previousHash}, which is neither there ` +
          'nor in the chain of this node. Nothing was changed',
      );
    }
  }
  return branch.reverse();
}

function foundBlock(
  { header }: Block,
  place: string,
  isEdited: boolean,
  read: () => Promise<Buffer>,
): FoundBlock {
  const { prevBlockHash: previousHash, height } = header;
  return { hash: blockHash(header), previousHash, height, place, isEdited, read };
}

/** The chain that a log ends with, without what was taken back. */
async function blocksOfLog(directory: string, identity: Buffer, rules: WireRules): Promise<FoundBlock[]> {
  const { end } = await readLog({ directory, identity, first: (await segmentNumbers(directory))[0] ?? 0 });
  const reader = new RecordReader(directory);
  const blocks: FoundBlock[] = [];
  for await (const record of recordsAfter(directory, undefined, end)) {
    const event = eventOf(record);
    if (event.type === 'disconnected') blocks.pop();
    if (event.type !== 'connected') continue;
    const { segment, offset } = record.place;
    const place = `${join(directory, segmentName(segment))} at byte ${offset}`;
    const read = async (): Promise<Buffer> => {
      const again = eventOf(reader.read(record.place));
      return Buffer.from((again as typeof event).raw);
    };
    blocks.push(foundBlock(decodeBlock(event.raw, rules), place, event.edits.length > 0, read));
  }
  return blocks;
}

async function blocksOfFile(path: string, rules: WireRules): Promise<FoundBlock[]> {
  const bytes = async (offset: number, size: number): Promise<Buffer> => {
    const file = await openOrdinary(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  };
  const { size: end } = await stat(path);
  const mark = await bytes(0, MARK_BYTES);
  const blocks: FoundBlock[] = [];
  let offset = 0;
  while (offset < end) {
    const place = `${path} at byte ${offset}`;
    const head = await bytes(offset, MARK_BYTES + SIZE_BYTES);
    // The reference makes its files longer than what they hold.
    if (blocks.length > 0 && head.every(byte => byte === 0)) break;
    const size = head.length < MARK_BYTES + SIZE_BYTES ? LARGEST_BLOCK : head.readUInt32LE(MARK_BYTES);
    const from = offset + MARK_BYTES + SIZE_BYTES;
    if (!head.subarray(0, MARK_BYTES).equals(mark) || size >= LARGEST_BLOCK || from + size > end) {
      throw new Error(
        `there is no block at byte ${offset}: expected are the four bytes ${mark.toString('hex')} with which the file ` +
          'begins, the size of the block and the block, again and again to the end',
      );
    }
    const read = (): Promise<Buffer> => bytes(from, size);
    blocks.push(foundBlock(decodeBlock(await read(), rules), place, false, read));
    offset = from + size;
  }
  return blocks;
}
