import { REJECT, reject } from '../../../src/tx/reject.js';
import { type UtxoTransfer, utxoTransfer } from '../../../src/tx/types/utxo-transfer.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { minimumFeeOf } from '../minimum-fee.js';
import { requireValidSenderKey } from '../public-key.js';
import { checkMemo } from '../transfer/memo.js';
import { checkCounts, checkMovement } from './check-transfer.js';
import { moveOutputs } from './move-outputs.js';
import { utxoFeeUnits } from './terms.js';

/** UTXO_TRANSFER_TX (spec 07 §5.1, §6.1). */
export const utxoTransferHandler = defineHandler(utxoTransfer, {
  summary: 'Moves coins between outputs with conditions, or between outputs and the balance of the sender.',

  check(tx, context) {
    checkMemo(tx.memo);
    requireValidSenderKey(tx.txUid);
    checkCounts(tx);
    checkWholeFee(tx, context);
    checkMovement(context, context.sender(), tx, tx.feeSymbol === tx.coinSymbol ? tx.fees : 0n);
  },

  execute(tx, context) {
    moveOutputs(context, { keyId: context.sender().keyId, id: context.prepared.txid }, tx);
  },
});

/** The base check has asked for the minimum once; here it counts for each input and output. */
function checkWholeFee(tx: UtxoTransfer, { state, network }: TransactionContext): void {
  const minimum = minimumFeeOf(state, network, tx.type, tx.feeSymbol) ?? 0n;
  if (tx.fees < minimum * utxoFeeUnits(tx)) reject(REJECT.REJECT_INVALID, 'bad-tx-fee-toosmall');
}
