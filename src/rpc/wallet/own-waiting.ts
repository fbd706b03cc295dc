import type { PreparedTransaction } from '../../tx/envelope.js';
import { byTxidBytes } from '../chain/txid-order.js';
import type { NodeServices } from '../node/services.js';

/** The transactions of this node that wait for a block, by the bytes of their ids. */
export function ownWaiting({
  transactions,
  mempool,
}: Pick<NodeServices, 'transactions' | 'mempool'>): PreparedTransaction[] {
  return mempool
    .unconfirmed()
    .map(({ prepared }) => prepared)
    .filter(prepared => transactions.isOwn(prepared))
    .sort((a, b) => byTxidBytes(a.txid, b.txid));
}
