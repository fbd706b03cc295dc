import type { BlockLog } from '../../../src/chain/block-log.js';
import { completeChain, genesisHashOf } from '../../../src/chain/open-chain.js';
import { openBlockLog } from '../../../src/node/open-block-log.js';
import type { KeyValueStore } from '../../../src/storage/key-value-store.js';
import { wireRulesOf } from '../../../src/tx/wire-rules.js';
import { openTestChain, type TestChain, type TestChainOptions } from './test-chain.js';

export interface LoggedChainOptions extends Omit<TestChainOptions, 'store' | 'openLog'> {
  readonly store: KeyValueStore;
  /** Of the log of blocks. */
  readonly directory: string;
  readonly blocksOfFile?: number;
  readonly onNote?: (note: string) => void;
}

/** A development chain with a log of blocks beside its store, as a node opens it. */
export async function openLoggedChain(options: LoggedChainOptions): Promise<TestChain> {
  const { directory, blocksOfFile, onNote = () => undefined, start = true, ...more } = options;
  const dev = await openTestChain({
    ...more,
    start: false,
    openLog: ({ ledger, state, store }): Promise<BlockLog> =>
      openBlockLog({
        directory,
        genesisHash: genesisHashOf(ledger),
        store,
        state,
        rules: wireRulesOf(ledger.network),
        blocksOfFile,
        onNote,
      }),
  });
  await completeChain(dev.chain);
  if (start) await dev.solo.start();
  return dev;
}
