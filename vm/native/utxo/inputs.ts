import { hasOutputs, SPENT_UTXOS, UTXOS, type Utxo, type UtxoId } from '../../../src/state/tables/utxos.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { UtxoInput } from '../../../src/tx/utxo.js';
import type { TransactionContext } from '../../context.js';

/** The output that an input names. */
export function outputIdOf({ prevUtxoTxid, prevUtxoVoutIndex }: UtxoInput): UtxoId {
  return [prevUtxoTxid, prevUtxoVoutIndex];
}

const NOT_IN_ITS_BLOCK = 'the output waits for a block itself: it can be spent in the block after that one';

/**
 * An output that can be spent: it is from an earlier block (spec 07 U10), and unspent.
 * @throws TransactionRejected `double-spend-prev-utxo-err`, `prev-utxo-index-OOR-err`,
 * `failed-to-load-prev-utxo-err`
 */
export function requireUnspent({ state, block }: TransactionContext, id: UtxoId): Utxo {
  const utxo = state.get(UTXOS, id);
  if (utxo !== undefined && utxo.height < block.height) return utxo;
  if (utxo !== undefined) reject(REJECT.REJECT_INVALID, 'failed-to-load-prev-utxo-err', NOT_IN_ITS_BLOCK);
  if (state.get(SPENT_UTXOS, id) !== undefined) {
    reject(REJECT.REJECT_INVALID, 'double-spend-prev-utxo-err');
  }
  if (utxo === undefined && hasOutputs(state, id[0], block.height)) {
    reject(REJECT.REJECT_INVALID, 'prev-utxo-index-OOR-err');
  }
  reject(REJECT.REJECT_INVALID, 'failed-to-load-prev-utxo-err');
}
