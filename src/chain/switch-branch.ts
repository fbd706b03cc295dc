import { setImmediate } from 'node:timers/promises';
import { BlockRejected } from '../ledger/block-rejected.js';
import type { BlockHeader } from '../tx/block.js';
import { type AcceptOptions, executeBlockInTurns } from './accept-block.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import type { StateEdit } from './state-edits.js';
import type { SwitchIntent } from './switch-intent.js';

/**
 * Runs a sequence of steps under an intent. When one fails, the chain goes back to where it was; when the
 * disk fails, the next start does that.
 * @throws what a step throws
 */
export async function underIntent<T>(
  chain: Chain,
  intent: SwitchIntent,
  steps: () => Promise<T>,
): Promise<T> {
  await chain.beginSwitch(intent);
  let result: T;
  try {
    result = await steps();
  } catch (error) {
    if (chain.failure === undefined) {
      await goBack(chain, intent);
      await chain.endSwitch();
    }
    throw error;
  }
  await chain.endSwitch();
  return result;
}

/**
 * Completes a switch of branches that the end of the process has cut off: goes on to its target where the
 * intent says so and all blocks up to there are known and not marked as invalid; otherwise back to the
 * branch of before.
 */
export async function resumeSwitch(chain: Chain): Promise<void> {
  const { intent } = chain;
  if (intent === undefined) return;
  const { forkHeight, to, goesOn } = intent;
  const target = goesOn ? pathTo(chain, to, forkHeight) : undefined;
  const isReached = target !== undefined && (await triedToReach(chain, intent, target));
  if (!isReached) await goBack(chain, intent);
  await chain.endSwitch();
}

/** Goes back to the branch of before an intent. */
async function goBack(chain: Chain, intent: SwitchIntent): Promise<void> {
  const { forkHeight, from, editsOfFrom } = intent;
  const path = pathTo(chain, from, forkHeight);
  if (path === undefined) throw new ChainError('corrupt', `block ${from} is not known any more`);
  const edits = editsOfFrom && new Map(editsOfFrom.map(block => [block.hash, block.edits]));
  await reach(chain, intent, path, hash => edits && (edits.get(hash) ?? []));
}

/** @returns whether none of the blocks is marked as invalid, and all proved to be valid */
async function triedToReach(chain: Chain, intent: SwitchIntent, path: readonly string[]): Promise<boolean> {
  if (path.some(hash => chain.stale.isInvalid(hash))) return false;
  try {
    await reach(chain, intent, path, () => undefined);
    return true;
  } catch (error) {
    if (error instanceof BlockRejected) return false;
    throw error;
  }
}

/** Makes the blocks of a path the newest ones. @throws BlockRejected */
async function reach(
  chain: Chain,
  { forkHeight }: SwitchIntent,
  path: readonly string[],
  edits: (hash: string) => readonly StateEdit[] | undefined,
): Promise<void> {
  let kept = 0;
  while (kept < path.length && isConnected(chain, path[kept]!, edits(path[kept]!))) kept++;
  await disconnectTo(chain, forkHeight + kept);
  await reconnect(chain, path.slice(kept), { spacing: 'same-second' }, edits);
}

function isConnected(chain: Chain, hash: string, edits: readonly StateEdit[] | undefined): boolean {
  if (chain.blocks.heightOf(hash) === undefined) return false;
  return edits === undefined || JSON.stringify(edits) === JSON.stringify(chain.blocks.editsOf(hash));
}

/** The blocks above a height up to one, the oldest first; undefined if not all of them are known. */
function pathTo(chain: Chain, hash: string, height: number): string[] | undefined {
  const path: string[] = [];
  let block = hash;
  for (let header = headerOf(chain, block); ; header = headerOf(chain, block)) {
    if (header === undefined) return undefined;
    if (header.height <= height) break;
    path.push(block);
    block = header.prevBlockHash;
  }
  return path.reverse();
}

function headerOf(chain: Chain, hash: string): BlockHeader | undefined {
  const height = chain.blocks.heightOf(hash);
  return height === undefined ? chain.stale.header(hash) : chain.blocks.header(height)?.header;
}

/**
 * Connects stale blocks, the oldest first; others have their turn between two blocks.
 * @param edits - what is set in a block without a transaction; default: what is stored of it
 * @throws BlockRejected when a block proves to be invalid: it is marked, those before it stay connected
 */
export async function reconnect(
  chain: Chain,
  hashes: readonly string[],
  options: AcceptOptions,
  edits: (hash: string) => readonly StateEdit[] | undefined = () => undefined,
): Promise<void> {
  for (const hash of hashes) {
    const block = chain.stale.block(hash);
    if (block === undefined) throw new ChainError('corrupt', `stale block ${hash} is not stored any more`);
    const set = edits(hash);
    try {
      await chain.connect(
        await executeBlockInTurns(chain, block, { ...options, ...(set && { edits: set }) }),
      );
    } catch (error) {
      if (error instanceof BlockRejected) await chain.mark(hash);
      throw error;
    }
    await setImmediate();
  }
}

/**
 * Disconnects everything above a height; others have their turn between two blocks.
 * @returns the hashes of what was taken back, the oldest first
 */
export async function disconnectTo(chain: Chain, height: number): Promise<string[]> {
  const taken: string[] = [];
  while (chain.tip.header.height > height) {
    taken.push(chain.tip.hash);
    await chain.disconnectTip();
    await setImmediate();
  }
  return taken.reverse();
}
