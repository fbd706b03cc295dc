import { setImmediate } from 'node:timers/promises';
import { required } from '../codec/required.js';
import type { Block } from '../tx/block.js';
import { blockHash } from '../tx/block.js';
import { type AcceptOptions, executeBlock } from './accept-block.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import type { Mempool } from './mempool.js';

const FORGOTTEN = new Error('the chain went to another state, where the transaction is not known');

/**
 * Rolls the chain back to a height. Unlike in a reorganisation, the transactions of the removed
 * blocks do not return to the memory pool, and pending ones are dropped.
 * @throws ChainError `cannot-disconnect`
 */
export function rewindChain(chain: Chain, mempool: Mempool, height: number): Promise<void> {
  return chain.reorganizations.run(async () => {
    await takeBack(chain, mempool, height);
    mempool.clear(FORGOTTEN);
  });
}

/**
 * Goes over to the blocks of another chain, which are executed here again, with what was set in them
 * without transactions.
 *
 * @param other - of the same network
 * @throws ChainError where the state is another one afterwards, BlockRejected; the chain is then as before
 */
export function adoptChain(
  chain: Chain,
  mempool: Mempool,
  other: Chain,
  options: Pick<AcceptOptions, 'spacing'>,
): Promise<void> {
  return chain.reorganizations.run(async () => {
    await chain.settled();
    const common = commonHeight(chain, other);
    const present = await takeBack(chain, mempool, common);
    try {
      for (let height = common + 1; height <= other.tip.header.height; height++) {
        const block = required(other.blocks.blockByHeight(height), 'a block of the other chain');
        const edits = other.blocks.editsOf(blockHash(block.header));
        await chain.connect(executeBlock(chain, block, { ...options, edits }));
        await setImmediate();
      }
      requireDigest(chain, other);
    } catch (error) {
      await takeBack(chain, mempool, common);
      for (const { block, edits } of present) {
        await chain.connect(executeBlock(chain, block, { ...options, edits }));
        await setImmediate();
      }
      throw error;
    }
    mempool.clear(FORGOTTEN);
  });
}

/** A block with what was set in it, which another block of the same hash may set in another way. */
interface TakenBlock {
  readonly block: Block;
  readonly edits: AcceptOptions['edits'];
}

/** @returns what was taken back, the oldest first */
async function takeBack(chain: Chain, mempool: Mempool, height: number): Promise<TakenBlock[]> {
  const taken: TakenBlock[] = [];
  while (chain.tip.header.height > height) {
    const edits = chain.blocks.editsOf(chain.tip.hash);
    taken.push({ block: await chain.disconnectTip(), edits });
    // Transactions that return to the pool are not executed again with every further block.
    mempool.clear(FORGOTTEN);
    await setImmediate();
  }
  return taken.reverse();
}

/** The height of the newest block that both chains have; what was set in it is the same too. */
function commonHeight(chain: Chain, other: Chain): number {
  let height = 0;
  const lower = Math.min(chain.tip.header.height, other.tip.header.height);
  while (height < lower && isSame(chain, other, height + 1)) height++;
  return height;
}

function isSame(chain: Chain, other: Chain, height: number): boolean {
  const hash = chain.blocks.header(height)?.hash;
  if (hash === undefined || hash !== other.blocks.header(height)?.hash) return false;
  const [own, theirs] = [chain, other].map(each => JSON.stringify(each.blocks.editsOf(hash)));
  return own === theirs;
}

function requireDigest(chain: Chain, other: Chain): void {
  if (chain.digest.equals(other.digest)) return;
  throw new ChainError(
    'corrupt',
    `the blocks lead to the state digest ${chain.digest.toString('hex')} here, but they come with ` +
      `${other.digest.toString('hex')}: this program follows other rules than the one that made them`,
  );
}
