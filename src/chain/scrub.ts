import { STATE_SCHEMA } from '../state/schema.js';
import { messageOf, StorageError } from '../storage/errors.js';
import { compareFiles } from '../storage/file-sums.js';
import { proveLog } from '../storage/record-log/prove-log.js';
import type { ChainFiles } from './backup.js';
import type { Chain } from './chain.js';
import type { TaskControl } from './tasks.js';
import { verifyChain } from './verify-chain.js';
import { verifyValues } from './verify-values.js';

export interface ScrubParts {
  readonly chain: Chain;
  /** Undefined where the chain is in memory. */
  readonly files: ChainFiles | undefined;
  /** Says what is wrong with the stored wallet, if anything is. */
  readonly verifyWallet: () => Promise<string | undefined>;
  readonly task: TaskControl;
}

/**
 * Looks at everything that is stored: the tables of the database and its values, every record of the log of
 * blocks, every block with its indexes, and the wallet. Nothing is executed.
 * @returns what is wrong, the first thing only; undefined where all is sound
 * @throws TaskCancelled
 */
export async function scrub(parts: ScrubParts): Promise<string | undefined> {
  const { files, chain, verifyWallet, task } = parts;
  try {
    return (
      (await verifyWallet()) ??
      (files && (await scrubFiles(files, chain, task))) ??
      (await verifyChain(chain, 0, task)).problem ??
      (files && (await verifyValues(files.store, STATE_SCHEMA, task)))
    );
  } catch (error) {
    if (error instanceof StorageError) return messageOf(error);
    throw error;
  }
}

async function scrubFiles(
  { database, blocks, log }: ChainFiles,
  chain: Chain,
  task: TaskControl,
): Promise<undefined> {
  const end = log.durableEnd;
  let bytes = 0;
  await proveLog({
    directory: blocks,
    end,
    first: () => chain.blocks.pruned?.segment ?? 0,
    async onRecord(size) {
      bytes += size;
      task.report(bytes, 0);
      await task.turn();
    },
  });
  await compareTables(database);
}

/** A table may be replaced by a compaction while it is compared: then the others are compared anew. */
async function compareTables(directory: string): Promise<void> {
  for (;;) {
    try {
      await compareFiles(directory);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
