import { isVisibleToContracts } from '../../vm/lua/mylib/past-transactions.js';
import type { BatchOperation } from '../storage/key-value-store.js';
import type { Block } from '../tx/block.js';
import { recordKey } from './block-records.js';

/**
 * What stays of the transactions of a block whose bytes go: those that contracts can ask about. Their answers
 * decide outcomes, which must not depend on what a node keeps.
 */
export function pastOperations({ transactions }: Block): BatchOperation[] {
  return transactions
    .filter(({ tx }) => isVisibleToContracts(tx))
    .map(({ txid, raw }) => ({ type: 'put', key: recordKey('past', txid), value: raw }));
}
