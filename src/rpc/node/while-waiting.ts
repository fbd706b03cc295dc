import type { NodeServices } from './services.js';

/**
 * What is said beside an error about something that is not there: whether the transaction that makes it waits for a
 * block. So nobody takes an order that is new for one that is closed.
 * @param then - what the caller can do about it
 */
export function whileWaiting(
  services: Pick<NodeServices, 'mempool'>,
  txid: string,
  then?: string,
): { readonly data?: { readonly detail: string } } {
  if (!services.mempool.has(txid)) return {};
  const detail = 'the transaction waits for a block';
  return { data: { detail: then === undefined ? detail : `${detail}; ${then}` } };
}

/** What a caller can do whose method has the parameter `min_confirmations`. */
export const WITH_WHAT_WAITS = 'with min_confirmations 0 it counts already';
