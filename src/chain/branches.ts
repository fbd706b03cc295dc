import type { StaleBlocks } from './stale-blocks.js';

/** The disconnected blocks, as far as their order is concerned. */
export type StaleTree = Pick<StaleBlocks, 'header' | 'childrenOf'>;

/** The stale blocks between the chain and a stale block, the oldest first. */
export function ancestors(stale: StaleTree, hash: string): string[] {
  const found: string[] = [];
  for (let header = stale.header(hash); header !== undefined; ) {
    const parent = header.prevBlockHash;
    header = stale.header(parent);
    if (header !== undefined) found.push(parent);
  }
  return found.reverse();
}

/** All stale blocks that build on a block, those of lower heights first. */
export function descendants(stale: StaleTree, hash: string): string[] {
  const found = stale.childrenOf(hash);
  // The list grows while it is read.
  for (const block of found) for (const child of stale.childrenOf(block)) found.push(child);
  return found;
}

/** The longest row of stale blocks after a block, the first found of equally long ones. */
export function longestBranch(stale: StaleTree, hash: string): string[] {
  let generation = stale.childrenOf(hash);
  let first: string | undefined;
  while (generation.length > 0) {
    first = generation[0];
    generation = generation.flatMap(block => stale.childrenOf(block));
  }
  if (first === undefined) return [];
  const row = [...ancestors(stale, first), first];
  return row.slice(row.indexOf(hash) + 1);
}
