import type { Chain } from './chain.js';
import type { Mempool } from './mempool.js';

/** Makes a memory pool follow a chain. @returns ends that */
export function connectMempool(chain: Chain, mempool: Mempool): () => void {
  return chain.subscribe({
    blockExecuted: executed => mempool.blockExecuted(executed),
    blockConnected: executed => mempool.blockConnected(executed),
    blockAbandoned: executed => mempool.blockAbandoned(executed),
    blockDisconnected: block => mempool.blockDisconnected(block.transactions),
  });
}
