import type { NodeServices } from './services.js';

/**
 * What is said beside an error about something that is not there: whether the transaction that makes it waits for a
 * block. So nobody takes an order that is new for one that is closed.
 */
export function whileWaiting(
  services: Pick<NodeServices, 'mempool'>,
  txid: string,
): { readonly data?: { readonly detail: string } } {
  return services.mempool.has(txid) ? { data: { detail: 'the transaction waits for a block' } } : {};
}
