import { keyIdOfUid } from '../chain/account-name.js';
import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import type { Consensus } from '../consensus/consensus.js';
import type { StateReader } from '../state/state.js';
import type { KeySpace } from '../storage/key-space.js';
import type { Block } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import { decodeTransaction } from '../tx/envelope.js';
import { TransactionRejected } from '../tx/reject.js';
import { catchUp } from '../wallet/catch-up.js';
import {
  type IndexedBlock,
  type OwnsTransaction,
  TransactionIndex,
  type WaitingTransaction,
} from '../wallet/transaction-index.js';
import type { Wallet } from '../wallet/wallet.js';

export interface OwnTransactionsParts {
  /** Keeps nothing but the index. */
  readonly store: KeySpace;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly wallet: Wallet;
  /** Called when the index could not be written. */
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
  const ownsIn =
    (state: StateReader): OwnsTransaction =>
    tx => {
      const keyId = keyIdOfUid(state, tx.txUid);
      return keyId !== undefined && wallet.has(keyId);
    };
  const index = new TransactionIndex(store, tx => ownsIn(chain.state)(tx));
  await catchUp(index, {
    tipHeight: chain.tip.header.height,
    hashAt: height => chain.blocks.header(height)?.hash,
    blockAt: height => storedBlock(chain, height),
  });
  const subscriptions = [
    chain.record({
      connecting: ({ block, hash, state }) =>
        store.outerOperations(index.connectOperations(indexedBlock(block, hash), ownsIn(state))),
      disconnecting: (block, hash) =>
        store.outerOperations(index.disconnectOperations(indexedBlock(block, hash))),
    }),
    chain.subscribe({ blockExecuted: () => index.follow(), blockDisconnected: () => index.follow() }),
    mempool.subscribe({
      transactionRemoved: ({ entry }) =>
        index
          .forget(entry.prepared.txid)
          .catch(error =>
            onProblem(new Error('the index of own transactions cannot be written', { cause: error })),
          ),
    }),
  ];
  return {
    index,
    unsubscribe: () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

/**
 * Submits again what was pending when the node stopped. One may spend what another pays in, and
 * their order is not known any more: so what is refused is tried again for as long as others are
 * accepted. What is not valid any more is dropped. A transaction on which the program fails is
 * reported and kept for the next start: it must not prevent the node from starting.
 *
 * No block is made in the meantime: with one for each of them, the last would be too old for
 * theirs.
 */
export async function resubmitWaiting(
  index: TransactionIndex,
  consensus: Pick<Consensus, 'submit' | 'chainControl'>,
  rules: WireRules,
  onProblem: (error: Error) => void,
): Promise<void> {
  const { chainControl } = consensus;
  const makesBlocks = chainControl !== undefined && !chainControl.paused;
  if (makesBlocks) chainControl.pause();
  try {
    await resubmitAll(index, consensus, rules, onProblem);
  } finally {
    if (makesBlocks) chainControl.resume();
  }
}

async function resubmitAll(
  index: TransactionIndex,
  consensus: Pick<Consensus, 'submit'>,
  rules: WireRules,
  onProblem: (error: Error) => void,
): Promise<void> {
  let waiting = index.waiting();
  for (let before = waiting.length + 1; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    const refused: WaitingTransaction[] = [];
    for (const entry of waiting) {
      try {
        await consensus.submit(decodeTransaction(entry.raw, rules));
      } catch (error) {
        if (error instanceof TransactionRejected) refused.push(entry);
        else onProblem(new Error(`transaction ${entry.txid} cannot be handed in again`, { cause: error }));
      }
    }
    waiting = refused;
  }
  for (const { txid } of waiting) await index.forget(txid);
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
