import type { Chain } from '../../../src/chain/chain.js';
import { fullDigest } from '../../../src/state/digest.js';
import type { StateStore } from '../../../src/state/state-store.js';
import type { KeyValueStore } from '../../../src/storage/key-value-store.js';

/** Everything that a store holds beside the state itself: blocks, indexes, marks, as sorted hex. */
export function indexEntries(store: KeyValueStore): string[] {
  const entries: string[] = [];
  for (const [key, value] of store.iterate({ gte: Buffer.of(0xff) })) {
    entries.push(`${key.toString('hex')}=${value.toString('hex')}`);
  }
  return entries;
}

/** What makes two chains the same: tip, digest chain and the state itself. */
export function fingerprint(chain: Chain, state: StateStore): string {
  const contents = fullDigest(state.consensusEntries()).toString('hex');
  return `${chain.tip.hash} ${state.digest.toString('hex')} ${contents}`;
}
