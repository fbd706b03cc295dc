import { isRegistered } from '../../../src/state/tables/accounts.js';
import { PASSWORD_PROOFS, putUtxo, spendUtxo } from '../../../src/state/tables/utxos.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';
import { outputIdOf, requireUnspent } from './inputs.js';
import type { UtxoTerms } from './terms.js';

/** Who moves coins between outputs and a balance: the sender of a transaction, or a contract (decision D22). */
export interface UtxoMover {
  /** Key id of the account. */
  readonly keyId: string;
  /** What names the new outputs, in display order: the txid, or the id of a contract's object. */
  readonly id: string;
}

const NOT_ENOUGH = [REJECT.UPDATE_ACCOUNT_FAIL, 'insufficient-fund-utxo'] as const;

/**
 * Spends outputs, makes outputs, and moves what is between the two from or to the balance of the
 * account (spec 07 §6.1). The terms have been checked.
 * @throws TransactionRejected `double-spend-prev-utxo-err` where the terms name an output twice
 */
export function moveOutputs(
  context: TransactionContext,
  { keyId, id }: UtxoMover,
  { coinSymbol, vins, vouts }: UtxoTerms,
): void {
  const { state, block, prepared } = context;
  const mover = context.accountByKeyId(keyId);
  let totalIn = 0n;
  for (const vin of vins) {
    const spent = outputIdOf(vin);
    const utxo = requireUnspent(context, spent);
    totalIn += utxo.output.coinAmount;
    spendUtxo(state, spent, utxo, { txid: prepared.txid, height: block.height });
    if (mover !== undefined && isRegistered(mover)) state.delete(PASSWORD_PROOFS, [...spent, mover.regId]);
  }
  let totalOut = 0n;
  vouts.forEach((output, index) => {
    totalOut += output.coinAmount;
    putUtxo(state, [id, index], { coinSymbol, output, creator: keyId, height: block.height });
  });
  if (totalIn === totalOut) return;
  const isPaidIn = totalIn < totalOut;
  context.operate(
    {
      keyId,
      operation: isPaidIn ? 'SUB_FREE' : 'ADD_FREE',
      symbol: coinSymbol,
      amount: isPaidIn ? totalOut - totalIn : totalIn - totalOut,
      receiptType: RECEIPT.TRANSFER_UTXO_COINS,
    },
    NOT_ENOUGH,
  );
}
