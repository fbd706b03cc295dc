import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import { Turns } from '../chain/turns.js';
import type { Consensus } from '../consensus/consensus.js';
import type { WireRules } from '../tx/definition.js';
import { decodeTransaction, type PreparedTransaction } from '../tx/envelope.js';
import { TransactionRejected } from '../tx/reject.js';
import type { TransactionIndex, WaitingTransaction } from '../wallet/transaction-index.js';

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
  readonly mempool: Pick<Mempool, 'has' | 'ready' | 'restore' | 'verify'>;
  readonly rules: WireRules;
  /** Gets transactions on which the program fails: they must not prevent the node from starting. */
  readonly onProblem: (error: Error) => void;
  /** Gets how far it is. */
  readonly loading?: PoolLoading;
  /** Ends the work early; what is not in the pool by then stays stored. */
  readonly signal?: AbortSignal;
}

/** How far the transactions that waited when the node stopped are back in the pool. */
export class PoolLoading {
  /** Those that waited. */
  total = 0;
  /** Those of them that are in the pool, or are known to be refused. */
  done = 0;

  /** Those that are still to be put back. */
  get left(): number {
    return this.total - this.done;
  }
}

/** A stored transaction, read. */
interface Stored {
  readonly prepared: PreparedTransaction;
  /** When it arrived, seconds since 1970. */
  readonly time: number;
}

/** Transactions whose signatures are verified together, while those before them are executed. */
const VERIFIED_TOGETHER = 256;

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
 * stored and is refused by name, until its valid_height has passed for good. Others have their turns meanwhile.
 */
export async function restorePool(parts: RestoreParts): Promise<RestoredPool> {
  const { index, chain, mempool, onProblem, loading, signal } = parts;
  const waiting = index.waiting().filter(({ txid }) => !mempool.has(txid));
  if (loading !== undefined) loading.total = waiting.length;
  let restored = 0;
  const refused = new Map<string, string>();
  const expired: string[] = [];
  const turns = new Turns();
  let next = readAndVerified(parts, waiting.slice(0, VERIFIED_TOGETHER));
  for (let from = VERIFIED_TOGETHER; from < waiting.length + VERIFIED_TOGETHER; from += VERIFIED_TOGETHER) {
    const some = await next;
    next = readAndVerified(parts, waiting.slice(from, from + VERIFIED_TOGETHER));
    next.catch(() => undefined); // It is awaited when those before it are in the pool.
    for (const { prepared, time } of some) {
      if (turns.areDue) await turns.give();
      if (signal?.aborted === true) {
        await next.catch(() => undefined); // Nothing is to be done any more when this has returned.
        return { restored, refused, expired: [] };
      }
      await mempool.ready();
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
      if (loading !== undefined) loading.done++;
    }
  }
  for (const txid of expired) await index.forget(txid);
  return { restored, refused, expired };
}

/** Reads stored transactions and verifies their signatures, in another thread where that pays. */
async function readAndVerified(
  { mempool, rules }: RestoreParts,
  stored: readonly WaitingTransaction[],
): Promise<readonly Stored[]> {
  const read = stored.map(({ raw, time }) => ({ prepared: decodeTransaction(raw, rules), time }));
  if (read.length > 0) await mempool.verify(read.map(({ prepared }) => prepared));
  return read;
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
