import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import type { Consensus } from '../consensus/consensus.js';
import type { WireRules } from '../tx/definition.js';
import { decodeTransaction, type PreparedTransaction } from '../tx/envelope.js';
import { TransactionRejected } from '../tx/reject.js';
import type { TransactionIndex } from '../wallet/transaction-index.js';

/** What became of the transactions that were pending when the node stopped. */
export interface RestoredPool {
  readonly restored: number;
  /** Those that are not valid at present, with the reasons. They stay stored. */
  readonly refused: ReadonlyMap<string, string>;
  /** Those that can never be valid again: they are too old. */
  readonly expired: readonly string[];
}

export interface RestoreParts {
  readonly index: TransactionIndex;
  readonly chain: Chain;
  readonly mempool: Pick<Mempool, 'has' | 'restore' | 'verify'>;
  readonly rules: WireRules;
  /** Gets transactions on which the program fails: they must not prevent the node from starting. */
  readonly onProblem: (error: Error) => void;
}

/** Transactions whose signatures are verified together. */
const VERIFIED_TOGETHER = 1000;

/**
 * Does some work of the start while no block is made: of the transactions that are put back into the pool one by
 * one, with a block for each, the last would be too old for theirs; and loaded blocks would find another tip.
 */
export async function whilePaused<T>(
  { chainControl }: Pick<Consensus, 'chainControl'>,
  work: () => Promise<T>,
): Promise<T> {
  const makesBlocks = chainControl !== undefined && !chainControl.paused;
  if (makesBlocks) chainControl.pause();
  try {
    return await work();
  } finally {
    if (makesBlocks) chainControl.resume();
  }
}

/**
 * Puts the stored pending transactions that are not in the pool into it, in the order in which they
 * arrived. They were acknowledged, so the pool's limits do not apply. What is not valid at present stays
 * stored and is refused by name, until its valid_height has passed for good.
 */
export async function restorePool(parts: RestoreParts): Promise<RestoredPool> {
  const { index, chain, mempool, rules, onProblem } = parts;
  const waiting = index.waiting().filter(({ txid }) => !mempool.has(txid));
  let restored = 0;
  const refused = new Map<string, string>();
  const expired: string[] = [];
  for (let from = 0; from < waiting.length; from += VERIFIED_TOGETHER) {
    const some = waiting
      .slice(from, from + VERIFIED_TOGETHER)
      .map(({ raw, time }) => ({ prepared: decodeTransaction(raw, rules), time }));
    await mempool.verify(some.map(({ prepared }) => prepared));
    for (const { prepared, time } of some) {
      const { txid } = prepared;
      try {
        mempool.restore(prepared, time);
        index.accepted(txid);
        restored++;
      } catch (error) {
        if (!(error instanceof TransactionRejected)) {
          onProblem(new Error(`transaction ${txid} cannot be put back into the pool`, { cause: error }));
        } else if (isPast(chain, prepared)) {
          expired.push(txid);
        } else {
          index.refuse(txid, error.message);
          refused.set(txid, error.message);
        }
      }
    }
    await new Promise(resolve => setImmediate(resolve));
  }
  for (const txid of expired) await index.forget(txid);
  return { restored, refused, expired };
}

/** Whether a transaction is too old for the next block and for those after a reorganisation of ordinary depth. */
function isPast({ tip, ledger }: Chain, { tx }: PreparedTransaction): boolean {
  return tx.validHeight + 2 * ledger.network.transactionCacheDepth < tip.header.height;
}

/**
 * Tries refused transactions again after blocks were disconnected, when they may be valid again.
 * @returns ends that
 */
export function retryAfterReorganizations(parts: RestoreParts): () => void {
  const { index, chain, onProblem } = parts;
  let planned = false;
  const retry = async (): Promise<void> => {
    await chain.exclusive.idle();
    planned = false;
    if (index.refusals.size > 0) await restorePool(parts);
  };
  return chain.subscribe({
    blockDisconnected: () => {
      if (planned) return;
      planned = true;
      retry().catch(error =>
        onProblem(new Error('refused transactions cannot be tried again', { cause: error })),
      );
    },
  });
}

/** What a log says of a restored pool; undefined where there is nothing to say. */
export function restoredPoolText({ restored, refused, expired }: RestoredPool): string | undefined {
  if (restored + refused.size + expired.length === 0) return undefined;
  const reasons = new Map<string, number>();
  for (const reason of refused.values()) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const parts = [`${restored} pending transactions are back in the pool`];
  for (const [reason, count] of reasons) parts.push(`${count} are refused at present: ${reason}`);
  if (expired.length > 0) parts.push(`${expired.length} are too old for any block and were dropped`);
  return parts.join('; ');
}
