import { keyIdOfUid } from '../chain/account-name.js';
import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import type { TaskControl } from '../chain/tasks.js';
import { required } from '../codec/required.js';
import type { StateReader } from '../state/state.js';
import type { KeySpace } from '../storage/key-space.js';
import type { Block } from '../tx/block.js';
import { TransactionRejected } from '../tx/reject.js';
import { catchUp } from '../wallet/catch-up.js';
import { type IndexedBlock, type OwnsTransaction, TransactionIndex } from '../wallet/transaction-index.js';
import type { OpenedWaitingLog } from '../wallet/waiting-log.js';
import type { Wallet } from '../wallet/wallet.js';

/** Blocks that are read again before others have a turn: the chain stands still meanwhile. */
const RESCANNED_TOGETHER = 20;

export interface OwnTransactionsParts {
  /** Keeps nothing but the index. */
  readonly store: KeySpace;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly wallet: Wallet;
  /** Opens the log of what waits; undefined: the database is all there is. */
  readonly openLog?: ((genesisHash: string) => Promise<OpenedWaitingLog>) | undefined;
  /** Is called when that log cannot be written. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  /** Whether the blocks are to be read anew from the beginning. */
  readonly anew?: boolean;
  /** Is awaited after each block that is read. */
  readonly onBlock?: ((height: number) => Promise<void>) | undefined;
  /** Called when the index could not be written. */
  readonly onProblem: (error: Error) => void;
}

/** An index that follows the chain, and what ends that. */
export interface FollowingIndex {
  readonly index: TransactionIndex;
  /** Reads the blocks that are kept again, for keys that are new in the wallet. @returns how many transactions were found */
  readonly rescan: (task: TaskControl) => Promise<number>;
  /** Ends following; what was written so far is on the disk then. */
  readonly close: () => Promise<void>;
}

/** Opens the index of this node's transactions, brings it to the tip and lets it follow the chain. */
export async function followOwnTransactions(parts: OwnTransactionsParts): Promise<FollowingIndex> {
  const { store, chain, mempool, wallet, onProblem } = parts;
  const ownsIn =
    (state: StateReader): OwnsTransaction =>
    tx => {
      const keyId = keyIdOfUid(state, tx.txUid);
      return keyId !== undefined && wallet.has(keyId);
    };
  const index = new TransactionIndex(store, tx => ownsIn(chain.state)(tx));
  const opened = await parts.openLog?.(required(chain.blocks.header(0), 'block 0').hash);
  if (opened !== undefined) {
    const onFailure = parts.onFailure ?? onProblem;
    const chainWritten = (): Promise<void> => chain.written();
    await index.keepIn(
      opened,
      { chainWritten, onFailure },
      txid => chain.blocks.transactionLocation(txid) !== undefined,
    );
  }
  try {
    await readBlocks(index, parts);
  } catch (error) {
    await opened?.log.close();
    throw error;
  }
  const subscriptions = [
    chain.record({
      connecting: ({ block, hash, state }) =>
        store.outerOperations(index.connectOperations(indexedBlock(block, hash), ownsIn(state))),
      disconnecting: (block, hash) =>
        store.outerOperations(index.disconnectOperations(indexedBlock(block, hash))),
    }),
    chain.subscribe({ blockExecuted: () => index.follow(), blockDisconnected: () => index.follow() }),
    mempool.subscribe({
      transactionAdded: ({ prepared }) => index.accepted(prepared.txid),
      transactionRemoved: ({ entry, error: reason }) => {
        const { txid } = entry.prepared;
        // It was acknowledged, and may be valid again after a reorganisation.
        if (reason instanceof TransactionRejected) index.refuse(txid, reason.message);
        else index.forget(txid).catch(error => onProblem(indexNotWritten(error)));
      },
    }),
  ];
  return {
    index,
    rescan: task => rescan(index, chain, task),
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await index.close();
    },
  };
}

/** Brings an index to the tip of the chain. */
async function readBlocks(
  index: TransactionIndex,
  { chain, anew, onBlock }: OwnTransactionsParts,
): Promise<void> {
  if (anew) await index.reset();
  await catchUp(
    index,
    {
      tipHeight: chain.tip.header.height,
      lowestKept: chain.blocks.lowestKept,
      hashAt: height => chain.blocks.header(height)?.hash,
      blockAt: height => storedBlock(chain, height),
    },
    onBlock,
  );
}

async function rescan(index: TransactionIndex, chain: Chain, task: TaskControl): Promise<number> {
  let found = 0;
  for (
    let from = Math.max(1, chain.blocks.lowestKept);
    from <= chain.tip.header.height;
    from += RESCANNED_TOGETHER
  ) {
    // Blocks are connected between the slices; those that come later know the new keys.
    found += await chain.exclusive.run(async () => {
      let added = 0;
      const to = Math.min(from + RESCANNED_TOGETHER - 1, chain.tip.header.height);
      for (let height = from; height <= to; height++)
        added += await index.addFound(storedBlock(chain, height));
      return added;
    });
    task.report(Math.min(from + RESCANNED_TOGETHER - 1, chain.tip.header.height), chain.tip.header.height);
    await task.turn();
  }
  return found;
}

function indexNotWritten(cause: unknown): Error {
  return new Error('the index of own transactions cannot be written', { cause });
}

function storedBlock(chain: Chain, height: number): IndexedBlock {
  const block = chain.blocks.blockByHeight(height);
  const summary = chain.blocks.header(height);
  if (!block || !summary) throw new Error(`block ${height} is not stored completely`);
  return indexedBlock(block, summary.hash);
}

function indexedBlock({ header, transactions }: Block, hash: string): IndexedBlock {
  return { height: header.height, hash, previousHash: header.prevBlockHash, transactions };
}
