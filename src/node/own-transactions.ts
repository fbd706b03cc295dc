import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import type { Consensus } from '../consensus/consensus.js';
import { keyIdOfUid } from '../rpc/accounts.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import type { Block } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import { openTransaction, type SealedTransaction } from '../tx/envelope.js';
import { TransactionRejected } from '../tx/reject.js';
import { catchUp } from '../wallet/catch-up.js';
import { type IndexedBlock, TransactionIndex, type WaitingTransaction } from '../wallet/transaction-index.js';
import type { Wallet } from '../wallet/wallet.js';

export interface OwnTransactionsParts {
  /** Keeps nothing but the index. */
  readonly store: KeyValueStore;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly wallet: Wallet;
  /** Told when the index could not be written. */
  readonly onProblem: (error: Error) => void;
}

/** An index that follows the chain, and what ends that. */
export interface FollowingIndex {
  readonly index: TransactionIndex;
  readonly unsubscribe: () => void;
}

/** Opens the index of this node's transactions, brings it to the tip and lets it follow the chain. */
export async function followOwnTransactions(parts: OwnTransactionsParts): Promise<FollowingIndex> {
  const { store, chain, mempool, wallet, onProblem } = parts;
  const index = new TransactionIndex(store, tx => {
    const keyId = keyIdOfUid(chain.state, tx.txUid);
    return keyId !== undefined && wallet.has(keyId);
  });
  await catchUp(index, {
    tipHeight: chain.tip.header.height,
    hashAt: height => chain.blocks.header(height)?.hash,
    blockAt: height => storedBlock(chain, height),
  });
  const written = (write: Promise<void>): void => {
    write.catch(error =>
      onProblem(new Error('the index of own transactions cannot be written', { cause: error })),
    );
  };
  const subscriptions = [
    chain.subscribe({
      blockConnected: ({ block, hash }) => written(index.connect(indexedBlock(block, hash))),
      blockDisconnected: (block, hash) => written(index.disconnect(indexedBlock(block, hash))),
    }),
    mempool.subscribe({ transactionRemoved: ({ entry }) => written(index.forget(entry.sealed.txid)) }),
  ];
  return {
    index,
    unsubscribe: () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

/**
 * Hands in again what waited for a block when the node stopped. One may spend what another brings
 * in, and their order is not known any more: so what is refused is tried again for as long as others
 * are accepted. What does not fit any more is forgotten.
 */
export async function resubmitWaiting(
  index: TransactionIndex,
  consensus: Consensus,
  rules: WireRules,
): Promise<void> {
  let waiting = index.waiting();
  for (let before = waiting.length + 1; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    const refused: WaitingTransaction[] = [];
    for (const entry of waiting) {
      if (!(await isAccepted(consensus, openTransaction(entry.raw, rules)))) refused.push(entry);
    }
    waiting = refused;
  }
  for (const { txid } of waiting) await index.forget(txid);
}

async function isAccepted(consensus: Consensus, sealed: SealedTransaction): Promise<boolean> {
  try {
    await consensus.submit(sealed);
    return true;
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    return false;
  }
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
