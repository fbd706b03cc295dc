import { setImmediate } from 'node:timers/promises';
import { required } from '../codec/required.js';
import { blockHash } from '../tx/block.js';
import { type AcceptOptions, executeBlockInTurns } from './accept-block.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import type { Mempool } from './mempool.js';
import { disconnectTo, underIntent } from './switch-branch.js';
import type { BlockEdits } from './switch-intent.js';

const FORGOTTEN = new Error('the chain went to another state, where the transaction is not known');
/** Blocks that are read in one turn. */
const BLOCKS_PER_TURN = 100;

/**
 * Rolls the chain back to a height. Unlike in a reorganisation, the transactions of the removed
 * blocks do not return to the memory pool, and pending ones are dropped.
 * @throws ChainError `cannot-disconnect`
 */
export function rewindChain(chain: Chain, mempool: Mempool, height: number): Promise<void> {
  return chain.exclusive.run(async () => {
    await chain.settled();
    const { hash, header } = chain.tip;
    const to = chain.blocks.header(height)?.hash;
    if (to === undefined || header.height === height) {
      mempool.clear(FORGOTTEN);
      return;
    }
    const intent = { forkHeight: height, from: hash, to, goesOn: false, editsOfFrom: undefined };
    await underIntent(chain, intent, () => disconnectTo(chain, height));
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
  return chain.exclusive.run(async () => {
    await chain.settled();
    const common = commonHeight(chain, other);
    const intent = {
      forkHeight: common,
      from: chain.tip.hash,
      to: other.tip.hash,
      goesOn: false,
      editsOfFrom: await editsAbove(chain, common),
    };
    await underIntent(chain, intent, async () => {
      await disconnectTo(chain, common);
      for (let height = common + 1; height <= other.tip.header.height; height++) {
        const block = required(other.blocks.blockByHeight(height), 'a block of the other chain');
        const edits = other.blocks.editsOf(blockHash(block.header));
        await chain.connect(await executeBlockInTurns(chain, block, { ...options, edits }));
        await setImmediate();
      }
      requireDigest(chain, other);
    });
    mempool.clear(FORGOTTEN);
  });
}

/** What was set without a transaction in the blocks above a height; a block of the same hash may replace it. */
async function editsAbove(chain: Chain, height: number): Promise<BlockEdits[]> {
  const found: BlockEdits[] = [];
  for (let at = height + 1; at <= chain.tip.header.height; at++) {
    const { hash } = required(chain.blocks.header(at), 'a block of the chain');
    const edits = chain.blocks.editsOf(hash);
    if (edits.length > 0) found.push({ hash, edits });
    if (at % BLOCKS_PER_TURN === 0) await setImmediate();
  }
  return found;
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
