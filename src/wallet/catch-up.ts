import type { IndexedBlock, TransactionIndex } from './transaction-index.js';

/** The chain as far as an index has to read it. */
export interface BlockSource {
  readonly tipHeight: number;
  /** Height of the lowest block after block 0 that is kept. */
  readonly lowestKept: number;
  /** The hash of the block at a height; undefined above the tip. */
  hashAt(height: number): string | undefined;
  /** The block at a height from `lowestKept` to the tip. */
  blockAt(height: number): IndexedBlock;
}

/**
 * Brings an index to the tip of the chain: blocks that it missed by a crash, or all of them when it
 * is new. If the index ends with a block that is no longer in the chain, it is rebuilt. Blocks that are not
 * kept any more are left out.
 */
export async function catchUp(
  index: TransactionIndex,
  source: BlockSource,
  onBlock: (height: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const { tip } = index;
  if (tip && source.hashAt(tip.height) !== tip.hash) await index.reset();
  const below = source.lowestKept - 1;
  if ((index.tip?.height ?? 0) < below) await index.begin(below, source.hashAt(below) ?? '');
  for (let height = (index.tip?.height ?? 0) + 1; height <= source.tipHeight; height++) {
    await index.catchUpWith(source.blockAt(height));
    await onBlock(height);
  }
}
